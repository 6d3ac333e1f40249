package io.recount.cli.status;

import com.clickhouse.client.api.query.GenericRecord;
import io.recount.cells.model.Model;
import io.recount.cli.output.Sheet;
import io.recount.clickhouse.ClickHouseClient;
import io.recount.clickhouse.ClickHouseFailure;
import io.recount.kafka.LogName;
import io.recount.kafka.LogPartition;
import io.recount.pipeline.schema.Schema;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What the tables of a shard, or of all, say of the job. */
public final class Published {

    /** Of counters that are no outcomes of records. */
    private static final String READ = "read";

    private static final String OUTCOMES =
            "mapFilter((name, count) -> name IN ('new', 'corrected', 'duplicate', 'superseded', 'bad')"
                    + " OR startsWith(name, 'ignored') OR startsWith(name, 'rejected'), counters)";

    private final ClickHouseClient client;
    private final String key;

    public Published(ClickHouseClient client, Model model) {
        this.client = client;
        this.key = Schema.quoted(model.document().key());
    }

    /**
     * The newest commit.
     *
     * @param ageSeconds by the server's clock
     * @param read records
     * @param outcomes records that have an outcome: the same, or something is wrong
     */
    public record Commit(
            String job,
            long timeline,
            long checkpoint,
            String committedAt,
            long ageSeconds,
            String watermark,
            long read,
            long outcomes,
            Map<LogPartition, Long> positions) {}

    public Optional<Commit> newestCommit() throws ClickHouseFailure, InterruptedException {
        List<GenericRecord> rows =
                client.rows("SELECT job, toInt64(timeline) AS its_timeline, toInt64(checkpoint) AS its_checkpoint,"
                        + " toString(committed_at) AS at, toInt64(dateDiff('second', committed_at, now64(3))) AS age,"
                        + " toString(watermark) AS event_time, toInt64(counters['" + READ + "']) AS records,"
                        + " toInt64(arraySum(mapValues(" + OUTCOMES + "))) AS outcomes,"
                        + " arrayStringConcat(`positions.topic`, '\\n') AS topics,"
                        + " arrayStringConcat(arrayMap(x -> toString(x), `positions.partition`), ' ') AS partitions,"
                        + " arrayStringConcat(arrayMap(x -> toString(x), `positions.next_offset`), ' ') AS offsets"
                        + " FROM commits WHERE kind = 'commit' ORDER BY timeline DESC, checkpoint DESC LIMIT 1");
        return rows.stream()
                .findFirst()
                .map(row -> new Commit(
                        row.getString("job"),
                        row.getLong("its_timeline"),
                        row.getLong("its_checkpoint"),
                        row.getString("at"),
                        row.getLong("age"),
                        row.getString("event_time"),
                        row.getLong("records"),
                        row.getLong("outcomes"),
                        positions(row.getString("topics"), row.getString("partitions"), row.getString("offsets"))));
    }

    private static Map<LogPartition, Long> positions(String topics, String partitions, String offsets) {
        Map<LogPartition, Long> positions = new HashMap<>();
        if (topics.isEmpty()) {
            return positions;
        }
        String[] logs = topics.split("\n", -1);
        String[] numbers = partitions.split(" ", -1);
        String[] nexts = offsets.split(" ", -1);
        for (int i = 0; i < logs.length; i++) {
            positions.put(
                    new LogPartition(LogName.parse(logs[i]), Integer.parseInt(numbers[i])), Long.parseLong(nexts[i]));
        }
        return positions;
    }

