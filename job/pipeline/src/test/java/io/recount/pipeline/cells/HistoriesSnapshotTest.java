package io.recount.pipeline.cells;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.recount.clickhouse.SinkElement;
import io.recount.clickhouse.TableRow;
import io.recount.harness.expectation.DeclaredModel;
import io.recount.harness.expectation.Expectation;
import io.recount.harness.histories.HistorySource;
import io.recount.harness.histories.Trade;
import io.recount.pipeline.cells.HistoriesReceipts.Emitted;
import io.recount.pipeline.cells.HistoriesStage.Checkpoint;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.flink.runtime.state.hashmap.HashMapStateBackend;
import org.junit.jupiter.api.Test;

/** A checkpoint may come between any two deliveries, and the whole topic once more. */
class HistoriesSnapshotTest {

    private static final long SEED = 21;
    private static final int DELIVERIES = 120;
    private static final int[] PARALLELISMS = {1, 2, 5, 1};

    private final HistoriesStage.Job job =
            new HistoriesStage.Job(HistoriesReceipts.MODEL, HistoriesStage.Job.KEEP_ALL, new HashMapStateBackend());
    private final HistoriesTopic topic = new HistoriesTopic(HistoriesReceipts.MODEL);

    private final DeclaredModel declared = DeclaredModel.read(HistoriesReceipts.MODEL_FILE);
    private final Expectation expected = new Expectation(declared, List.of());

    HistoriesSnapshotTest() throws IOException {
        new HistorySource(Trade.RECEIPTS, new SplittableRandom(SEED))
                .next("R").stream().limit(DELIVERIES).forEach(topic::append);
        for (int at = 0; at < topic.size(); at++) {
            expected.add(topic.message(at));
        }
        System.out.println("HistoriesSnapshotTest: seed " + SEED);
    }

    @Test
    void aSnapshotBetweenAnyTwoDeliveriesMakesNoDifference() throws Exception {
        for (int cut = 0; cut <= topic.size(); cut++) {
            List<SinkElement> committed = new ArrayList<>();
            Checkpoint checkpoint;
            try (HistoriesStage before = new HistoriesStage(job, 1, null)) {
                process(before, 0, cut);
                checkpoint = before.checkpoint(1);
                committed.addAll(before.drain());
                process(before, cut, Math.min(cut + 20, topic.size()));
            }
            try (HistoriesStage after = new HistoriesStage(job, 1 + cut % 3, checkpoint)) {
                process(after, cut, topic.size());
                after.checkpoint(2);
                committed.addAll(after.drain());
            }
            assertExact("cut " + cut, committed);
        }
    }

    @Test
    void rescaledUpAndDownAgainEveryNumberStays() throws Exception {
        List<SinkElement> committed = new ArrayList<>();
        Checkpoint checkpoint = null;
        int share = topic.size() / PARALLELISMS.length + 1;
        for (int i = 0; i < PARALLELISMS.length; i++) {
            try (HistoriesStage stage = new HistoriesStage(job, PARALLELISMS[i], checkpoint)) {
                process(stage, i * share, Math.min((i + 1) * share, topic.size()));
                checkpoint = stage.checkpoint(i + 1);
                committed.addAll(stage.drain());
            }
        }
        assertExact("1, 2, 5, 1", committed);
    }

    @Test
    void aTopicThatIsRedeliveredPublishesNothingAndAllOfItIsDuplicate() throws Exception {
        try (HistoriesStage stage = new HistoriesStage(job, 2, null)) {
            long documents = process(stage, 0, topic.size());
            Checkpoint first = stage.checkpoint(1);
            stage.drain();
            process(stage, 0, topic.size());
            Checkpoint second = stage.checkpoint(2);

            List<SinkElement> emitted = stage.drain();
            assertThat(emitted).noneMatch(TableRow.class::isInstance);
            assertThat(Emitted.of(emitted).counters())
                    .containsOnlyKeys("duplicate")
                    .containsEntry("duplicate", documents);
            assertThat(sizeBytes(second)).as("size of the checkpoint").isEqualTo(sizeBytes(first));
        }
    }

    private static long sizeBytes(Checkpoint checkpoint) {
        return checkpoint.states().stream()
                .mapToLong(state -> state.getStateSize())
                .sum();
    }

    /** Returns how many documents there were. */
    private long process(HistoriesStage stage, int from, int to) throws Exception {
        long documents = 0;
        for (int at = from; at < to; at++) {
            var delivery = topic.delivery(at);
            if (delivery != null) {
                stage.process(delivery);
                documents++;
            }
        }
        return documents;
    }

    private void assertExact(String when, List<SinkElement> committed) {
        Emitted emitted = Emitted.of(committed);
        PublishedTables tables = new PublishedTables(HistoriesPlay.popular(HistoriesReceipts.MODEL));
        emitted.rows().forEach(tables::add);
        assertThatCode(() -> ComparedTables.of(declared, expected, tables).assertExact())
                .as(when)
                .doesNotThrowAnyException();
        assertThat(emitted.rows().stream().filter(row -> row.table() == 0))
                .as("rows of documents, %s", when)
                .hasSize((int) expected.outcomes().versions());
    }
}
