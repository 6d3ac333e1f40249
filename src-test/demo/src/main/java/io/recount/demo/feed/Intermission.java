package io.recount.demo.feed;

import io.recount.harness.feed.Delivery;
import java.util.Iterator;

/**
 * Holds deliveries back: after the first {@code before} of them it waits until {@code released} returns.
 */
public final class Intermission implements Iterator<Delivery> {

    private final Iterator<Delivery> deliveries;
    private final Runnable released;
    private long left;

    public Intermission(Iterator<Delivery> deliveries, long before, Runnable released) {
        this.deliveries = deliveries;
        this.left = before;
        this.released = released;
    }

    @Override
    public boolean hasNext() {
        return deliveries.hasNext();
    }

    @Override
    public Delivery next() {
        if (left-- == 0) {
            released.run();
        }
        return deliveries.next();
    }
}
