package io.recount.cells;

import com.tdunning.math.stats.Centroid;
import com.tdunning.math.stats.MergingDigest;
import com.tdunning.math.stats.ScaleFunction;
import com.tdunning.math.stats.TDigest;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;

/**
 * What a sketch measure keeps of a set of documents: a function of their values, whatever the order in which they came.
 * Sketches of disjoint sets are merged by whoever reads them.
 */
public sealed interface Sketch {

    /** Hashes that a theta sketch keeps; its relative standard error is 1 / sqrt of it. */
    int NOMINAL_ENTRIES = 4096;

    /** Different values of a cell that are kept exactly. */
    int MOST_VALUES = 65_536;

    /** Different values up to which a digest holds all of them. */
    int EXACT_VALUES = 100;

    /** Of a t-digest of scale {@link ScaleFunction#K_1}: it has at most so many means, in the middle of 1 % of all values each. */
    double COMPRESSION = 300;

    /** Whether some values had to be left out, so that what is made of it is too small. */
    boolean isTainted();

    /**
     * Different values, or their hashes.
     *
     * @param values ascending, unsigned, each once
     */
    @SuppressWarnings("ArrayRecordComponent") // written, and never shown
    record Distinct(long[] values, boolean isTainted) implements Sketch {}

    /**
     * A distribution.
     *
     * @param means of neighbouring values, ascending; the first is the least value, the last the greatest
     * @param weights how many values each mean is of
     */
    @SuppressWarnings("ArrayRecordComponent") // written, and never shown
    record Digest(double[] means, long[] weights) implements Sketch {
        @Override
        public boolean isTainted() {
            return false;
        }
    }

    /**
     * A theta sketch in its canonical form, the least hashes. Of more than {@link #NOMINAL_ENTRIES} different ones there is
     * one more, which is theta: the estimate is the number of the others divided by theta's share of 2^63. The least hashes
     * of a union are among the least hashes of its parts, so merging loses nothing.
     *
     * @param hashes 64 bits each, of which the lowest is dropped, as theta sketches do; sorted by this
     */
    static Sketch theta(long[] hashes) {
        for (int i = 0; i < hashes.length; i++) {
            hashes[i] >>>= 1;
        }
        return new Distinct(distinct(hashes, NOMINAL_ENTRIES + 1), false);
    }

    /**
     * All different values, if they are not more than {@link #MOST_VALUES}; else the least of them and one more, which says
     * so.
     *
     * @param values sorted by this
     */
    static Sketch exact(long[] values) {
        long[] distinct = distinct(values, MOST_VALUES + 1);
        return new Distinct(distinct, distinct.length > MOST_VALUES);
    }

    private static long[] distinct(long[] values, int most) {
        for (int i = 0; i < values.length; i++) {
            values[i] += Long.MIN_VALUE;
        }
        Arrays.sort(values);
        int size = 0;
        for (int i = 0; i < values.length && size < most; i++) {
            if (i == 0 || values[i] != values[i - 1]) {
                values[size++] = values[i];
            }
        }
        for (int i = 0; i < size; i++) {
            values[i] += Long.MIN_VALUE;
        }
        return Arrays.copyOf(values, size);
    }

    /**
     * A t-digest; of up to {@link #EXACT_VALUES} different values all of them.
     *
     * @param values sorted by this
     */
    static Sketch digest(long[] values) {
        Arrays.sort(values);
        double[] means = new double[values.length];
        long[] weights = new long[values.length];
        int size = 0;
        for (int i = 0; i < values.length; i++) {
            if (i == 0 || values[i] != values[i - 1]) {
                means[size++] = values[i];
            }
            weights[size - 1]++;
        }
        if (size <= EXACT_VALUES) {
            return new Digest(Arrays.copyOf(means, size), Arrays.copyOf(weights, size));
        }
        TDigest digest = new MergingDigest(COMPRESSION);
        digest.setScaleFunction(ScaleFunction.K_1);
        for (long value : values) {
            digest.add((double) value);
        }
        Collection<Centroid> centroids = List.copyOf(digest.centroids());
        return new Digest(
                centroids.stream().mapToDouble(Centroid::mean).toArray(),
                centroids.stream().mapToLong(Centroid::count).toArray());
    }
}
