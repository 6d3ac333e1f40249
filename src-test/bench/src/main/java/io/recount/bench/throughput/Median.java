package io.recount.bench.throughput;

import java.util.Arrays;
import java.util.Collection;
import java.util.function.ToDoubleFunction;

/** Order statistics of a few measurements. */
public final class Median {

    private Median() {}

    /** The middle value; of an even number of values the mean of the two in the middle. */
    public static <T> double of(Collection<T> measured, ToDoubleFunction<T> value) {
        double[] sorted = sorted(measured, value);
        int upper = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[upper] : (sorted[upper - 1] + sorted[upper]) / 2;
    }

    /** The smallest value that at least this share of all values does not exceed. */
    public static <T> double percentile(Collection<T> measured, ToDoubleFunction<T> value, double share) {
        double[] sorted = sorted(measured, value);
        int rank = (int) Math.ceil(share * sorted.length);
        return sorted[Math.max(rank, 1) - 1];
    }

    private static <T> double[] sorted(Collection<T> measured, ToDoubleFunction<T> value) {
        if (measured.isEmpty()) {
            throw new IllegalArgumentException("Nothing was measured; there is no median");
        }
        double[] sorted = measured.stream().mapToDouble(value).toArray();
        Arrays.sort(sorted);
        return sorted;
    }
}
