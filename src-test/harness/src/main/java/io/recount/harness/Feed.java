package io.recount.harness;

import io.recount.harness.expectation.DeclaredModel;
import io.recount.harness.feed.Delivery;
import io.recount.harness.feed.RegisterAssignment;
import io.recount.harness.feed.Scenario;
import io.recount.harness.feed.Shaper;
import io.recount.harness.feed.Source;
import io.recount.harness.meters.MeterSource;
import io.recount.harness.receipts.ReceiptSource;
import java.util.Iterator;
import java.util.List;
import java.util.SplittableRandom;

/**
 * The deliveries of a scenario, in order of arrival; made while they are read, once. Many feeds of one scenario are
 * equal.
 */
public final class Feed implements Iterator<Delivery> {

    private final List<RegisterAssignment> registers;
    private final Shaper deliveries;

    private Feed(Source source, Scenario scenario, SplittableRandom random) {
        this.registers = source.registers();
        this.deliveries = new Shaper(source.drafts(), scenario.disturbances(), random);
    }

    /**
     * Documents of one of the shipped models.
     *
     * @throws IllegalArgumentException if nobody makes documents of this model
     */
    public static Feed of(DeclaredModel model, Scenario scenario) {
        SplittableRandom random = new SplittableRandom(scenario.seed());
        SplittableRandom ofSource = random.split();
        Source source = switch (model.name()) {
            case "receipts" -> ReceiptSource.of(scenario, ofSource);
            case "meters" -> MeterSource.of(scenario, ofSource);
            default ->
                throw new IllegalArgumentException("Nobody makes documents of the model \"" + model.name()
                        + "\", only of receipts and meters; feed a file of messages instead");
        };
        return new Feed(source, scenario, random.split());
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
