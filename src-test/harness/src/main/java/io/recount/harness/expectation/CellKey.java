package io.recount.harness.expectation;

import java.time.Instant;
import java.util.Comparator;

/** A register's shift in one bucket of time; {@code bucket} is its start. */
public record CellKey(String register, long shift, Instant bucket) implements Comparable<CellKey> {

    private static final Comparator<CellKey> ORDER = Comparator.comparing(CellKey::register, ByteOrder::compare)
            .thenComparingLong(CellKey::shift)
            .thenComparing(CellKey::bucket);

    @Override
    public int compareTo(CellKey other) {
        return ORDER.compare(this, other);
    }
}
