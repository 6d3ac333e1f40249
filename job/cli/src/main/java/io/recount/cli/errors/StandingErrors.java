package io.recount.cli.errors;

import io.recount.cells.model.DocumentRules;
import io.recount.cells.model.Model;
import io.recount.clickhouse.ClickHouseAccess;
import io.recount.clickhouse.ClickHouseClient;
import io.recount.clickhouse.ClickHouseCluster;
import io.recount.clickhouse.ClickHouseFailure;
import io.recount.clickhouse.RowReader;
import io.recount.pipeline.schema.Schema;
import io.recount.pipeline.tables.DocumentsTable;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Messages that are errors now, of all shards: documents whose newest version is bad, and dead letters of which there is no
 * document either. As the view {@code errors} says it, whose shards do not know each other.
 */
public final class StandingErrors {

    /** Of one message with the hash: {@code kept} is whether it is there as it came. */
    private static final String LIST =
            "SELECT DISTINCT reinterpretAsInt64(%1$s), toString(%2$s), toInt64(xxHash64(%3$s) = %1$s)";

    private static final String MESSAGES =
            "SELECT reinterpretAsInt64(%1$s), substringIndex(%4$s, '@', 1), base64Encode(%3$s)";
    private static final String IS_KEPT = " AND xxHash64(%3$s) = %1$s";

    /** That of dead letters. */
    private static final String NO_REGISTER = "''";

    private static final int HASHES_AT_ONCE = 50_000;

    private final ClickHouseCluster cluster;
    private final String badVersions;
    private final String deadLetters;

    /** Asks nothing yet. */
    public StandingErrors(ClickHouseCluster cluster, Model model, Selection selection) {
        this.cluster = cluster;
        DocumentRules rules = model.document();
        String id = Stream.of(rules.key(), rules.scope(), rules.id())
                .flatMap(Stream::ofNullable)
                .map(Schema::quoted)
                .collect(Collectors.joining(", "));
        String version = id + ", " + Schema.quoted(rules.version()) + ", _hash";
        String newest =
                "SELECT " + version + ", _state FROM " + DocumentsTable.NAME + " WHERE (" + id + ") IN (SELECT " + id
                        + " FROM " + DocumentsTable.NAME + " WHERE _state = 'bad') ORDER BY " + id + ", "
                        + Schema.quoted(rules.version()) + " DESC, _hash DESC, _state = 'bad' LIMIT 1 BY " + id;
        badVersions = " FROM " + DocumentsTable.NAME + " WHERE _state = 'bad' AND (" + version + ") IN (SELECT "
                + version + " FROM (" + newest + ") WHERE _state = 'bad')"
                + selection.conditions("_appended_at", "_reason", Schema.quoted(rules.key()));
        deadLetters = " FROM dead_letters WHERE message_hash NOT IN (SELECT _hash FROM " + DocumentsTable.NAME
                + " WHERE _hash IN (SELECT message_hash FROM dead_letters))"
                + selection.conditions("first_seen", "reason", NO_REGISTER);
    }

    /** A message that is an error; {@code kept} is whether it is there as it came. */
    record Standing(String reason, boolean kept) {}

    /** Takes messages. */
    @FunctionalInterface
    interface Visitor {

        /** {@code topic} is where it came from: without its id, and perhaps none of Kafka. */
        void visit(long hash, String topic, byte[] message) throws InterruptedException;
    }

    /** All of them, by the hash of the message. */
    Map<Long, Standing> list() throws ClickHouseFailure {
        Map<Long, Standing> listed = new HashMap<>();
        for (ClickHouseCluster.Shard shard : cluster.shards()) {
            list(ofDocuments(LIST) + badVersions, shard.access(), listed);
        }
        Map<Long, Standing> letters = new HashMap<>();
        list(ofDeadLetters(LIST) + deadLetters, cluster.first(), letters);
        // The first shard, which has them, was asked with them.
        letters.keySet().removeAll(documents(cluster.shards().subList(1, cluster.size()), letters.keySet()));
        letters.forEach(listed::putIfAbsent);
        return listed;
    }

    /** How many messages of those with the hashes are errors. */
    public long among(Set<Long> hashes) throws ClickHouseFailure {
        return list().keySet().stream().filter(hashes::contains).count();
    }

    private static void list(String select, ClickHouseAccess access, Map<Long, Standing> listed)
            throws ClickHouseFailure {
        try (ClickHouseClient client = new ClickHouseClient(access);
                RowReader rows = client.read(select)) {
            while (rows.next()) {
                Standing next = new Standing(rows.text(2), rows.number(3) == 1);
                listed.merge(rows.number(1), next, (one, other) -> one.kept() ? one : other);
            }
        }
    }

    /** Those of the hashes of which a shard has a document. */
    static Set<Long> documents(List<ClickHouseCluster.Shard> shards, Collection<Long> hashes) throws ClickHouseFailure {
        Set<Long> found = new HashSet<>();
        List<Long> asked = new ArrayList<>(hashes);
        for (ClickHouseCluster.Shard shard : shards) {
            for (int from = 0; from < asked.size(); from += HASHES_AT_ONCE) {
                String some = asked.subList(from, Math.min(asked.size(), from + HASHES_AT_ONCE)).stream()
                        .map(Long::toUnsignedString)
                        .collect(Collectors.joining(", "));
                try (ClickHouseClient client = new ClickHouseClient(shard.access());
                        RowReader rows = client.read("SELECT DISTINCT reinterpretAsInt64(_hash) FROM "
                                + DocumentsTable.NAME + " WHERE _hash IN (" + some + ")")) {
                    while (rows.next()) {
                        found.add(rows.number(1));
                    }
                }
            }
        }
        return found;
    }

    /** Those that are there as they came; one may be given several times. */
    void forEachKept(Visitor visitor) throws ClickHouseFailure, InterruptedException {
        for (ClickHouseCluster.Shard shard : cluster.shards()) {
            visit(ofDocuments(MESSAGES) + badVersions + ofDocuments(IS_KEPT), shard.access(), visitor);
        }
        visit(ofDeadLetters(MESSAGES) + deadLetters + ofDeadLetters(IS_KEPT), cluster.first(), visitor);
    }

    private static void visit(String select, ClickHouseAccess access, Visitor visitor)
            throws ClickHouseFailure, InterruptedException {
        try (ClickHouseClient client = new ClickHouseClient(access);
                RowReader rows = client.read(select)) {
            while (rows.next()) {
                visitor.visit(rows.number(1), rows.text(2), Base64.getDecoder().decode(rows.text(3)));
            }
        }
    }

    private static String ofDocuments(String template) {
        return template.formatted("_hash", "_reason", "_raw", "_topic");
    }

    private static String ofDeadLetters(String template) {
        return template.formatted("message_hash", "reason", "raw", "topic");
    }
}
