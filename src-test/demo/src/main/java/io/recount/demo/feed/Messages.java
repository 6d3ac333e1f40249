package io.recount.demo.feed;

import io.recount.harness.Feed;
import io.recount.harness.expectation.DeclaredModel;
import io.recount.harness.feed.Delivery;
import io.recount.harness.feed.RegisterAssignment;
import io.recount.harness.feed.Sample;
import io.recount.harness.feed.Scenario;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;

/**
 * The messages of a run, to be read once, and where their registers stand.
 *
 * @param resource what is to be closed behind them
 */
public record Messages(Iterator<Delivery> deliveries, List<RegisterAssignment> registers, AutoCloseable resource)
        implements AutoCloseable {

    /** Made up, of one of the shipped models. */
    public static Messages generated(DeclaredModel model, Scenario scenario) {
        Feed feed = Feed.of(model, scenario);
        return new Messages(feed, feed.registers(), () -> {});
    }

    /** A person's own, one a line; nobody knows where their registers stand. */
    public static Messages ofFile(Path file, DeclaredModel model) throws IOException {
        Sample sample = new Sample(file, model.keyPath());
        return new Messages(sample, List.of(), sample);
    }

    @Override
    public void close() throws Exception {
        resource.close();
    }
}
