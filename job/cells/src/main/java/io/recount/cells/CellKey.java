package io.recount.cells;

import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * The place of a document within its register: the smallest unit of aggregation. It is computed from the document, never
 * stored as a link.
 *
 * @param shift 0 if the model has no shifts
 * @param bucketSeconds start of the bucket, seconds since 1970 UTC
 */
public record CellKey(long shift, long bucketSeconds) implements Comparable<CellKey> {

    private static final Comparator<CellKey> ORDER =
            Comparator.comparingLong(CellKey::shift).thenComparingLong(CellKey::bucketSeconds);

    /** By hand, as {@link #equals}: every document asks several times. */
    @Override
    public int hashCode() {
        return Long.hashCode(shift * 1_000_003 + bucketSeconds);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other
                || (other instanceof CellKey key && shift == key.shift && bucketSeconds == key.bucketSeconds);
    }

    @Override
    public int compareTo(CellKey other) {
        return ORDER.compare(this, other);
    }
}
