package io.recount.pipeline.cells;

import io.recount.cells.CellKey;
import io.recount.cells.model.Model;
import io.recount.clickhouse.Lineage;
import io.recount.clickhouse.SinkElement;
import io.recount.clickhouse.TableRow;
import io.recount.pipeline.cells.HistoriesDocuments.Written;
import io.recount.pipeline.types.Delivery;
import io.recount.pipeline.types.Invalidation;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.apache.flink.runtime.state.StateBackend;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.AbstractStreamOperatorTestHarness;
import org.jspecify.annotations.Nullable;

/**
 * All subtasks of the stage between a start and a stop. A barrier reaches them between two deliveries; closing without
 * one is a crash.
 */
final class HistoriesStage implements AutoCloseable {

    /** Fewer than the job's: a snapshot costs by key groups, and the registers of a batch are fewer, too. */
    private static final int MAX_PARALLELISM = 60;

    static final long FIRST_TIMELINE = 1_790_000_000L;

    private final List<HistoriesSubtask> subtasks = new ArrayList<>();
    private final List<SinkElement> emitted = new ArrayList<>();
    private final Map<Long, Written> processed = new HashMap<>();
    private final List<Written> unwritten = new ArrayList<>();
    private final Submission submission;
    private final long bucketMillis;
    private long watermarkMillis = Long.MIN_VALUE;

    /** What a checkpoint holds. */
    record Checkpoint(long id, List<OperatorSubtaskState> states) {}

    /**
     * What all starts have in common.
     *
     * @param state how much of the documents state and heap hold
     * @param earlierModels fingerprints of those that state may have been written under
     */
    record Job(Model model, StateSettings state, StateBackend backend, Set<String> earlierModels) {

        Job(Model model, StateSettings state, StateBackend backend) {
            this(model, state, backend, Set.of());
        }

        /** Every delivery is folded at once. */
        static final StateSettings KEEP_ALL =
                new StateSettings(1 << 30, Duration.ofDays(3_650), new Sizes(1, 64, 1_000));
    }

    /**
     * A submission.
     *
     * @param documents the table
     * @param startAfter what it goes on from if it has no state
     */
    record Submission(long timeline, HistoriesDocuments documents, Lineage startAfter) {

        static Submission first(Model model) {
            return new Submission(FIRST_TIMELINE, new HistoriesDocuments(model), Lineage.NONE);
        }
    }

    /** Starts from a checkpoint, of whatever parallelism it was, or with nothing. */
    HistoriesStage(Job job, int parallelism, @Nullable Checkpoint from) throws Exception {
        this(job, Submission.first(job.model()), parallelism, from);
    }

    /** Starts from a checkpoint, of whatever submission it was. */
    HistoriesStage(Job job, Submission submission, int parallelism, @Nullable Checkpoint from) throws Exception {
        this.submission = submission;
        this.bucketMillis = job.model().document().bucket().toMillis();
        for (int index = 0; index < parallelism; index++) {
            HistoriesSubtask subtask = new HistoriesSubtask(
                    new CellsOperator(
                            job.model(),
                            submission.timeline(),
                            job.state(),
                            submission.documents(),
                            submission.startAfter(),
                            job.earlierModels()),
                    job.backend(),
                    MAX_PARALLELISM,
                    parallelism,
                    index);
            if (from != null) {
                subtask.setRestoredCheckpointId(from.id());
                subtask.initializeState(share(from, parallelism, index));
            }
            subtask.open();
            subtask.onlyDocumentsTellTheTime();
            subtasks.add(subtask);
        }
    }

    private static OperatorSubtaskState share(Checkpoint from, int parallelism, int index) throws Exception {
        OperatorSubtaskState whole =
                AbstractStreamOperatorTestHarness.repackageState(from.states().toArray(OperatorSubtaskState[]::new));
        return AbstractStreamOperatorTestHarness.repartitionOperatorState(
                whole, MAX_PARALLELISM, from.states().size(), parallelism, index);
    }

