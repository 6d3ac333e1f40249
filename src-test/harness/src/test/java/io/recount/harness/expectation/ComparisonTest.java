package io.recount.harness.expectation;

import static io.recount.harness.expectation.Messages.values;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.recount.harness.ModelUnderTest;
import java.util.List;
import org.junit.jupiter.api.Test;

class ComparisonTest {

    private static final Row<ShiftKey> FIRST = row(1, 2, 0, "1=2 2=500 11=0");
    private static final Row<ShiftKey> SECOND = row(2, 1, 1, "1=1 4=7 5=1000");

    @Test
    void equalRowsAreExact() {
        Comparison comparison = compare(List.of(FIRST, SECOND), List.of(FIRST, SECOND));
        assertThat(comparison).isEqualTo(new Comparison("shifts", 2, 10, 0, List.of()));
        assertThat(comparison.isExact()).isTrue();
    }

    @Test
    void aWrongNumberIsNamed() {
        Comparison comparison = compare(List.of(FIRST, SECOND), List.of(FIRST, row(2, 1, 0, "1=1 4=7 5=1001")));
        assertThat(comparison.differingRows()).isEqualTo(1);
        assertThat(comparison.differences())
                .extracting(Difference::toString)
                .containsExactly(
                        "shifts ShiftKey[register=R, shift=2] errors: expected 1, found 0",
                        "shifts ShiftKey[register=R, shift=2] first_number_at: expected 1000, found 1001");
    }

    @Test
    void aMissingRowDiffersInEveryNumber() {
        Comparison comparison = compare(List.of(FIRST, SECOND), List.of(SECOND));
        assertThat(comparison.differingRows()).isEqualTo(1);
        assertThat(comparison.differences())
                .extracting(Difference::measure)
                .containsExactly("documents", "receipts", "net_total", "smallest_total");
    }

    @Test
    void anUnexpectedRowDiffers() {
        assertThat(compare(List.of(SECOND), List.of(FIRST, SECOND)).differingRows())
                .isEqualTo(1);
        assertThat(compare(List.of(FIRST), List.of(FIRST, SECOND)).differingRows())
                .isEqualTo(1);
        assertThat(compare(List.of(), List.of(FIRST, SECOND)).differingRows()).isEqualTo(2);
    }

    @Test
    void aRowOfZerosIsAsGoodAsNone() {
        Row<ShiftKey> zeros = row(1, 0, 0, "1=0 2=0 4=0 5=0");
        assertThat(compare(List.of(SECOND), List.of(zeros, SECOND)))
                .isEqualTo(compare(List.of(SECOND), List.of(SECOND)));
    }

    @Test
    void aZeroOfASumIsAbsentAndAZeroOfAMinimumIsNot() {
        assertThat(compare(List.of(FIRST), List.of(row(1, 2, 0, "1=2 2=500 11=0 121=0")))
                        .isExact())
                .isTrue();
        assertThat(compare(List.of(FIRST), List.of(row(1, 2, 0, "1=2 2=500"))).differences())
                .extracting(Difference::measure)
                .containsExactly("smallest_total");
        assertThat(compare(List.of(FIRST), List.of(row(1, 2, 0, "1=2 2=500 10=0 11=0")))
                        .differences())
                .extracting(Difference::measure)
                .containsExactly("largest_total");
    }

    @Test
    void anUndeclaredMeasureDiffers() {
        assertThat(compare(List.of(FIRST), List.of(row(1, 2, 0, "1=2 2=500 11=0 60000=1")))
                        .differences())
                .extracting(Difference::measure)
                .containsExactly("undeclared measure 60000");
    }

    @Test
    void aKeyThatIsFoundTwiceDiffers() {
        Comparison comparison = compare(List.of(FIRST, SECOND), List.of(FIRST, FIRST, SECOND));
        assertThat(comparison.differingRows()).isEqualTo(1);
        assertThat(comparison.differences()).extracting(Difference::measure).containsExactly("row");
    }

    @Test
    void onlyTheFirstDifferencesAreKeptAndAllAreCounted() {
        Comparison comparison = Comparison.of(
                ModelUnderTest.receipts(),
                "shifts",
                List.of(FIRST, SECOND).stream(),
                List.<Row<ShiftKey>>of().iterator(),
                1);
        assertThat(comparison.differences()).hasSize(1);
        assertThat(comparison.differingRows()).isEqualTo(2);
    }

    @Test
    void rowsThatDoNotAscendAreRefused() {
        assertThatThrownBy(() -> compare(List.of(FIRST, SECOND), List.of(SECOND, FIRST)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("do not ascend");
    }

    @Test
    void textsAscendByTheirBytes() {
        // In UTF-16 the pair of the second would come before the first.
        assertThat(ByteOrder.compare("a\uFF5E", "a\uD83C\uDF84")).isNegative();
        assertThat(ByteOrder.compare("a", "a\uFF5E")).isNegative();
        assertThat(ByteOrder.compare("b", "a\uFF5E")).isPositive();
        assertThat(ByteOrder.compare("\uD83C\uDF84", "\uD83C\uDF85")).isNegative();
        assertThat(ByteOrder.compare("ab", "ab")).isZero();
    }

    private static Comparison compare(List<Row<ShiftKey>> expected, List<Row<ShiftKey>> actual) {
        return Comparison.of(ModelUnderTest.receipts(), "shifts", expected.stream(), actual.iterator(), 100);
    }

    private static Row<ShiftKey> row(long shift, long documents, long errors, String values) {
        return new Row<>(new ShiftKey("R", shift), documents, errors, values(values));
    }
}
