package io.recount.clickhouse.sink;

import static io.recount.clickhouse.sink.AggregatorRun.at;
import static io.recount.clickhouse.sink.AggregatorRun.progress;
import static io.recount.clickhouse.sink.AggregatorRun.seal;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.recount.clickhouse.Ancestor;
import io.recount.clickhouse.Lineage;
import io.recount.clickhouse.Progress;
import io.recount.clickhouse.Seal;
import io.recount.clickhouse.StartListener;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.execution.SuppressRestartsException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What a start goes on from, which starts are refused, and what is written of those that are not. */
final class AggregatorStartTest {

    private final FakeLedger ledger = new FakeLedger();
    private final Told told = new Told(new ArrayList<>());

    /** The commits behind which jobs began without state. */
    @SuppressWarnings("serial") // never leaves this machine
    private record Told(List<Seal> commits) implements StartListener {
        @Override
        public void startsAfter(Seal commit) {
            commits.add(commit);
        }
    }

    @Test
    void aRestartInsideTheSubmissionKeepsTheLineage() throws Exception {
        OperatorSubtaskState state;
        try (AggregatorRun run = run(100, null)) {
            run.handOn(0, 3, progress(10, 1));
            state = run.barrier(3);
        }
        try (AggregatorRun run = run(100, null, state, 3)) {
            run.handOn(0, 4, progress(12, 1));
            run.barrier(4);
            assertThat(run.seals()).containsExactly(seal(100, 4, Lineage.NONE, 12, 2));
        }
        assertThat(ledger.starts())
                .containsExactly(
                        new Seal(100, 0, Lineage.NONE, List.of(), Progress.NO_WATERMARK, Map.of()),
                        seal(100, 3, Lineage.NONE, 10, 1));
    }

    @Test
    void aNewSubmissionLeavesTheOldTimelineAtTheRestoredCut() throws Exception {
        OperatorSubtaskState state;
        try (AggregatorRun run = run(100, null)) {
            run.handOn(0, 3, progress(10, 1));
            state = run.barrier(3);
            run.handOn(0, 4, progress(15, 1));
            run.barrier(4);
        }
        Lineage lineage = Lineage.NONE.leftAt(new Ancestor(100, 3, List.of(at(10))));
        try (AggregatorRun run = run(200, null, state, 3)) {
            run.handOn(0, 4, progress(11, 1));
            run.barrier(4);
            assertThat(run.seals()).containsExactly(seal(200, 4, lineage, 11, 2));
        }
        assertThat(ledger.starts().get(1)).isEqualTo(seal(200, 3, lineage, 10, 1));
    }

    @Test
    void aJobWithoutStateGoesOnFromTheSealItWasGiven() throws Exception {
        Seal left = seal(100, 8, Lineage.NONE, 50, 7);
        try (AggregatorRun run = run(200, left)) {
            run.handOn(0, 1, progress(51, 1));
            run.barrier(1);
            assertThat(run.seals())
                    .containsExactly(seal(200, 1, Lineage.NONE.leftAt(new Ancestor(100, 8, List.of(at(50)))), 51, 8));
        }
    }

    @Test
    void onlyAStartThatReallyHasNoStateIsTold() throws Exception {
        Seal left = seal(100, 8, Lineage.NONE, 50, 7);
        run(200, left).close();
        assertThat(told.commits()).as("before the first barrier").isEmpty();
        OperatorSubtaskState state;
        try (AggregatorRun run = run(200, left)) {
            state = run.barrier(1);
            run.barrier(2);
        }
        assertThat(told.commits()).containsExactly(left);
        try (AggregatorRun run = run(200, left, state, 1)) {
            run.barrier(3);
        }
        runToTheFirstBarrier(300);
        assertThat(told.commits()).hasSize(1);
    }

    @Test
    void anOlderTimelineThanTheLedgersIsRefusedForGood() throws Exception {
        runToTheFirstBarrier(200);
        assertThatThrownBy(() -> run(199, null)).isInstanceOf(SuppressRestartsException.class);
        assertThat(ledger.starts()).hasSize(1);
    }

