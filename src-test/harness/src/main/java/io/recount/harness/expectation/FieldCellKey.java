package io.recount.harness.expectation;

import java.time.Instant;
import java.util.Comparator;

/** A value of a merchant's field in a cell. */
public record FieldCellKey(String register, long shift, Instant bucket, String field, String value)
        implements Comparable<FieldCellKey> {

    private static final Comparator<FieldCellKey> ORDER = Comparator.comparing(
                    FieldCellKey::register, ByteOrder::compare)
            .thenComparingLong(FieldCellKey::shift)
            .thenComparing(FieldCellKey::bucket)
            .thenComparing(FieldCellKey::field, ByteOrder::compare)
            .thenComparing(FieldCellKey::value, ByteOrder::compare);

    @Override
    public int compareTo(FieldCellKey other) {
        return ORDER.compare(this, other);
    }
}
