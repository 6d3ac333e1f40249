package io.recount.cells;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class AggregateTest {

    @Test
    void manyMeasuresStandAscendingWhateverTheOrderTheyCameIn() {
        Aggregate aggregate = new Aggregate();
        for (int i = 0; i < 100; i++) {
            aggregate.combine(1 + i * 37 % 101, Piece.SUM, 0, 1_000 + i * 37 % 101);
        }
        List<Integer> ids = new ArrayList<>();
        aggregate.forEach((id, piece, high, low) -> {
            assertThat(low).isEqualTo(999 + id);
            ids.add(id);
        });

        assertThat(ids)
                .isEqualTo(IntStream.rangeClosed(1, 101)
                        .filter(id -> IntStream.range(0, 100).anyMatch(i -> 1 + i * 37 % 101 == id))
                        .boxed()
                        .toList());
    }

    @Test
    void anyDifferenceMakesUnequal() {
        assertThat(withSum(1, 0, 5)).isEqualTo(withSum(1, 0, 5)).hasSameHashCodeAs(withSum(1, 0, 5));
        assertThat(withSum(1, 0, 5))
                .isNotEqualTo(withSum(1, 0, 6))
                .isNotEqualTo(withSum(1, 1, 5))
                .isNotEqualTo(withSum(2, 0, 5))
                .isNotEqualTo(new Aggregate())
                .isNotEqualTo("5");
        assertThat(new Aggregate()).isNotEqualTo(withSum(1, 0, 5));
        assertThat(counting(1, 0, 0)).isNotEqualTo(counting(2, 0, 0)).isNotEqualTo(counting(1, 1, 0));
        assertThat(counting(1, 0, 0)).isNotEqualTo(counting(1, 0, 1)).isEqualTo(counting(1, 0, 0));
        assertThat(counting(1, 0, 0).hashCode()).isNotEqualTo(counting(2, 0, 0).hashCode());
        assertThat(counting(1, 0, 1).hashCode()).isNotEqualTo(counting(1, 0, 2).hashCode());
    }

    @Test
    void aSumOfZeroIsTheSameAsNone() {
        Aggregate zero = withSum(1, 0, 0);
        zero.combine(7, Piece.SUM, 0, 3);
        Aggregate none = withSum(7, 0, 3);

        assertThat(zero).isEqualTo(none);
        assertThat(none).isEqualTo(zero);
        assertThat(zero).hasToString(none.toString());
    }

    @Test
    void zeroIsAValueOfWhatIsNoSum() {
        Aggregate least = new Aggregate();
        least.combine(1, Piece.LEAST, 0, 0);

        assertThat(least).isNotEqualTo(new Aggregate());
        assertThat(PublishedMeasures.of(least).size()).isEqualTo(1);
    }

    @Test
    void aSumBeyond64BitsIsThereAlsoIfItsLowWordIsZero() {
        assertThat(withSum(1, 1, 0)).isNotEqualTo(new Aggregate());
        assertThat(PublishedMeasures.of(withSum(1, 1, 0)).tainted()).isTrue();
    }

    @Test
    void aSumCanBeRetractedBeforeItIsAdded() {
        Aggregate aggregate = withSum(5, 0, 1);

        assertThat(aggregate.retract(3, Piece.SUM, 0, 40)).isTrue();
        assertThat(PublishedMeasures.of(aggregate).valueOf(3)).isEqualTo(-40);
        aggregate.combine(3, Piece.SUM, 0, 40);
        assertThat(aggregate).isEqualTo(withSum(5, 0, 1));
    }

    @Test
    void aLeastThatIsNotThereCannotBeRetracted() {
        assertThat(withSum(5, 0, 1).retract(3, Piece.LEAST, 0, 40)).isFalse();
    }

    @Test
    void itIsEmptyWithoutDocumentsAndErrorsOnly() {
        assertThat(new Aggregate().isEmpty()).isTrue();
        assertThat(counting(1, 0, 0).isEmpty()).isFalse();
        assertThat(counting(0, 0, 1).isEmpty()).isFalse();
    }

    @Test
    void replacingAPartCountsTheDifference() {
        Aggregate whole = counting(10, 6, 4);

        assertThat(whole.replace(counting(3, 2, 1), counting(5, 1, 3))).isTrue();
        assertThat(whole).isEqualTo(counting(12, 5, 6));
    }

    @Test
    void itShowsWhatItCounts() {
        Aggregate aggregate = counting(3, 2, 1);
        aggregate.combine(7, Piece.SUM, 0, 42);

        assertThat(aggregate).hasToString("Aggregate[documents=3, late=2, errors=1, 7=42]");
    }

    private static Aggregate counting(long documents, long late, long errors) {
        Aggregate aggregate = new Aggregate();
        aggregate.count(documents, late, errors);
        return aggregate;
    }

    private static Aggregate withSum(int id, long high, long low) {
        Aggregate aggregate = new Aggregate();
        aggregate.combine(id, Piece.SUM, high, low);
        return aggregate;
    }
}
