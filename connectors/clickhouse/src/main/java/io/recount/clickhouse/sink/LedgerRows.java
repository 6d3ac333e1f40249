package io.recount.clickhouse.sink;

import io.recount.clickhouse.Ancestor;
import io.recount.clickhouse.ClickHouseFailure;
import io.recount.clickhouse.Column;
import io.recount.clickhouse.Ledger;
import io.recount.clickhouse.Phase;
import io.recount.clickhouse.Position;
import io.recount.clickhouse.RowWriter;
import io.recount.clickhouse.Seal;
import io.recount.clickhouse.SinkTable;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Writes the ledger's rows. A row that is written again, by whatever submission, is the same row: it names the submission
 * that took the checkpoint, and its token says so.
 */
final class LedgerRows {

    private static final int START = 1;
    private static final int COMMIT = 2;

    static final SinkTable TABLE = new SinkTable(
            Ledger.TABLE,
            Phase.ON_COMMIT,
            List.of(
                    new Column("timeline", "UInt64"),
                    new Column("checkpoint", "UInt64"),
                    new Column("kind", "Enum8('start' = 1, 'commit' = 2)"),
                    new Column("job", "String"),
                    new Column("submission", "String"),
                    new Column("watermark", "DateTime64(3, 'UTC')"),
                    new Column("ancestors.timeline", "Array(UInt64)"),
                    new Column("ancestors.checkpoint", "Array(UInt64)"),
                    new Column("cuts.timeline", "Array(UInt64)"),
                    new Column("cuts.topic", "Array(LowCardinality(String))"),
                    new Column("cuts.partition", "Array(UInt32)"),
                    new Column("cuts.next_offset", "Array(UInt64)"),
                    new Column("positions.topic", "Array(LowCardinality(String))"),
                    new Column("positions.partition", "Array(UInt32)"),
                    new Column("positions.next_offset", "Array(UInt64)"),
                    new Column("counters", "Map(LowCardinality(String), UInt64)"),
                    new Column("rows", "UInt64"),
                    new Column("blocks", "UInt64"),
                    new Column("shard_weights", "Array(UInt32)")));

    private final BlockEncoder encoder = new BlockEncoder(TABLE, BlockLimits.DEFAULT);
    private final Inserts inserts;

    LedgerRows(Inserts inserts) {
        this.inserts = inserts;
    }

    /** A job begins at this seal. */
    void start(Submission by, Seal seal) throws ClickHouseFailure, InterruptedException {
        write(START, by, seal, 0, 0);
    }

    /** A checkpoint of so many rows and blocks has been committed. */
    void commit(Committable.Sealed end, long rows, int blocks) throws ClickHouseFailure, InterruptedException {
        write(COMMIT, end.by(), end.seal(), rows, blocks);
    }

    private void write(int kind, Submission by, Seal seal, long rows, int blocks)
            throws ClickHouseFailure, InterruptedException {
        Block block =
                encoder.encode(kind, List.of(row(kind, by, seal, rows, blocks))).get(0);
        inserts.insert(TABLE.name(), block.content(), Token.of(seal.timeline(), seal.checkpoint(), block));
    }

    private static byte[] row(int kind, Submission by, Seal seal, long rows, int blocks) {
        List<Ancestor> ancestors = seal.lineage().ancestors();
        List<Cut> cuts = ancestors.stream()
                .flatMap(ancestor -> ancestor.positions().stream().map(at -> new Cut(ancestor.timeline(), at)))
                .toList();
        List<Position> positions = seal.positions();
        Map<String, Long> counters = new TreeMap<>(seal.counters());
        RowWriter row = new RowWriter();
        row.uint64(seal.timeline())
                .uint64(seal.checkpoint())
                .int8(kind)
                .string(by.job())
                .string(by.id())
                .dateTime64(Math.max(0, seal.watermarkMillis()));
        numbers(row, ancestors, Ancestor::timeline);
        numbers(row, ancestors, Ancestor::checkpoint);
        numbers(row, cuts, Cut::timeline);
        places(row, cuts.stream().map(Cut::position).toList());
        places(row, positions);
        row.size(counters.size());
        counters.forEach((name, count) -> row.string(name).uint64(count));
        row.uint64(rows).uint64(blocks).size(by.shardWeights().size());
        by.shardWeights().forEach(row::uint32);
        return row.toRow();
    }

    private static void places(RowWriter row, List<Position> positions) {
        row.size(positions.size());
        positions.forEach(position -> row.string(position.topic()));
        row.size(positions.size());
        positions.forEach(position -> row.uint32(position.partition()));
        numbers(row, positions, Position::nextOffset);
    }

    private static <T> void numbers(RowWriter row, List<T> values, Function<T, Long> number) {
        row.size(values.size());
        values.forEach(value -> row.uint64(number.apply(value)));
    }

    /** One partition's part of an ancestor's cut. */
    private record Cut(long timeline, Position position) {}
}
