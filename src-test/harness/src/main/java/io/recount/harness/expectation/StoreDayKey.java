package io.recount.harness.expectation;

import java.time.LocalDate;
import java.util.Comparator;

/** A day of a store, in UTC. */
public record StoreDayKey(String store, LocalDate day) implements Comparable<StoreDayKey> {

    private static final Comparator<StoreDayKey> ORDER = Comparator.comparing(StoreDayKey::store, ByteOrder::compare)
            .thenComparing(StoreDayKey::day, LocalDate::compareTo);

    @Override
    public int compareTo(StoreDayKey other) {
        return ORDER.compare(this, other);
    }
}
