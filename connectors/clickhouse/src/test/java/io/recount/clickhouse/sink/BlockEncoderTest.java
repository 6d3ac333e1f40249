package io.recount.clickhouse.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.recount.clickhouse.Column;
import io.recount.clickhouse.Phase;
import io.recount.clickhouse.RowWriter;
import io.recount.clickhouse.SinkTable;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import net.jpountz.lz4.LZ4FrameInputStream;
import org.junit.jupiter.api.Test;

final class BlockEncoderTest {

    @Test
    void rowsBecomeColumns() throws IOException {
        SinkTable table = table(new Column("a", "UInt16"), new Column("b", "LowCardinality(String)"));
        byte[] first = new RowWriter().uint16(1).string("x").toRow();
        byte[] second = new RowWriter().uint16(0x0203).string("").toRow();
        assertThat(encoded(table, first, second))
                .isEqualTo("02" + "02" + named("a", "UInt16") + "0100" + "0302" + named("b", "String") + "0178" + "00");
    }

    @Test
    void marksComeBeforeValues() throws IOException {
        SinkTable table = table(new Column("n", "Nullable(UInt16)"), new Column("s", "Nullable(String)"));
        byte[] first = new RowWriter().present().uint16(5).nullValue().toRow();
        byte[] second = new RowWriter().nullValue().present().string("z").toRow();
        assertThat(encoded(table, first, second))
                .isEqualTo("02" + "02" + named("n", "Nullable(UInt16)") + "0001" + "05000000"
                        + named("s", "Nullable(String)") + "0100" + "00017a");
    }

    @Test
    void endsComeBeforeElements() throws IOException {
        SinkTable table = table(new Column("a", "Array(UInt8)"));
        byte[] first = new RowWriter().size(2).uint8(1).uint8(2).toRow();
        byte[] second = new RowWriter().size(0).toRow();
        byte[] third = new RowWriter().size(1).uint8(3).toRow();
        assertThat(encoded(table, first, second, third))
                .isEqualTo("01" + "03" + named("a", "Array(UInt8)") + uint64(2) + uint64(2) + uint64(3) + "010203");
    }

    @Test
    void mapsAreEndsKeysAndValues() throws IOException {
        SinkTable table = table(new Column("m", "Map(LowCardinality(String), UInt8)"));
        byte[] first = new RowWriter()
                .size(2)
                .string("k")
                .uint8(1)
                .string("l")
                .uint8(2)
                .toRow();
        byte[] second = new RowWriter().size(1).string("k").uint8(3).toRow();
        assertThat(encoded(table, first, second))
                .isEqualTo("01" + "02" + named("m", "Map(String, UInt8)") + uint64(2) + uint64(3) + "016b" + "016c"
                        + "016b" + "010203");
    }

    @Test
    void arraysNest() throws IOException {
        SinkTable table = table(new Column("a", "Array(Array(UInt8))"));
        byte[] row = new RowWriter()
                .size(2)
                .size(1)
                .uint8(7)
                .size(2)
                .uint8(8)
                .uint8(9)
                .toRow();
        assertThat(encoded(table, row))
                .isEqualTo(
                        "01" + "01" + named("a", "Array(Array(UInt8))") + uint64(2) + uint64(1) + uint64(3) + "070809");
    }

    @Test
    void aRowThatDoesNotFitItsColumnsIsRefused() {
        BlockEncoder encoder = encoder(table(new Column("a", "UInt16"), new Column("b", "String")), 10, 1 << 20);
        assertThatThrownBy(() -> encoder.encode(0, List.of(new byte[] {1})))
                .hasMessageContaining("A row of table t has 1 bytes and ends inside column a UInt16");
        assertThatThrownBy(() -> encoder.encode(0, List.of(new byte[] {1, 0, 5, 65})))
                .hasMessageContaining("ends inside column b String");
        assertThatThrownBy(() -> encoder.encode(0, List.of(new byte[] {1, 0, 1, 65, 66, 67})))
                .hasMessageContaining("2 bytes more than its columns");
        byte[] endless = {1, 0, -1, -1, -1, -1, -1, -1};
        assertThatThrownBy(() -> encoder.encode(0, List.of(endless))).hasMessageContaining("ends inside column b");
    }

