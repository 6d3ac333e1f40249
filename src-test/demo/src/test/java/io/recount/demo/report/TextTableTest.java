package io.recount.demo.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class TextTableTest {

    @Test
    void numbersStandToTheRightAndTextsToTheLeft() {
        assertThat(TextTable.lines(
                        List.of("store", "total"), List.of(List.of("S-1", "-12.50"), List.of("S-1000", "1000.00"))))
                .containsExactly("  store     total", "  S-1      -12.50", "  S-1000  1000.00");
    }

    @Test
    void absentNumberLeavesItsColumnNumeric() {
        assertThat(TextTable.lines(List.of("n"), List.of(List.of(""), List.of("10"))))
                .containsExactly("   n", "", "  10");
    }
}
