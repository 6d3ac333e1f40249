package io.recount.clickhouse.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.recount.clickhouse.Ancestor;
import io.recount.clickhouse.Lineage;
import io.recount.clickhouse.Position;
import io.recount.clickhouse.Progress;
import io.recount.clickhouse.Seal;
import io.recount.clickhouse.StartListener;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.execution.SuppressRestartsException;
import org.apache.flink.streaming.api.connector.sink2.CommittableMessage;
import org.apache.flink.streaming.api.connector.sink2.CommittableMessageTypeInfo;
import org.apache.flink.streaming.api.connector.sink2.CommittableSummary;
import org.apache.flink.streaming.api.connector.sink2.CommittableWithLineage;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class CheckpointAggregatorTest {

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
    void aCheckpointIsItsBlocksNumberedAndOneSeal() throws Exception {
        try (Run run = new Run(100, null)) {
            run.handOn(0, 1, progress(10, 1), Samples.block("totals", 5, 0));
            run.handOn(1, 1, progress(12, 2), Samples.block("totals", 6, 0), Samples.block("cells", 5, 0));
            run.barrier(1);
            assertThat(run.emitted())
                    .containsExactly(
                            summary(1, 4),
                            committable(1, Samples.block("totals", 5, 0)),
                            committable(1, Samples.block("totals", 6, 0).numbered(1)),
                            committable(1, Samples.block("cells", 5, 0).numbered(2)),
                            committable(
                                    1,
                                    new Committable.Sealed(
                                            new Submission("submission of 100", "test", List.of(1)),
                                            seal(100, 1, Lineage.NONE, 12, 3))));
        }
    }

    @Test
    void blocksOfOnePartitionFromSeveralWritersAreOne() throws Exception {
        try (Run run = new Run(100, null)) {
            run.handOn(0, 1, Samples.block(5, 1, 2));
            run.handOn(1, 1, Samples.block(5, 3));
            run.barrier(1);
            assertThat(run.emitted())
                    .startsWith(summary(1, 2), committable(1, Samples.block(5, 1, 2, 3)))
                    .hasSize(3);
        }
    }

    @Test
    void aCheckpointWithoutRowsIsSealedToo() throws Exception {
        try (Run run = new Run(100, null)) {
            run.barrier(1);
            assertThat(run.emitted()).hasSize(2);
            assertThat(run.seals()).extracting(Seal::checkpoint).containsExactly(1L);
        }
    }

    @Test
    void whatAnAbortedCheckpointLeftBelongsToTheNext() throws Exception {
        try (Run run = new Run(100, null)) {
            run.handOn(0, 1, progress(10, 1), Samples.block("totals", 5, 0));
            // The barrier of checkpoint 1 never comes: the other writer had not reached it when it was aborted.
            run.handOn(0, 2, progress(11, 1), Samples.block("totals", 6, 0));
            run.handOn(1, 2, progress(20, 5));
            run.barrier(2);
            assertThat(run.seals()).containsExactly(seal(100, 2, Lineage.NONE, 20, 7));
            assertThat(run.emitted())
                    .filteredOn(m -> m instanceof CommittableWithLineage)
                    .hasSize(3);
            assertThat(run.emitted())
                    .allSatisfy(message -> assertThat(message.getCheckpointId()).isEqualTo(2));
        }
    }

    @Test
    void theEndOfInputIsSealedOnceForTheFinalCheckpoint() throws Exception {
        try (Run run = new Run(100, null)) {
            run.barrier(4);
            run.handOn(0, 5, progress(10, 1), Samples.block("totals", 5, 0));
            run.harness.endInput();
            run.barrier(5);
            assertThat(run.seals()).extracting(Seal::checkpoint).containsExactly(4L, 5L);
            assertThat(run.seals().get(1)).isEqualTo(seal(100, 5, Lineage.NONE, 10, 1));
        }
    }

    @Test
    void aRestartInsideTheSubmissionKeepsTheLineage() throws Exception {
        OperatorSubtaskState state;
        try (Run run = new Run(100, null)) {
            run.handOn(0, 3, progress(10, 1));
            state = run.barrier(3);
        }
        try (Run run = new Run(100, null, state, 3)) {
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
        try (Run run = new Run(100, null)) {
            run.handOn(0, 3, progress(10, 1));
            state = run.barrier(3);
            run.handOn(0, 4, progress(15, 1));
            run.barrier(4);
        }
        Lineage lineage = Lineage.NONE.leftAt(new Ancestor(100, 3, List.of(at(10))));
        try (Run run = new Run(200, null, state, 3)) {
            run.handOn(0, 4, progress(11, 1));
            run.barrier(4);
            assertThat(run.seals()).containsExactly(seal(200, 4, lineage, 11, 2));
        }
        assertThat(ledger.starts().get(1)).isEqualTo(seal(200, 3, lineage, 10, 1));
    }

    @Test
    void aJobWithoutStateGoesOnFromTheSealItWasGiven() throws Exception {
        Seal left = seal(100, 8, Lineage.NONE, 50, 7);
        try (Run run = new Run(200, left)) {
            run.handOn(0, 1, progress(51, 1));
            run.barrier(1);
            assertThat(run.seals())
                    .containsExactly(seal(200, 1, Lineage.NONE.leftAt(new Ancestor(100, 8, List.of(at(50)))), 51, 8));
        }
    }

    @Test
    void onlyAStartThatReallyHasNoStateIsTold() throws Exception {
        Seal left = seal(100, 8, Lineage.NONE, 50, 7);
        new Run(200, left).close();
        assertThat(told.commits()).as("before the first barrier").isEmpty();
        OperatorSubtaskState state;
        try (Run run = new Run(200, left)) {
            state = run.barrier(1);
            run.barrier(2);
        }
        assertThat(told.commits()).containsExactly(left);
        try (Run run = new Run(200, left, state, 1)) {
            run.barrier(3);
        }
        runToTheFirstBarrier(300);
        assertThat(told.commits()).hasSize(1);
    }

    @Test
    void anOlderTimelineThanTheLedgersIsRefusedForGood() throws Exception {
        runToTheFirstBarrier(200);
        assertThatThrownBy(() -> new Run(199, null)).isInstanceOf(SuppressRestartsException.class);
        assertThat(ledger.starts()).hasSize(1);
    }

    @Test
    void aTimelineFromTheFutureIsRefusedAndWritesNothing() throws Exception {
        ledger.setClock(Instant.ofEpochSecond(1_000));
        runToTheFirstBarrier(1_000 + 300);
        assertThatThrownBy(() -> new Run(1_000 + 301, null))
                .isInstanceOf(SuppressRestartsException.class)
                .cause()
                .hasMessageContaining("1970-01-01T00:21:41Z")
                .hasMessageContaining("1970-01-01T00:16:40Z");
        assertThat(ledger.starts()).extracting(Seal::timeline).containsExactly(1_300L);
    }

    @Test
    void aStartWithoutStateIsRefusedOnceSomethingIsPublished() throws Exception {
        try (Run run = new Run(100, null)) {
            run.handOn(0, 1, progress(10, 1), Samples.block("totals", 5, 0));
            run.barrier(1);
            ledger.commit(run.seals().get(0));
        }
        assertThatThrownBy(() -> new Run(200, null))
                .isInstanceOf(SuppressRestartsException.class)
                .cause()
                .hasMessageContaining("checkpoint 1 of timeline 100");
        assertThat(ledger.starts()).extracting(Seal::timeline).containsExactly(100L);
    }

    @Test
    void aRestartBeforeTheFirstCheckpointOfASubmissionGoesOn() throws Exception {
        OperatorSubtaskState state;
        try (Run run = new Run(100, null)) {
            state = run.barrier(3);
            ledger.commit(run.seals().get(0));
        }
        new Run(200, null, state, 3).close();
        try (Run run = new Run(200, null, state, 3)) {
            run.barrier(4);
        }
        new Run(200, null, state, 3).close();
        assertThat(ledger.starts()).extracting(Seal::timeline).containsExactly(100L, 200L);
    }

    @Test
    void anAttemptThatEndsBeforeItsFirstBarrierLeavesNoStartRow() throws Exception {
        try (Run run = new Run(200, null)) {
            run.handOn(0, 1, progress(10, 1), Samples.block("totals", 5, 0));
        }
        assertThat(ledger.starts()).isEmpty();
        runToTheFirstBarrier(100);
        assertThat(ledger.starts()).extracting(Seal::timeline).containsExactly(100L);
    }

    @Test
    void aTimelineThatIsOvertakenBeforeItsFirstBarrierIsRefusedForGood() throws Exception {
        try (Run run = new Run(200, null)) {
            runToTheFirstBarrier(201);
            assertThatThrownBy(() -> run.barrier(1)).isInstanceOf(SuppressRestartsException.class);
            assertThat(run.emitted()).isEmpty();
        }
        assertThat(ledger.starts()).extracting(Seal::timeline).containsExactly(201L);
    }

    @Test
    void whatAnotherJobPublishesBeforeTheFirstBarrierIsSeen() throws Exception {
        try (Run run = new Run(200, null);
                Run older = new Run(100, null)) {
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
        try (Run run = new Run(timeline, null)) {
            run.barrier(1);
        }
    }

    @Test
    void blocksThatCameWithoutABarrierAreNotLost() throws Exception {
        try (Run run = new Run(100, null)) {
            run.handOn(0, 1, progress(10, 1), Samples.block("totals", 5, 0));
            assertThatThrownBy(() -> run.harness.snapshot(1, 1)).hasStackTraceContaining("aligned");
        }
    }

    private static Position at(long offset) {
        return new Position("receipts", 0, offset);
    }

    private static WriteResult progress(long offset, long count) {
        return new WriteResult.Reported(new Progress(List.of(at(offset)), Map.of("new", count), Progress.NO_WATERMARK));
    }

    private static Seal seal(long timeline, long checkpoint, Lineage lineage, long offset, long count) {
        return new Seal(
                timeline, checkpoint, lineage, List.of(at(offset)), Progress.NO_WATERMARK, Map.of("new", count));
    }

    private static CommittableMessage<Committable> summary(long checkpoint, int committables) {
        return new CommittableSummary<>(0, 1, checkpoint, committables, 0);
    }

    private static CommittableMessage<Committable> committable(long checkpoint, Committable committable) {
        return new CommittableWithLineage<>(committable, checkpoint, 0);
    }

    /** One attempt of the operator. */
    private final class Run implements AutoCloseable {

        private final OneInputStreamOperatorTestHarness<
                        CommittableMessage<WriteResult>, CommittableMessage<Committable>>
                harness;

        Run(long timeline, @Nullable Seal startAfter) throws Exception {
            this(timeline, startAfter, null, 0);
        }

        Run(long timeline, @Nullable Seal startAfter, @Nullable OperatorSubtaskState state, long restoredCheckpoint)
                throws Exception {
            SinkSettings settings = Samples.settings(timeline, "submission of " + timeline, startAfter);
            harness =
                    new OneInputStreamOperatorTestHarness<>(new CheckpointAggregator(settings, told, ledger), 1, 1, 0);
            harness.setup(CommittableMessageTypeInfo.of(CommittableFormat::new)
                    .createSerializer(harness.getExecutionConfig().getSerializerConfig()));
            if (state != null) {
                harness.setRestoredCheckpointId(restoredCheckpoint);
                harness.initializeState(state);
            }
            harness.open();
        }

        void handOn(int subtask, long checkpoint, WriteResult... results) throws Exception {
            send(new CommittableSummary<>(subtask, 2, checkpoint, results.length, 0));
            for (WriteResult result : results) {
                send(new CommittableWithLineage<>(result, checkpoint, subtask));
            }
        }

        OperatorSubtaskState barrier(long checkpoint) throws Exception {
            harness.prepareSnapshotPreBarrier(checkpoint);
            return harness.snapshot(checkpoint, checkpoint);
        }

        List<CommittableMessage<Committable>> emitted() {
            return harness.extractOutputValues();
        }

        List<Seal> seals() {
            List<Seal> seals = new ArrayList<>();
            for (CommittableMessage<Committable> message : emitted()) {
                if (message instanceof CommittableWithLineage<Committable> one
                        && one.getCommittable() instanceof Committable.Sealed end) {
                    seals.add(end.seal());
                }
            }
            return seals;
        }

        private void send(CommittableMessage<WriteResult> message) throws Exception {
            harness.processElement(new StreamRecord<>(message));
        }

        @Override
        public void close() throws Exception {
            harness.close();
        }
    }
}
