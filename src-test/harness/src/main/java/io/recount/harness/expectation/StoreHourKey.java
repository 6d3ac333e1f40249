package io.recount.harness.expectation;

import java.time.Instant;
import java.util.Comparator;

/** An hour of a store, in UTC; {@code hour} is its start. */
public record StoreHourKey(String store, Instant hour) implements Comparable<StoreHourKey> {

    private static final Comparator<StoreHourKey> ORDER =
            Comparator.comparing(StoreHourKey::store, ByteOrder::compare).thenComparing(StoreHourKey::hour);

    @Override
    public int compareTo(StoreHourKey other) {
        return ORDER.compare(this, other);
    }
}
