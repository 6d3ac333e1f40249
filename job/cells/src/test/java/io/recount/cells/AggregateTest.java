package io.recount.cells;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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

    /** Against sums of any size, with measures of two words in between, asked for in any order. */
    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void sumsOfAnySizeAreExactWhereverTheyStand(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Aggregate aggregate = new Aggregate();
        Map<Integer, BigInteger> sums = new TreeMap<>();
        for (int i = 0; i < 5_000; i++) {
            int id = 2 * random.nextInt(1, 60);
            long value = random.nextLong() >> random.nextInt(64);
            BigInteger addend = BigInteger.valueOf(value);
            if (random.nextInt(3) == 0) {
                assertThat(aggregate.retract(id, Piece.SUM, value >> 63, value)).isTrue();
                addend = addend.negate();
            } else {
                aggregate.combine(id, Piece.SUM, value >> 63, value);
            }
            sums.merge(id, addend, BigInteger::add);
            if (random.nextInt(20) == 0) {
                aggregate.combine(2 * random.nextInt(1, 60) + 121, Piece.LATEST, random.nextLong(), random.nextLong());
            }
            if (random.nextInt(50) == 0) {
                aggregate = aggregate.copy();
            }
        }
        Map<Integer, BigInteger> found = new TreeMap<>();
        aggregate.forEach((id, piece, high, low) -> {
            if (piece == Piece.SUM) {
                byte[] words =
                        ByteBuffer.allocate(16).putLong(high).putLong(low).array();
                found.put(id, new BigInteger(words));
            }
        });
        sums.values().removeIf(sum -> sum.signum() == 0);

        assertThat(found).isEqualTo(sums);
    }

    @Test
    void itKnowsAboutHowMuchOfTheHeapItTakes() {
        Aggregate aggregate = new Aggregate();
        int empty = aggregate.heapBytes();
        for (int id = 1; id <= 100; id++) {
            aggregate.combine(id, Piece.SUM, 0, id);
        }

        assertThat(empty).isBetween(100, 300);
        assertThat(aggregate.copy().heapBytes() - empty).isBetween(900, 1_200);
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
