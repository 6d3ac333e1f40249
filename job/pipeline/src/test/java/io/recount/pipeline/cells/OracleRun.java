package io.recount.pipeline.cells;

import io.recount.cells.Document;
import io.recount.cells.Layout;
import io.recount.cells.decode.DocumentDecoder;
import io.recount.cells.model.Model;
import io.recount.cells.model.ModelFile;
import io.recount.harness.Feed;
import io.recount.harness.expectation.DeclaredModel;
import io.recount.harness.expectation.Expectation;
import io.recount.harness.expectation.Outcomes;
import io.recount.harness.feed.Scenario;
import io.recount.pipeline.types.Delivery;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.runtime.state.StateBackend;

/**
 * A feed through decoding and the stage, against an expectation that shares no code with either.
 *
 * @param outcomes what became of the messages, as expected
 * @param crashes that the stage lived through
 */
record OracleRun(ComparedTables tables, Outcomes outcomes, int crashes) {

    private static final int MAX_MESSAGE_BYTES = 1 << 20;

    /** Of a shipped model, by name. */
    static OracleRun of(String modelName, Scenario scenario, StateSettings state, StateBackend backend)
            throws Exception {
        Path file = Path.of(System.getProperty("recount.root"), "job/models", modelName + ".yaml");
        Model model = ModelFile.read(file);
        DeclaredModel declared = DeclaredModel.read(file);
        Feed feed = Feed.of(declared, scenario);
        Expectation expectation = new Expectation(declared, feed.registers());
        List<Delivery> deliveries = deliveries(model, feed, expectation);
        Attempts attempts = new Attempts(model, scenario.seed(), state, backend);
        PublishedTables published = attempts.run(deliveries);
        return new OracleRun(
                ComparedTables.of(declared, expectation, published), expectation.outcomes(), attempts.crashes());
    }

    private static List<Delivery> deliveries(Model model, Feed feed, Expectation expectation) {
        DocumentDecoder decoder = new DocumentDecoder(model, new Layout(model), MAX_MESSAGE_BYTES);
        List<Delivery> deliveries = new ArrayList<>();
        for (long offset = 0; feed.hasNext(); offset++) {
            byte[] value = feed.next().value();
            expectation.add(value);
            if (decoder.decode(value) instanceof Document document) {
                deliveries.add(new Delivery("documents", 0, offset, 0, document));
            }
        }
        return deliveries;
    }
}