    /**
     * How long documents of the last hour took from the broker to a commit, in ms: the median, of a hundred the slowest,
     * the slowest. Empty without such documents.
     */
    public Optional<long[]> freshnessMillis() throws ClickHouseFailure, InterruptedException {
        String[] millis = client.text(
                        "SELECT count(), toInt64(quantileExact(0.5)(took)), toInt64(quantileExact(0.99)(took)), max(took) FROM"
                                + " (SELECT dateDiff('millisecond', d._appended_at, c.first_at) AS took"
                                + " FROM (SELECT _topic, _partition, _offset, _appended_at FROM documents"
                                + " WHERE _timeline > 0 AND _appended_at > now64(3) - toIntervalHour(1)) AS d"
                                + " ASOF JOIN (SELECT min(committed_at) AS first_at, topic, partition, next_offset FROM commits"
                                + " ARRAY JOIN `positions.topic` AS topic, `positions.partition` AS partition, `positions.next_offset` AS next_offset"
                                + " WHERE kind = 'commit' AND committed_at > now64(3) - toIntervalHour(1)"
                                // Later commits say it again of a partition that got nothing new.
                                + " GROUP BY topic, partition, next_offset) AS c"
                                + " ON d._topic = c.topic AND d._partition = c.partition AND d._offset < c.next_offset)")
                .strip()
                .split("\t", -1);
        return millis[0].equals("0")
                ? Optional.empty()
                : Optional.of(
                        new long[] {Long.parseLong(millis[1]), Long.parseLong(millis[2]), Long.parseLong(millis[3])});
    }

    /** Registers whose newest document came longest ago. */
    public Sheet stalest(int limit) throws ClickHouseFailure, InterruptedException {
        return sheet(
                List.of(
                        new Sheet.Column("register", false),
                        new Sheet.Column("newest_document_came", false),
                        new Sheet.Column("days_ago", true)),
                "SELECT " + key + " AS c0, toString(max(_appended_at)) AS c1,"
                        + " toString(dateDiff('day', max(_appended_at), now64(3))) AS c2 FROM documents GROUP BY " + key
                        + " ORDER BY max(_appended_at), " + key + " LIMIT " + limit);
    }

    /** Bad versions that stand, and dead letters. */
    public Sheet openErrors() throws ClickHouseFailure, InterruptedException {
        return sheet(
                List.of(
                        new Sheet.Column("kind", false),
                        new Sheet.Column("reason", false),
                        new Sheet.Column("open", true),
                        new Sheet.Column("newest", false)),
                "SELECT kind AS c0, reason AS c1, toString(count()) AS c2, toString(max(last_seen)) AS c3 FROM errors"
                        + " WHERE open = 1 GROUP BY kind, reason ORDER BY count() DESC, kind, reason");
    }

    /**
     * A run of {@code recount audit}.
     *
     * @param ageSeconds by the server's clock
     * @param differences rows that were wrong when they were first compared
     * @param isOfAll no registers were named or drawn
     */
    public record Audited(String at, long ageSeconds, long compared, long differences, long repaired, boolean isOfAll) {

        /** For people. */
        public String words() {
            return "%s, %,d s ago: %,d rows%s compared, %,d wrong"
                            .formatted(at, ageSeconds, compared, isOfAll ? "" : " of some registers", differences)
                    + (repaired == 0 ? "" : ", %,d of them repaired".formatted(repaired));
        }
    }

    /** The newest one; empty if there was none. */
    public Optional<Audited> newestAudit() throws ClickHouseFailure, InterruptedException {
        return client
                .rows("SELECT toString(audited_at) AS at, toInt64(dateDiff('second', audited_at, now64(3))) AS age,"
                        + " toInt64(compared) AS rows_compared, toInt64(differences) AS wrong,"
                        + " toInt64(repaired) AS right_again, toInt64(sample = 0 AND empty(registers)) AS of_all"
                        + " FROM audits ORDER BY audited_at DESC LIMIT 1")
                .stream()
                .findFirst()
                .map(row -> new Audited(
                        row.getString("at"),
                        row.getLong("age"),
                        row.getLong("rows_compared"),
                        row.getLong("wrong"),
                        row.getLong("right_again"),
                        row.getLong("of_all") != 0));
    }

    /** The only number of a query. */
    public long number(String sql) throws ClickHouseFailure, InterruptedException {
        return Long.parseLong(client.text(sql).strip());
    }

    private Sheet sheet(List<Sheet.Column> columns, String sql) throws ClickHouseFailure, InterruptedException {
        Sheet sheet = new Sheet(columns);
        for (GenericRecord row : client.rows(sql)) {
            List<@Nullable String> cells = new ArrayList<>();
            for (int i = 0; i < columns.size(); i++) {
                cells.add(row.getString("c" + i));
            }
            sheet.add(cells.toArray(new @Nullable String[0]));
        }
        return sheet;
    }
}