    /** Returns whether the document was late. */
    boolean process(Delivery delivery) throws Exception {
        String register = delivery.document().key();
        boolean late = isPast(delivery.document().cell());
        processed.put(delivery.offset(), new Written(submission.timeline(), delivery, late));
        HistoriesSubtask subtask = subtask(register);
        subtask.process(delivery);
        collect(subtask);
        return late;
    }

    /** Takes over what was emitted. */
    private void collect(HistoriesSubtask subtask) {
        for (Object output = subtask.getOutput().poll();
                output != null;
                output = subtask.getOutput().poll()) {
            if (output instanceof StreamRecord<?> record && record.getValue() instanceof SinkElement element) {
                emitted.add(element);
                if (element instanceof TableRow row && row.table() == 0) {
                    unwritten.add(Objects.requireNonNull(processed.get(offset(row))));
                }
            }
        }
    }

    /** The last but one column of documents: no two partitions have an offset in common here. */
    private static long offset(TableRow row) {
        return ByteBuffer.wrap(row.row()).order(ByteOrder.LITTLE_ENDIAN).getLong(row.row().length - 2 * Long.BYTES);
    }

    void invalidate(Invalidation invalidation) throws Exception {
        subtask(invalidation.key()).invalidate(invalidation);
    }

    private HistoriesSubtask subtask(String register) {
        return subtasks.get(
                KeyGroupRangeAssignment.assignKeyToParallelOperator(register, MAX_PARALLELISM, subtasks.size()));
    }

    private boolean isPast(CellKey cell) {
        return cell.bucketSeconds() * 1_000 + bucketMillis <= watermarkMillis;
    }

    /** A watermark that is not greater than the last one is none. */
    void watermark(long millis) throws Exception {
        if (millis > watermarkMillis) {
            for (HistoriesSubtask subtask : subtasks) {
                subtask.watermark(millis);
            }
            watermarkMillis = millis;
        }
    }

    /** Timers that wait, of all registers. */
    int timers() {
        return subtasks.stream()
                .mapToInt(AbstractStreamOperatorTestHarness::numEventTimeTimers)
                .sum();
    }

    /** Of all subtasks together. */
    long metric(String name) {
        return subtasks.stream().mapToLong(subtask -> subtask.metric(name)).sum();
    }

    /** Entries of keyed state, of all subtasks; on the heap only. */
    long stateEntries() {
        return subtasks.stream().mapToLong(HistoriesSubtask::stateEntries).sum();
    }

    /** The end of input: what follows is a last checkpoint. */
    void finish() throws Exception {
        for (HistoriesSubtask subtask : subtasks) {
            subtask.getOperator().finish();
        }
    }

    Checkpoint checkpoint(long id) throws Exception {
        List<OperatorSubtaskState> states = new ArrayList<>();
        for (HistoriesSubtask subtask : subtasks) {
            subtask.prepareSnapshotPreBarrier(id);
            collect(subtask);
            states.add(subtask.snapshot(id, id));
        }
        write(unwritten.size());
        return new Checkpoint(id, states);
    }

    /** Documents are written in front of a barrier; whoever crashes may have written some more. */
    private void write(int documents) {
        unwritten.subList(0, documents).forEach(submission.documents()::write);
        unwritten.clear();
    }

    /** The checkpoint is complete, and everybody is told. */
    void complete(Checkpoint checkpoint) throws Exception {
        for (HistoriesSubtask subtask : subtasks) {
            subtask.notifyOfCompletedCheckpoint(checkpoint.id());
        }
    }

    /** What was emitted since the last call. */
    List<SinkElement> drain() {
        subtasks.forEach(this::collect);
        List<SinkElement> drained = List.copyOf(emitted);
        emitted.clear();
        return drained;
    }

    @Override
    public void close() throws Exception {
        write(unwritten.size() * 7 % (unwritten.size() + 1));
        for (HistoriesSubtask subtask : subtasks) {
            subtask.close();
        }
    }
}
