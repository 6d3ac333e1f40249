package io.recount.harness.expectation;

import java.util.Comparator;

/** A register's shift. */
public record ShiftKey(String register, long shift) implements Comparable<ShiftKey> {

    private static final Comparator<ShiftKey> ORDER =
            Comparator.comparing(ShiftKey::register, ByteOrder::compare).thenComparingLong(ShiftKey::shift);

    @Override
    public int compareTo(ShiftKey other) {
        return ORDER.compare(this, other);
    }
}