    @Test
    void aTimelineFromTheFutureIsRefusedAndWritesNothing() throws Exception {
        ledger.setClock(Instant.ofEpochSecond(1_000));
        runToTheFirstBarrier(1_000 + 300);
        assertThatThrownBy(() -> run(1_000 + 301, null))
                .isInstanceOf(SuppressRestartsException.class)
                .cause()
                .hasMessageContaining("1970-01-01T00:21:41Z")
                .hasMessageContaining("1970-01-01T00:16:40Z");
        assertThat(ledger.starts()).extracting(Seal::timeline).containsExactly(1_300L);
    }

    @Test
    void aStartWithoutStateIsRefusedOnceSomethingIsPublished() throws Exception {
        try (AggregatorRun run = run(100, null)) {
            run.handOn(0, 1, progress(10, 1), Samples.block("totals", 5, 0));
            run.barrier(1);
            ledger.commit(run.seals().get(0));
        }
        assertThatThrownBy(() -> run(200, null))
                .isInstanceOf(SuppressRestartsException.class)
                .cause()
                .hasMessageContaining("checkpoint 1 of timeline 100");
        assertThat(ledger.starts()).extracting(Seal::timeline).containsExactly(100L);
    }

    @Test
    void aRestartBeforeTheFirstCheckpointOfASubmissionGoesOn() throws Exception {
        OperatorSubtaskState state;
        try (AggregatorRun run = run(100, null)) {
            state = run.barrier(3);
            ledger.commit(run.seals().get(0));
        }
        run(200, null, state, 3).close();
        try (AggregatorRun run = run(200, null, state, 3)) {
            run.barrier(4);
        }
        run(200, null, state, 3).close();
        assertThat(ledger.starts()).extracting(Seal::timeline).containsExactly(100L, 200L);
    }

    @Test
    void anAttemptThatEndsBeforeItsFirstBarrierLeavesNoStartRow() throws Exception {
        try (AggregatorRun run = run(200, null)) {
            run.handOn(0, 1, progress(10, 1), Samples.block("totals", 5, 0));
        }
        assertThat(ledger.starts()).isEmpty();
        runToTheFirstBarrier(100);
        assertThat(ledger.starts()).extracting(Seal::timeline).containsExactly(100L);
    }

    @Test
    void aTimelineThatIsOvertakenBeforeItsFirstBarrierIsRefusedForGood() throws Exception {
        try (AggregatorRun run = run(200, null)) {
            runToTheFirstBarrier(201);
            assertThatThrownBy(() -> run.barrier(1)).isInstanceOf(SuppressRestartsException.class);
            assertThat(run.emitted()).isEmpty();
        }
        assertThat(ledger.starts()).extracting(Seal::timeline).containsExactly(201L);
    }

    @Test
    void whatAnotherJobPublishesBeforeTheFirstBarrierIsSeen() throws Exception {
        try (AggregatorRun run = run(200, null);
                AggregatorRun older = run(100, null)) {
            older.barrier(1);
            ledger.commit(older.seals().get(0));
            assertThatThrownBy(() -> run.barrier(1))
                    .isInstanceOf(SuppressRestartsException.class)
                    .cause()
                    .hasMessageContaining("checkpoint 1 of timeline 100");
            older.barrier(2);
        }
        assertThat(ledger.starts()).extracting(Seal::timeline).containsExactly(100L);
    }

    private void runToTheFirstBarrier(long timeline) throws Exception {
        try (AggregatorRun run = run(timeline, null)) {
            run.barrier(1);
        }
    }

    private AggregatorRun run(long timeline, @Nullable Seal startAfter) throws Exception {
        return run(timeline, startAfter, null, 0);
    }

    private AggregatorRun run(
            long timeline, @Nullable Seal startAfter, @Nullable OperatorSubtaskState state, long restoredCheckpoint)
            throws Exception {
        SinkSettings settings = Samples.settings(timeline, "submission of " + timeline, startAfter);
        return new AggregatorRun(new CheckpointAggregator(settings, told, ledger), state, restoredCheckpoint);
    }
}
