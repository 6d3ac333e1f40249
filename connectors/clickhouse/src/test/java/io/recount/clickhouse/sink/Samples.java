package io.recount.clickhouse.sink;

import io.recount.clickhouse.Ancestor;
import io.recount.clickhouse.ClickHouseAccess;
import io.recount.clickhouse.ClickHouseCluster;
import io.recount.clickhouse.Column;
import io.recount.clickhouse.Lineage;
import io.recount.clickhouse.Phase;
import io.recount.clickhouse.Position;
import io.recount.clickhouse.Progress;
import io.recount.clickhouse.RowWriter;
import io.recount.clickhouse.Seal;
import io.recount.clickhouse.Secret;
import io.recount.clickhouse.SinkTable;
import io.recount.clickhouse.TableRow;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Small values that several tests share. */
final class Samples {

    static final SinkTable EVENTS =
            new SinkTable("events", Phase.ON_WRITE, List.of(new Column("id", "UInt32"), new Column("amount", "Int64")));
    static final SinkTable TOTALS = new SinkTable(
            "totals", Phase.ON_COMMIT, List.of(new Column("id", "UInt32"), new Column("amount", "Int64")));

    static final Progress PROGRESS = new Progress(
            List.of(new Position("receipts", 3, 1L << 40)), Map.of("new", 5L, "duplicate", -1L), 1_700L, 1_699L);

    static final Seal SEAL = new Seal(
            200,
            7,
            Lineage.NONE.leftAt(new Ancestor(100, 4, List.of(new Position("receipts", 0, 9)))),
            List.of(new Position("receipts", 0, 12), new Position("receipts", 1, 34)),
            1_700_000_000_000L,
            Map.of("new", 5L, "duplicate", 2L));

    static final Committable.Sealed SEALED =
            new Committable.Sealed(new Submission("first", "receipts 1", List.of(2, 3)), SEAL, 1_600_000_000_000L);

    private Samples() {}

    /** On the first shard. */
    static Block block(String table, int partition, int ordinal) {
        return new Block(
                table, 0, partition, ordinal, 2, new byte[] {1, 2, (byte) ordinal}, new byte[] {9, 8, 7, (byte) 0xFF});
    }

    /** A block of {@link #TOTALS} with these ids. */
    static Block block(int partition, long... ids) {
        List<byte[]> rows = LongStream.of(ids)
                .mapToObj(id -> row(1, partition, 1, id, -id).row())
                .toList();
        return new BlockEncoder(TOTALS, BlockLimits.DEFAULT)
                .encode(partition, rows)
                .get(0);
    }

    /** A row of {@link #EVENTS} (table 0) or {@link #TOTALS} (table 1); its hash is its id. */
    static TableRow row(int table, int partition, long version, long id, long amount) {
        return new TableRow(
                table,
                id,
                partition,
                version,
                Integer.BYTES,
                new RowWriter().uint32(id).int64(amount).toRow());
    }

    /** Servers that are not there. */
    static ClickHouseCluster cluster(Integer... weights) {
        return new ClickHouseCluster(Stream.iterate(0, i -> i < weights.length, i -> i + 1)
                .map(i -> new ClickHouseCluster.Shard(
                        new ClickHouseAccess(URI.create("http://localhost:" + (i + 1)), "db", "user", new Secret("")),
                        weights[i]))
                .toList());
    }

    static SinkSettings settings(long timeline, String submission, @Nullable Seal startAfter) {
        return settings(timeline, submission, startAfter, UnseenRows.REFUSE);
    }

    static SinkSettings settings(long timeline, String submission, @Nullable Seal startAfter, UnseenRows unseen) {
        return settings(cluster(1), timeline, submission, startAfter, unseen);
    }

    static SinkSettings settings(
            ClickHouseCluster cluster, long timeline, String submission, @Nullable Seal startAfter, UnseenRows unseen) {
        return new SinkSettings(
                cluster,
                List.of(EVENTS, TOTALS),
                timeline,
                new Submission(submission, "test", cluster.weights()),
                startAfter,
                unseen,
                BlockLimits.DEFAULT,
                Duration.ofMinutes(1));
    }
}
