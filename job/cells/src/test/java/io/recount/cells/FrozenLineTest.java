package io.recount.cells;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.time.LocalDate;
import org.junit.jupiter.api.Test;

class FrozenLineTest {

    private static final FrozenLine LINE = FrozenLine.before(LocalDate.of(2025, 1, 1));

    private static CellKey cellAt(String time) {
        return new CellKey(7, Instant.parse(time).getEpochSecond());
    }

    @Test
    void aCellIsFrozenIfItsBucketBeginsBeforeTheLine() {
        assertThat(LINE.isFrozen(cellAt("2024-12-31T23:45:00Z"))).isTrue();
        assertThat(LINE.isFrozen(cellAt("2025-01-01T00:00:00Z"))).isFalse();
    }

    @Test
    void withoutALineNothingIsFrozen() {
        assertThat(FrozenLine.NONE.isDrawn()).isFalse();
        assertThat(FrozenLine.NONE.isFrozen(cellAt("1970-01-01T00:00:00Z"))).isFalse();
    }

    @Test
    void itLiesAtAMidnightAndIsCalledByItsDay() {
        assertThat(LINE).hasToString("2025-01-01");
        assertThat(FrozenLine.before(LocalDate.parse(LINE.toString()))).isEqualTo(LINE);
        assertThatThrownBy(() -> new FrozenLine(3_600)).hasMessageContaining("1970-01-01T01:00:00Z is no midnight");
        assertThatThrownBy(() -> FrozenLine.before(LocalDate.of(1969, 12, 31))).hasMessageContaining("no midnight");
    }
}