    @Test
    void blocksKeepTheirLimits() {
        long seed = 20_240_501;
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        List<byte[]> rows = IntStream.range(0, 1000)
                .mapToObj(i -> {
                    byte[] noise = new byte[100];
                    random.nextBytes(noise);
                    return new RowWriter().bytes(noise).toRow();
                })
                .toList();
        SinkTable table = table(new Column("noise", "FixedString(100)"));
        List<Block> blocks = encoder(table, 300, 10_000).encode(4, rows);
        assertThat(blocks).allSatisfy(block -> {
            assertThat(block.rows()).isLessThanOrEqualTo(300);
            assertThat(block.content().length).isLessThanOrEqualTo(10_000);
            assertThat(block.partition()).isEqualTo(4);
        });
        assertThat(blocks.stream().mapToInt(Block::rows).sum()).isEqualTo(1000);
        assertThat(encoder(table, 300, 10).encode(4, rows.subList(0, 3)))
                .as("a row alone is not split")
                .hasSize(3);
    }

    @Test
    void equalRowsHaveAnEqualDigestAndOthersHaveAnother() {
        SinkTable table = table(new Column("a", "UInt16"));
        byte[] one = new RowWriter().uint16(1).toRow();
        byte[] two = new RowWriter().uint16(2).toRow();
        BlockEncoder encoder = encoder(table, 10, 1000);
        assertThat(encoder.encode(0, List.of(one)).get(0).digest())
                .isEqualTo(encoder.encode(0, List.of(one.clone())).get(0).digest())
                .isNotEqualTo(encoder.encode(0, List.of(two)).get(0).digest())
                .hasSize(32);
    }

    @Test
    void aTokenTellsTimelineCheckpointPlaceAndRowsApart() {
        Block block = Samples.block("totals", 1, 2);
        String token = Token.of(10, 20, block);
        Block otherRows = new Block("totals", 0, 1, 2, 2, new byte[] {3}, block.content());
        assertThat(token).isEqualTo(Token.of(10, 20, block)).matches("[0-9a-f]{64}");
        assertThat(List.of(
                        Token.of(11, 20, block),
                        Token.of(10, 21, block),
                        Token.of(10, 20, Samples.block("total", 1, 2)),
                        Token.of(10, 20, Samples.block("totals", 2, 2)),
                        Token.of(10, 20, block.numbered(3)),
                        Token.of(10, 20, otherRows)))
                .doesNotContain(token)
                .doesNotHaveDuplicates();
    }

    private static SinkTable table(Column... columns) {
        return new SinkTable("t", Phase.ON_COMMIT, List.of(columns));
    }

    private static BlockEncoder encoder(SinkTable table, int rows, int compressedBytes) {
        return new BlockEncoder(table, new BlockLimits(rows, 1 << 20, compressedBytes));
    }

    private static String encoded(SinkTable table, byte[]... rows) throws IOException {
        List<Block> blocks = encoder(table, 100, 1 << 20).encode(0, List.of(rows));
        assertThat(blocks).hasSize(1);
        assertThat(blocks.get(0).rows()).isEqualTo(rows.length);
        try (LZ4FrameInputStream in =
                new LZ4FrameInputStream(new ByteArrayInputStream(blocks.get(0).content()))) {
            return HexFormat.of().formatHex(in.readAllBytes());
        }
    }

    private static String named(String name, String type) {
        return text(name) + text(type);
    }

    private static String text(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return String.format("%02x", bytes.length) + HexFormat.of().formatHex(bytes);
    }

    private static String uint64(int value) {
        return String.format("%02x", value) + "00".repeat(7);
    }
}
