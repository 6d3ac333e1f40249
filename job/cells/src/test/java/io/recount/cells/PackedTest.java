package io.recount.cells;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What is written is read, also where the array has to grow in the middle of a value. */
class PackedTest {

    private static final String LONG_TEXT = "ж".repeat(700);

    @Test
    void everyValueRoundTripsFromEveryPosition() {
        for (int before = 0; before < 300; before++) {
            PackedWriter out = new PackedWriter();
            for (int i = 0; i < before; i++) {
                out.unsigned(i & 0x7F);
            }
            switch (before % 4) {
                case 0 -> out.unsigned(-1);
                case 1 -> out.signed(Long.MIN_VALUE);
                case 2 -> out.fixed64(0x8070_6050_4030_2010L);
                default -> out.text(LONG_TEXT);
            }
            PackedReader in = new PackedReader(out.toBytes());
            for (int i = 0; i < before; i++) {
                assertThat(in.unsigned()).isEqualTo(i & 0x7F);
            }
            switch (before % 4) {
                case 0 -> assertThat(in.unsigned()).isEqualTo(-1);
                case 1 -> assertThat(in.signed()).isEqualTo(Long.MIN_VALUE);
                case 2 -> assertThat(in.fixed64()).isEqualTo(0x8070_6050_4030_2010L);
                default -> assertThat(in.text()).isEqualTo(LONG_TEXT);
            }
            assertThat(in.hasMore()).as("after %d bytes", before).isFalse();
        }
    }

    @Test
    void partsLieWithinEachOther() {
        PackedWriter innermost = new PackedWriter();
        innermost.text(LONG_TEXT);
        PackedWriter inner = new PackedWriter();
        inner.part(innermost);
        inner.part(new PackedWriter());
        inner.unsigned(7);
        PackedWriter out = new PackedWriter();
        out.part(inner);
        out.signed(-3);

        PackedReader in = new PackedReader(out.toBytes());
        PackedReader part = in.part();
        assertThat(in.signed()).isEqualTo(-3);
        assertThat(in.hasMore()).isFalse();
        assertThat(part.part().text()).isEqualTo(LONG_TEXT);
        assertThat(part.part().hasMore()).isFalse();
        assertThat(part.unsigned()).isEqualTo(7);
        assertThat(part.hasMore()).isFalse();
    }

    @Test
    void numbersTakeABytePerSevenBits() {
        PackedWriter out = new PackedWriter();
        out.unsigned(127);
        out.unsigned(128);
        out.signed(-64);
        out.signed(64);

        assertThat(out.toBytes()).containsExactly(0x7F, 0x80, 0x01, 0x7F, 0x80, 0x01);
    }

    @Test
    void aThousandOfEachFit() {
        PackedWriter out = new PackedWriter();
        for (int i = 0; i < 1_000; i++) {
            out.fixed64(-i);
            out.text("t" + i);
            out.signed(-i);
        }
        PackedReader in = new PackedReader(out.toBytes());
        for (int i = 0; i < 1_000; i++) {
            assertThat(in.fixed64()).isEqualTo(-i);
            assertThat(in.text()).isEqualTo("t" + i);
            assertThat(in.signed()).isEqualTo(-i);
        }
        assertThat(in.hasMore()).isFalse();
    }
}
