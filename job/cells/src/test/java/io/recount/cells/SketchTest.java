package io.recount.cells;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SketchTest {

    private static final long SEED = 20_261_130;

    private static Sketch.Distinct theta(long... hashes) {
        return (Sketch.Distinct) Sketch.theta(hashes.clone());
    }

    private static Sketch.Distinct exact(long... values) {
        return (Sketch.Distinct) Sketch.exact(values.clone());
    }

    private static Sketch.Digest digest(long... values) {
        return (Sketch.Digest) Sketch.digest(values.clone());
    }

    private static long[] shuffled(long[] values, Random random) {
        List<Long> list = Arrays.stream(values).boxed().collect(Collectors.toList());
        Collections.shuffle(list, random);
        return list.stream().mapToLong(Long::longValue).toArray();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 70, 5_000, 80_000})
    void sketchesDependOnTheValuesAndNotOnTheirOrder(int count) {
        Random random = new Random(SEED);
        long[] values = random.longs(count).toArray();
        long[] others = shuffled(values, random);

        assertThat(theta(others).values()).isEqualTo(theta(values).values());
        assertThat(exact(others).values()).isEqualTo(exact(values).values());
        assertThat(digest(others).means()).isEqualTo(digest(values).means());
        assertThat(digest(others).weights()).isEqualTo(digest(values).weights());
    }

    @Test
    void aThetaSketchKeepsTheLeastHashesAndTheta() {
        long[] hashes = new Random(SEED).longs(20_000).toArray();
        long[] all = Arrays.stream(hashes).map(hash -> hash >>> 1).sorted().toArray();

        assertThat(theta(hashes).values()).isEqualTo(Arrays.copyOf(all, 4_097));
        assertThat(theta(hashes).isTainted()).isFalse();
        assertThat(theta(Arrays.copyOf(hashes, 4_096)).values()).hasSize(4_096);
    }

    @Test
    void theLeastHashesOfAUnionAreThoseOfItsParts() {
        Random random = new Random(SEED);
        long[] one = random.longs(9_000).toArray();
        long[] other = random.longs(7_000).toArray();
        long[] both =
                LongStream.concat(Arrays.stream(one), Arrays.stream(other)).toArray();

        assertThat(LongStream.concat(
                                Arrays.stream(theta(one).values()),
                                Arrays.stream(theta(other).values()))
                        .sorted()
                        .limit(4_097)
                        .toArray())
                .isEqualTo(theta(both).values());
    }

    @Test
    void differentValuesAreKeptOnceAndAscendUnsigned() {
        assertThat(exact(3, -1, 3, 0, Long.MIN_VALUE, Long.MAX_VALUE, -1).values())
                .containsExactly(0, 3, Long.MAX_VALUE, Long.MIN_VALUE, -1);
    }

    @Test
    void moreValuesThanAreKeptTaint() {
        assertThat(exact(LongStream.range(0, 65_536).toArray()).isTainted()).isFalse();
        Sketch.Distinct more = exact(LongStream.range(0, 70_000).toArray());
        assertThat(more.isTainted()).isTrue();
        assertThat(more.values()).hasSize(65_537).startsWith(0, 1, 2).endsWith(65_536);
    }

    @Test
    void aDigestOfFewDifferentValuesHoldsThemAll() {
        assertThat(digest(5, -2, 5, 5).means()).containsExactly(-2, 5);
        assertThat(digest(5, -2, 5, 5).weights()).containsExactly(1, 3);
        assertThat(digest().means()).isEmpty();
        assertThat(digest(LongStream.range(0, 1_000).map(i -> i % 100).toArray())
                        .weights())
                .hasSize(100)
                .containsOnly(10);
    }

    /** The audit relies on it. */
    @ParameterizedTest
    @ValueSource(ints = {101, 150, 1_000, 30_000})
    void aDigestHasEveryValueTheLeastAndTheGreatest(int different) {
        Random random = new Random(SEED + different);
        for (int run = 0; run < 50; run++) {
            int repeats = 1 + random.nextInt(3);
            long heavy = random.nextInt(different);
            long[] values = LongStream.range(0, (long) different * repeats)
                    .map(i -> i < different ? i : heavy)
                    .map(i -> i * i)
                    .toArray();
            Sketch.Digest digest = digest(values);

            assertThat(Arrays.stream(digest.weights()).sum()).isEqualTo(values.length);
            assertThat(digest.means()).isSorted();
            assertThat(digest.means()[0]).isZero();
            assertThat(digest.means()[digest.means().length - 1])
                    .isEqualTo((double) (different - 1L) * (different - 1L));
            assertThat(digest.means().length).isLessThanOrEqualTo(300);
        }
    }

    /** Within the means that a quantile falls between: in ranks of all values. */
    @Test
    void aDigestIsExactToASmallShareOfTheRanks() {
        Random random = new Random(SEED);
        long[] values = LongStream.range(0, 100_000)
                .map(i -> (long) Math.exp(random.nextGaussian() * 1.5 + 8))
                .sorted()
                .toArray();
        Sketch.Digest digest = digest(values);

        assertThat(rankError(digest, values, 0.5)).isCloseTo(0, within(0.01));
        assertThat(rankError(digest, values, 0.95)).isCloseTo(0, within(0.005));
        assertThat(rankError(digest, values, 0.99)).isCloseTo(0, within(0.0025));
    }

    private static double rankError(Sketch.Digest digest, long[] sorted, double level) {
        double seen = 0;
        int at = 0;
        while (seen + digest.weights()[at] < level * sorted.length) {
            seen += digest.weights()[at++];
        }
        double mean = digest.means()[at];
        long below = Arrays.stream(sorted).filter(value -> value < mean).count();
        return (double) below / sorted.length - level;
    }
}
