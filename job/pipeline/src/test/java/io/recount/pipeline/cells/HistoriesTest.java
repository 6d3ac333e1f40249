package io.recount.pipeline.cells;

import static org.assertj.core.api.Assertions.assertThat;

import io.recount.harness.histories.Kind;
import io.recount.harness.histories.Observer;
import io.recount.pipeline.cells.HistoriesPlay.Event;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Whatever happens, in whatever order, however the job is stopped, killed and rescaled: every number is the fold of the
 * documents.
 *
 * <p>{@code -Drecount.histories=100000} for more than {@value #HISTORIES}, {@code -Drecount.seed=N} for others. What
 * fails says the seed of its batch; with that seed and {@value HistoriesBatch#SIZE} histories it fails again.
 */
class HistoriesTest {

    private static final int HISTORIES = 2_000;
    private static final int LEAST_OF_A_KIND = 100;

    private final Path receipts = Path.of(System.getProperty("recount.root"), "job/models/receipts.yaml");
    private final Path small =
            Path.of(System.getProperty("recount.root"), "job/pipeline/src/test/resources/histories-small.yaml");
    private final Observer observer = new Observer(Duration.ofHours(1));
    private final Map<Event, Long> events = new TreeMap<>();

    @Test
    void everyNumberIsTheFoldOfTheDocuments() {
        int histories = Integer.getInteger("recount.histories", HISTORIES);
        long seed = Long.getLong("recount.seed", 1);
        int batches = (histories + HistoriesBatch.SIZE - 1) / HistoriesBatch.SIZE;
        IntStream.range(0, batches)
                .parallel()
                .forEach(batch ->
                        run(seed + batch, Math.min(HistoriesBatch.SIZE, histories - batch * HistoriesBatch.SIZE)));

        System.out.printf("%d histories, seed %d: %s, %s%n", histories, seed, observer.counts(), events);
        if (histories >= HISTORIES) {
            for (Kind kind : Kind.values()) {
                assertThat(observer.counts().get(kind)).as("%s", kind).isGreaterThanOrEqualTo(LEAST_OF_A_KIND);
            }
            for (Event event : Event.values()) {
                assertThat(events)
                        .as("%s", event)
                        .hasEntrySatisfying(event, count -> assertThat(count).isGreaterThanOrEqualTo(LEAST_OF_A_KIND));
            }
        }
    }

    /** Every fourth batch by the shipped model: it has many measures, and the small one finds the same faults sooner. */
    private void run(long seed, int histories) {
        try {
            Map<Event, Long> happened =
                    new HistoriesBatch(seed, seed % 4 == 0 ? receipts : small, observer).run(histories);
            synchronized (events) {
                happened.forEach((event, times) -> events.merge(event, times, Long::sum));
            }
        } catch (Exception | AssertionError e) {
            throw new AssertionError(
                    "-Drecount.seed=%d -Drecount.histories=%d: %s".formatted(seed, HistoriesBatch.SIZE, e.getMessage()),
                    e);
        }
    }
}
