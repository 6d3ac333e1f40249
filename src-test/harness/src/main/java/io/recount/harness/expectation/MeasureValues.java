package io.recount.harness.expectation;

import java.util.Arrays;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Numbers by id of measure, sparse. Immutable; ids ascend. */
public final class MeasureValues {

    private static final MeasureValues NONE = new MeasureValues(new int[0], new long[0]);

    private final int[] ids;
    private final long[] values;

    private MeasureValues(int[] ids, long[] values) {
        this.ids = ids;
        this.values = values;
    }

    public static MeasureValues none() {
        return NONE;
    }

    /**
     * Of parallel arrays, in any order of ids.
     *
     * @throws IllegalArgumentException if their lengths differ or an id occurs twice
     */
    public static MeasureValues of(int[] ids, long[] values) {
        if (ids.length != values.length) {
            throw new IllegalArgumentException(ids.length + " ids, but " + values.length + " values; give one each");
        }
        SortedMap<Integer, Long> sorted = new TreeMap<>();
        for (int i = 0; i < ids.length; i++) {
            if (sorted.put(ids[i], values[i]) != null) {
                throw new IllegalArgumentException("Measure " + ids[i] + " occurs twice in one row; give it once");
            }
        }
        return of(sorted);
    }

    public static MeasureValues of(SortedMap<Integer, Long> sorted) {
        int[] ids = new int[sorted.size()];
        long[] values = new long[ids.length];
        int size = 0;
        for (Map.Entry<Integer, Long> entry : sorted.entrySet()) {
            ids[size] = entry.getKey();
            values[size] = entry.getValue();
            size++;
        }
        return new MeasureValues(ids, values);
    }

    public int size() {
        return ids.length;
    }

    public int id(int index) {
        return ids[index];
    }

    public long value(int index) {
        return values[index];
    }

    /** The number of a measure, empty where it is absent. */
    public OptionalLong get(int id) {
        int index = Arrays.binarySearch(ids, id);
        return index < 0 ? OptionalLong.empty() : OptionalLong.of(values[index]);
    }

    boolean allZero() {
        return Arrays.stream(values).allMatch(value -> value == 0);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof MeasureValues that
                && Arrays.equals(ids, that.ids)
                && Arrays.equals(values, that.values);
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(ids) + Arrays.hashCode(values);
    }

    @Override
    public String toString() {
        SortedMap<Integer, Long> sorted = new TreeMap<>();
        for (int i = 0; i < ids.length; i++) {
            sorted.put(ids[i], values[i]);
        }
        return sorted.toString();
    }
}
