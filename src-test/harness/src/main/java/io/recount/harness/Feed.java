package io.recount.harness;

import io.recount.harness.feed.Shaper;
import io.recount.harness.receipts.ReceiptSource;
import java.util.Iterator;
import java.util.List;
import java.util.SplittableRandom;

/**
 * The deliveries of a scenario of receipts, in order of arrival; made while they are read, once. Many feeds of one
 * scenario are equal.
 */
public final class Feed implements Iterator<Delivery> {

    private final List<RegisterAssignment> registers;
    private final Shaper deliveries;

    public Feed(Scenario scenario) {
        SplittableRandom random = new SplittableRandom(scenario.seed());
        ReceiptSource receipts = new ReceiptSource(scenario, random.split());
        this.registers = receipts.assignments();
        this.deliveries = new Shaper(receipts, scenario.disturbances(), random.split());
    }

    /** Which store each register stands in; known before the first delivery. */
    public List<RegisterAssignment> registers() {
        return registers;
    }

    @Override
    public boolean hasNext() {
        return deliveries.hasNext();
    }

    @Override
    public Delivery next() {
        return deliveries.next();
    }
}
