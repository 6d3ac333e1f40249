package io.recount.clickhouse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

final class RowWriterTest {

    private final RowWriter row = new RowWriter();

    @Test
    void numbersAreLittleEndian() {
        row.uint8(0xAB).uint16(0x1234).uint32(0xFEDCBA98L).int64(-2).float64(1.5);
        assertThat(hex()).isEqualTo("ab" + "3412" + "98badcfe" + "feffffffffffffff" + "000000000000f83f");
    }

    @Test
    void negativeNumbersKeepTheirTypesWidth() {
        row.int8(-1).int16(-2).int32(-3);
        assertThat(hex()).isEqualTo("ff" + "feff" + "fdffffff");
    }

    @Test
    void textsCarryTheirLengthInBytes() {
        row.string("héllo").bytes(new byte[] {1, 2}).varint(300);
        assertThat(hex()).isEqualTo("06" + "68c3a96c6c6f" + "0102" + "ac02");
    }

    @Test
    void textsOfAnyLengthAreTheirUtf8() {
        for (String character : new String[] {"x", "é", "ж", "\uD83C\uDF75"}) {
            for (int length : new int[] {0, 1, 63, 64, 127, 128, 300}) {
                byte[] utf8 = ("x".repeat(length) + character).getBytes(StandardCharsets.UTF_8);
                row.reset();
                byte[] expected = row.string(utf8).toRow();
                row.reset();

                assertThat(row.string("x".repeat(length) + character).toRow()).isEqualTo(expected);
            }
        }
    }

    @Test
    void nullsAndArraysAreMarked() {
        row.nullValue().present().uint8(7).size(2).uint8(1).uint8(2);
        assertThat(hex()).isEqualTo("01" + "0007" + "020102");
    }

    @Test
    void timesAreDaysSecondsAndTicks() {
        row.date(1).dateTime(2).dateTime64(3);
        assertThat(hex()).isEqualTo("0100" + "02000000" + "0300000000000000");
    }

    @Test
    void valuesOutsideTheTypeAreRefused() {
        assertThatThrownBy(() -> row.uint8(256)).hasMessage("UInt8 holds 0 to 255, not 256");
        assertThatThrownBy(() -> row.uint16(-1)).hasMessageContaining("UInt16");
        assertThatThrownBy(() -> row.int8(128)).hasMessageContaining("Int8");
        assertThatThrownBy(() -> row.dateTime(-1)).hasMessageContaining("DateTime");
        assertThatThrownBy(() -> row.uint32(1L << 32)).hasMessageContaining("UInt32");
    }

    @Test
    void aRowGrowsBeyondTheFirstBufferAndTheNextBeginsEmpty() {
        row.string("x".repeat(1000));
        assertThat(row.position()).isEqualTo(1002);
        byte[] first = row.toRow();
        row.reset();
        row.uint8(1);
        assertThat(first).hasSize(1002);
        assertThat(hex()).isEqualTo("01");
    }

    private String hex() {
        return HexFormat.of().formatHex(row.toRow());
    }
}
