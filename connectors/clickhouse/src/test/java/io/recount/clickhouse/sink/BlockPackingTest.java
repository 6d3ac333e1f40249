package io.recount.clickhouse.sink;

import static org.assertj.core.api.Assertions.assertThat;

import io.recount.clickhouse.Column;
import io.recount.clickhouse.Phase;
import io.recount.clickhouse.RowWriter;
import io.recount.clickhouse.SinkTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class BlockPackingTest {

    private static final SinkTable EVERY_SHAPE = new SinkTable(
            "shapes",
            Phase.ON_COMMIT,
            List.of(
                    new Column("f", "UInt32"),
                    new Column("s", "String"),
                    new Column("n", "Nullable(String)"),
                    new Column("a", "Array(Array(UInt16))"),
                    new Column("m", "Map(LowCardinality(String), UInt8)")));

    @Test
    void joinedBlocksAreTheBlockOfAllTheirRows() {
        long seed = 20_261_130;
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        BlockEncoder encoder = new BlockEncoder(EVERY_SHAPE, BlockLimits.DEFAULT);
        for (int run = 0; run < 200; run++) {
            List<byte[]> all = new ArrayList<>();
            List<Block> parts = new ArrayList<>();
            for (int part = 1 + random.nextInt(4); part > 0; part--) {
                List<byte[]> rows = new ArrayList<>();
                for (int row = 1 + random.nextInt(20); row > 0; row--) {
                    rows.add(row(random));
                }
                all.addAll(rows);
                parts.addAll(encoder.encode(7, rows));
            }
            assertThat(packed(BlockLimits.DEFAULT, parts)).isEqualTo(encoder.encode(7, all));
        }
    }

    @Test
    void blocksOfOtherPlacesStayApart() {
        Block may = Samples.block(5, 1);
        Block june = Samples.block(6, 2);
        Block other = Samples.block("events", 5, 0);
        assertThat(packed(BlockLimits.DEFAULT, List.of(may, june, other, Samples.block(5, 3))))
                .containsExactly(Samples.block(5, 1, 3), june, other);
        Block secondShard = Samples.block(5, 3).on(1);
        assertThat(packed(
                        BlockLimits.DEFAULT,
                        List.of(may, secondShard, Samples.block(5, 4).on(1))))
                .containsExactly(may, Samples.block(5, 3, 4).on(1));
    }

    @Test
    void noBlockPassesItsLimits() {
        List<Block> blocks = List.of(Samples.block(5, 1, 2), Samples.block(5, 3), Samples.block(5, 4));
        assertThat(packed(new BlockLimits(3, 1 << 20, 1 << 20), blocks))
                .containsExactly(Samples.block(5, 1, 2, 3), Samples.block(5, 4));
        int one = Samples.block(5, 3).content().length;
        assertThat(packed(new BlockLimits(100, 1 << 20, 2 * one), blocks.subList(1, 3)))
                .containsExactly(Samples.block(5, 3, 4));
        assertThat(packed(new BlockLimits(100, 1 << 20, 2 * one - 1), blocks.subList(1, 3)))
                .isEqualTo(blocks.subList(1, 3));
        int uncompressed = Samples.block(5, 3).uncompressed().length;
        assertThat(packed(new BlockLimits(100, 2 * uncompressed - 1, 1 << 20), blocks.subList(1, 3)))
                .isEqualTo(blocks.subList(1, 3));
    }

    private static List<Block> packed(BlockLimits limits, List<Block> blocks) {
        return new BlockPacking(List.of(Samples.TOTALS, Samples.EVENTS, EVERY_SHAPE), limits).packed(blocks);
    }

    private static byte[] row(Random random) {
        RowWriter row = new RowWriter().uint32(random.nextInt(1 << 20)).string("x".repeat(random.nextInt(300)));
        if (random.nextBoolean()) {
            row.nullValue();
        } else {
            row.present().string("y".repeat(random.nextInt(3)));
        }
        int arrays = random.nextInt(4);
        row.size(arrays);
        for (int i = 0; i < arrays; i++) {
            int elements = random.nextInt(3);
            row.size(elements);
            for (int j = 0; j < elements; j++) {
                row.uint16(random.nextInt(1 << 16));
            }
        }
        int pairs = random.nextInt(3);
        row.size(pairs);
        for (int i = 0; i < pairs; i++) {
            row.string("k" + i).uint8(i);
        }
        return row.toRow();
    }
}
