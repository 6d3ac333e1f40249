package io.recount.demo.feed;

import io.recount.harness.feed.Delivery;
import io.recount.local.Await;
import java.time.Duration;
import java.util.Iterator;
import java.util.function.IntSupplier;

/**
 * Gives out deliveries evenly in time. The clock starts with the first one; who comes late gets what is due at once. It begins
 * anew where the deliveries themselves have been held back.
 */
public final class Paced implements Iterator<Delivery> {

    private static final long SECOND_NANOS = Duration.ofSeconds(1).toNanos();

    /** Longer than it takes to make one up. */
    private static final long HELD_BACK_NANOS = Duration.ofSeconds(5).toNanos();

    private final Iterator<Delivery> deliveries;
    private final IntSupplier perSecond;
    private long dueNanos = Long.MIN_VALUE;

    /** {@code perSecond} is asked at each delivery; 0 is as fast as they are taken. */
    public Paced(Iterator<Delivery> deliveries, IntSupplier perSecond) {
        this.deliveries = deliveries;
        this.perSecond = perSecond;
    }

    @Override
    public boolean hasNext() {
        return deliveries.hasNext();
    }

    @Override
    public Delivery next() {
        long asked = System.nanoTime();
        Delivery next = deliveries.next();
        long given = System.nanoTime();
        int rate = perSecond.getAsInt();
        if (rate == 0) {
            dueNanos = Long.MIN_VALUE;
            return next;
        }
        if (dueNanos == Long.MIN_VALUE || given - asked > HELD_BACK_NANOS) {
            dueNanos = given;
        }
        long due = dueNanos;
        Await.until(
                () -> System.nanoTime() - due >= 0,
                Duration.ofMinutes(1),
                () -> "Interrupted before a delivery was due");
        dueNanos += SECOND_NANOS / rate;
        return next;
    }
}
