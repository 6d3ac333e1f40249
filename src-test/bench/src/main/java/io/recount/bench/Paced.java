package io.recount.bench;

import io.recount.harness.feed.Delivery;
import io.recount.local.Await;
import java.time.Duration;
import java.util.Iterator;

/** Gives out deliveries evenly in time. The clock starts with the first one; who comes late gets what is due at once. */
final class Paced implements Iterator<Delivery> {

    private final Iterator<Delivery> deliveries;
    private final long gapNanos;
    private long dueNanos = Long.MIN_VALUE;

    Paced(Iterator<Delivery> deliveries, int perSecond) {
        this.deliveries = deliveries;
        this.gapNanos = Duration.ofSeconds(1).dividedBy(perSecond).toNanos();
    }

    @Override
    public boolean hasNext() {
        return deliveries.hasNext();
    }

    @Override
    public Delivery next() {
        if (dueNanos == Long.MIN_VALUE) {
            dueNanos = System.nanoTime();
        }
        long due = dueNanos;
        Await.until(
                () -> System.nanoTime() - due >= 0,
                Duration.ofMinutes(1),
                () -> "Interrupted before a delivery was due");
        dueNanos += gapNanos;
        return deliveries.next();
    }
}
