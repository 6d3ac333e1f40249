package io.recount.pipeline.cells;

import static io.recount.pipeline.cells.HistoriesReceipts.MODEL;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.recount.cells.FrozenLine;
import io.recount.clickhouse.Ancestor;
import io.recount.clickhouse.Lineage;
import io.recount.clickhouse.Position;
import io.recount.harness.expectation.Row;
import io.recount.harness.expectation.ShiftKey;
import io.recount.pipeline.cells.HistoriesReceipts.Emitted;
import io.recount.pipeline.cells.HistoriesStage.Checkpoint;
import io.recount.pipeline.cells.HistoriesStage.Job;
import io.recount.pipeline.cells.HistoriesStage.Submission;
import java.time.LocalDate;
import java.util.List;
import java.util.Objects;
import org.apache.flink.runtime.state.hashmap.HashMapStateBackend;
import org.junit.jupiter.api.Test;

/** A shift of which half is frozen. */
class HistoriesFrozenTest {

    private static final FrozenLine LINE = FrozenLine.before(LocalDate.of(2026, 10, 13));

    private final Job job = new Job(MODEL, Job.KEEP_ALL, new HashMapStateBackend());
    private final PublishedTables tables = new PublishedTables(HistoriesPlay.popular(MODEL));
    private final HistoriesDocuments documents = new HistoriesDocuments(MODEL, tables);
    private final HistoriesTopic topic = new HistoriesTopic(MODEL);

    private void process(HistoriesStage stage, String message) throws Exception {
        topic.append(message.getBytes(UTF_8), 0);
        stage.process(Objects.requireNonNull(topic.delivery(topic.size() - 1)));
    }

    private static String sale(long number, String time) {
        return HistoriesReceipts.sale("R", number, time, 1, "1.00");
    }

    private Checkpoint checkpoint(HistoriesStage stage, long id) throws Exception {
        Checkpoint taken = stage.checkpoint(id);
        Emitted.of(stage.drain()).rows().forEach(tables::add);
        return taken;
    }

    private Submission next() {
        Ancestor left = new Ancestor(
                HistoriesStage.FIRST_TIMELINE, 1, List.of(new Position(HistoriesTopic.NAME, 0, topic.size())));
        return new Submission(HistoriesStage.FIRST_TIMELINE + 1, documents, new Lineage(List.of(left)));
    }

    private Checkpoint firstHalf() throws Exception {
        try (HistoriesStage stage = new HistoriesStage(
                job, new Submission(HistoriesStage.FIRST_TIMELINE, documents, Lineage.NONE), 1, null)) {
            process(stage, sale(1, "12T23:10"));
            process(stage, sale(2, "12T23:20"));
            return checkpoint(stage, 1);
        }
    }

    @Test
    void theShiftGoesOnThoughTheDocumentsOfItsFrozenHalfAreGone() throws Exception {
        firstHalf();
        documents.freeze(LINE, true);
        try (HistoriesStage stage = new HistoriesStage(job, next(), 1, null)) {
            process(stage, sale(3, "13T00:30"));
            checkpoint(stage, 1);
        }

        assertThat(tables.cells()).extracting(Row::documents).containsExactly(2L, 1L);
        assertThat(tables.shifts())
                .extracting(Row::key, Row::documents)
                .containsExactly(org.assertj.core.groups.Tuple.tuple(new ShiftKey("R", 1), 3L));
    }

    @Test
    void aDocumentThatLeavesTheFrozenHalfCountsInBoth() throws Exception {
        firstHalf();
        documents.freeze(LINE, false);
        try (HistoriesStage stage = new HistoriesStage(job, next(), 1, null)) {
            process(stage, HistoriesReceipts.sale("R", 1, "13T00:30", 2, "1.00"));
            checkpoint(stage, 1);
        }

        assertThat(tables.cells()).extracting(Row::documents).containsExactly(2L, 1L);
        assertThat(tables.shifts()).extracting(Row::documents).containsExactly(3L);
    }

    @Test
    void stateOfAnotherLineIsRefused() throws Exception {
        Checkpoint before = firstHalf();
        documents.freeze(LINE, false);

        assertThatThrownBy(() -> new HistoriesStage(job, next(), 1, before))
                .hasStackTraceContaining("The state was written with nothing frozen, and this start has"
                        + " retention.frozen.before: 2026-10-13. Next: go on without state and with --set"
                        + " start.from=ledger");
    }
}
