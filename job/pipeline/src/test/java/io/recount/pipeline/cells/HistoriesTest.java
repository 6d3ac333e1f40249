package io.recount.pipeline.cells;

import static org.assertj.core.api.Assertions.assertThat;

import io.recount.harness.histories.Kind;
import io.recount.harness.histories.Observer;
import io.recount.harness.histories.Trade;
import io.recount.pipeline.cells.HistoriesEvents.Event;
import java.nio.file.Path;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Whatever happens, in whatever order, however the job is stopped, killed and rescaled: every number is the fold of the
 * documents.
 *
 * <p>{@code -Drecount.histories=100000} for more than {@value #HISTORIES} of each trade, {@code -Drecount.seed=N} for
 * others. What fails says the seed of its batch; with that seed and {@value HistoriesBatch#SIZE} histories it fails again.
 */
class HistoriesTest {

    private static final int HISTORIES = 1_000;
    private static final int LEAST_OF_A_KIND = 100;
    private static final int LEAST_OF_AN_EVENT = 30;

    private final HistoriesEvents events = new HistoriesEvents();

    @ParameterizedTest
    @EnumSource
    void everyNumberIsTheFoldOfTheDocuments(Trade trade) {
        Observer observer = new Observer(trade.bucket());
        int histories = Integer.getInteger("recount.histories", HISTORIES);
        long seed = Long.getLong("recount.seed", 1);
        int batches = (histories + HistoriesBatch.SIZE - 1) / HistoriesBatch.SIZE;
        IntStream.range(0, batches)
                .parallel()
                .forEach(batch -> run(
                        trade,
                        seed + batch,
                        observer,
                        Math.min(HistoriesBatch.SIZE, histories - batch * HistoriesBatch.SIZE)));

        System.out.printf("%d histories of %s, seed %d: %s, %s%n", histories, trade, seed, observer.counts(), events);
        if (histories >= HISTORIES) {
            for (Kind kind : trade.kinds()) {
                assertThat(observer.counts().get(kind)).as("%s", kind).isGreaterThanOrEqualTo(LEAST_OF_A_KIND);
            }
            for (Event event : Event.values()) {
                assertThat(events.of(event)).as("%s", event).isGreaterThanOrEqualTo(LEAST_OF_AN_EVENT);
            }
        }
    }

    private void run(Trade trade, long seed, Observer observer, int histories) {
        try {
            HistoriesEvents happened = new HistoriesBatch(seed, trade, model(trade, seed), observer).run(histories);
            synchronized (events) {
                events.addAll(happened);
            }
        } catch (Exception | AssertionError e) {
            throw new AssertionError(
                    "%s, -Drecount.seed=%d -Drecount.histories=%d: %s"
                            .formatted(trade, seed, HistoriesBatch.SIZE, e.getMessage()),
                    e);
        }
    }

    /**
     * Of receipts every fourth batch by the shipped model: it has many measures, and the small ones find faults sooner. Another
     * fourth keeps sketches.
     */
    private static Path model(Trade trade, long seed) {
        Path root = Path.of(System.getProperty("recount.root"));
        return switch (trade) {
            case RECEIPTS ->
                root.resolve(
                        switch (Math.floorMod(seed, 4)) {
                            case 0 -> "job/models/receipts.yaml";
                            case 1 -> "job/pipeline/src/test/resources/histories-sketches.yaml";
                            default -> "job/pipeline/src/test/resources/histories-small.yaml";
                        });
            case READINGS -> root.resolve("job/models/meters.yaml");
        };
    }
}
