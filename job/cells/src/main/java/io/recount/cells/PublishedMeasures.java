package io.recount.cells;

import java.util.Arrays;

/**
 * The measures of an aggregate as the tables hold them: sparse, ascending by id.
 *
 * <p>A measure of kind first or last stands twice: its value under its id and the value's time, in microseconds, under
 * {@code id + 1}. A sum beyond 64 bits is held at the nearest bound and {@code tainted} says so; it never wraps.
 */
public final class PublishedMeasures {

    private final int[] ids;
    private final long[] values;
    private int size;
    private boolean tainted;

    private PublishedMeasures(int most) {
        ids = new int[most];
        values = new long[most];
    }

    public static PublishedMeasures of(Aggregate aggregate) {
        PublishedMeasures published = new PublishedMeasures(aggregate.measures().size());
        aggregate.forEach((id, piece, high, low) -> {
            switch (piece) {
                case SUM -> published.add(id, published.fitting(high, low));
                case LEAST, GREATEST -> published.add(id, low);
                case EARLIEST, LATEST -> {
                    published.add(id, low);
                    published.add(id + 1, high);
                }
            }
        });
        return published;
    }

    private long fitting(long high, long low) {
        if (high == low >> 63) {
            return low;
        }
        tainted = true;
        return high < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
    }

    private void add(int id, long value) {
        ids[size] = id;
        values[size++] = value;
    }

    public int size() {
        return size;
    }

    public int id(int at) {
        return ids[at];
    }

    public long value(int at) {
        return values[at];
    }

    /** The value of a measure, or 0 if it is not there. */
    public long valueOf(int id) {
        int at = Arrays.binarySearch(ids, 0, size, id);
        return at < 0 ? 0 : values[at];
    }

    /** A sum was too large to be published as it is. */
    public boolean tainted() {
        return tainted;
    }
}
