package io.recount.cli.errors;

import io.recount.cells.model.Model;
import io.recount.cli.output.Sheet;
import io.recount.clickhouse.ClickHouseAccess;
import io.recount.clickhouse.ClickHouseClient;
import io.recount.clickhouse.ClickHouseCluster;
import io.recount.clickhouse.ClickHouseFailure;
import io.recount.clickhouse.RowReader;
import io.recount.pipeline.schema.Schema;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.TreeMap;

/** Messages that are errors now, of all shards, as the view {@code errors} of each has them. */
public final class ErrorList {

    private static final String BAD_VERSION = "bad version";
    private static final String DEAD_LETTER = "dead letter";

    private static final Comparator<Message> OLDEST_FIRST = Comparator.comparing(Message::cameAt)
            .thenComparing(Message::topic, Comparator.reverseOrder())
            .thenComparing(Message::partition, Comparator.reverseOrder())
            .thenComparing(Message::offset, Comparator.reverseOrder());

    private final String key;
    private final int limit;
    private final Map<Kind, Long> counts =
            new TreeMap<>(Comparator.comparing(Kind::reason).thenComparing(Kind::name));
    private final PriorityQueue<Message> newest = new PriorityQueue<>(OLDEST_FIRST);

    private ErrorList(String key, int limit) {
        this.key = key;
        this.limit = limit;
    }

    private record Kind(String reason, String name) {}

    /** A row of the view; times and the hash are as people read them. */
    private record Message(
            Kind kind,
            String register,
            String id,
            String topic,
            long partition,
            long offset,
            String cameAt,
            String hash,
            String problem) {}

    /**
     * Reads all, and keeps some.
     *
     * @param limit so many of the newest are kept
     */
    public static ErrorList of(ClickHouseCluster cluster, Model model, Selection selection, int limit)
            throws ClickHouseFailure {
        String key = Schema.quoted(model.document().key());
        String columns = "SELECT reinterpretAsInt64(message_hash), toString(reason), " + key
                + ", id, toString(topic), toInt64(partition), toInt64(offset), toString(first_seen),"
                + " hex(message_hash), problem FROM errors WHERE open = 1 AND kind = ";
        String conditions = selection.conditions("first_seen", "reason", key);
        ErrorList list = new ErrorList(model.document().key(), limit);
        for (ClickHouseCluster.Shard shard : cluster.shards()) {
            list.read(columns + Schema.literal(BAD_VERSION) + conditions, BAD_VERSION, shard.access(), Set.of());
        }
        String letters = columns + Schema.literal(DEAD_LETTER) + conditions;
        // The first shard has them, and knows which of them have become documents of its own.
        Set<Long> readByOthers = cluster.size() == 1
                ? Set.of()
                : StandingErrors.documents(
                        cluster.shards().subList(1, cluster.size()), hashes(letters, cluster.first()));
        list.read(letters, DEAD_LETTER, cluster.first(), readByOthers);
        return list;
    }

    private static Set<Long> hashes(String select, ClickHouseAccess access) throws ClickHouseFailure {
        Set<Long> hashes = new HashSet<>();
        try (ClickHouseClient client = new ClickHouseClient(access);
                RowReader rows = client.read(select)) {
            while (rows.next()) {
                hashes.add(rows.number(1));
            }
        }
        return hashes;
    }

    private void read(String select, String kind, ClickHouseAccess access, Set<Long> without) throws ClickHouseFailure {
        try (ClickHouseClient client = new ClickHouseClient(access);
                RowReader rows = client.read(select)) {
            while (rows.next()) {
                if (!without.contains(rows.number(1))) {
                    add(new Message(
                            new Kind(rows.text(2), kind),
                            rows.text(3),
                            rows.text(4),
                            rows.text(5),
                            rows.number(6),
                            rows.number(7),
                            rows.text(8),
                            rows.text(9),
                            rows.text(10)));
                }
            }
        }
    }

    private void add(Message message) {
        counts.merge(message.kind(), 1L, Long::sum);
        newest.add(message);
        if (newest.size() > limit) {
            newest.remove();
        }
    }

    /** How many there are. */
    public long all() {
        return counts.values().stream().mapToLong(Long::longValue).sum();
    }

    /** How many there are of each reason and kind. */
    public Sheet counts() {
        Sheet sheet = new Sheet(List.of(
                new Sheet.Column("reason", false), new Sheet.Column("kind", false), new Sheet.Column("errors", true)));
        counts.forEach((kind, count) -> sheet.add(kind.reason(), kind.name(), count.toString()));
        return sheet;
    }

    /** The newest, those first. */
    public Sheet newest() {
        Sheet sheet = new Sheet(List.of(
                new Sheet.Column("came", false),
                new Sheet.Column("reason", false),
                new Sheet.Column("kind", false),
                new Sheet.Column(key, false),
                new Sheet.Column("id", false),
                new Sheet.Column("topic", false),
                new Sheet.Column("partition", true),
                new Sheet.Column("offset", true),
                new Sheet.Column("message_hash", false),
                new Sheet.Column("problem", false)));
        List<Message> rows = new ArrayList<>(newest);
        rows.sort(OLDEST_FIRST.reversed());
        for (Message each : rows) {
            sheet.add(
                    each.cameAt(),
                    each.kind().reason(),
                    each.kind().name(),
                    each.register(),
                    each.id(),
                    each.topic(),
                    Long.toString(each.partition()),
                    Long.toString(each.offset()),
                    each.hash(),
                    each.problem());
        }
        return sheet;
    }
}
