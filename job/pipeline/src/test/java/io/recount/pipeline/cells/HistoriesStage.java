package io.recount.pipeline.cells;

import io.recount.cells.CellKey;
import io.recount.cells.model.Model;
import io.recount.clickhouse.SinkElement;
import io.recount.clickhouse.sink.SinkElementTypeInfo;
import io.recount.pipeline.types.Delivery;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.serialization.SerializerConfigImpl;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.apache.flink.runtime.state.StateBackend;
import org.apache.flink.runtime.state.storage.JobManagerCheckpointStorage;
import org.apache.flink.streaming.util.AbstractStreamOperatorTestHarness;
import org.apache.flink.streaming.util.KeyedOneInputStreamOperatorTestHarness;
import org.jspecify.annotations.Nullable;

/**
 * All subtasks of the stage between a start and a stop. A barrier reaches them between two deliveries; closing without
 * one is a crash.
 */
final class HistoriesStage implements AutoCloseable {

    private static final int MAX_PARALLELISM = 720;
    private static final int MAX_STATE_BYTES = 1 << 28;
    private static final long TIMELINE = 1_790_000_000L;

    private final List<KeyedOneInputStreamOperatorTestHarness<String, Delivery, SinkElement>> subtasks =
            new ArrayList<>();
    private final long bucketMillis;
    private long watermarkMillis = Long.MIN_VALUE;

    /** What a checkpoint holds. */
    record Checkpoint(long id, List<OperatorSubtaskState> states) {}

    /**
     * What all starts have in common.
     *
     * @param dirtyLimit touched cells beyond which they are published early
     */
    record Job(Model model, int dirtyLimit, StateBackend backend) {}

    /** Starts from a checkpoint, of whatever parallelism it was, or with nothing. */
    HistoriesStage(Job job, int parallelism, @Nullable Checkpoint from) throws Exception {
        this.bucketMillis = job.model().document().bucket().toMillis();
        for (int index = 0; index < parallelism; index++) {
            var subtask = new KeyedOneInputStreamOperatorTestHarness<String, Delivery, SinkElement>(
                    new CellsOperator(job.model(), TIMELINE, job.dirtyLimit()),
                    delivery -> delivery.document().key(),
                    Types.STRING,
                    MAX_PARALLELISM,
                    parallelism,
                    index);
            subtask.setStateBackend(job.backend());
            subtask.setCheckpointStorage(new JobManagerCheckpointStorage(MAX_STATE_BYTES));
            subtask.setup(SinkElementTypeInfo.INSTANCE.createSerializer(new SerializerConfigImpl()));
            if (from != null) {
                subtask.setRestoredCheckpointId(from.id());
                subtask.initializeState(share(from, parallelism, index));
            }
            subtask.open();
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
        subtasks.get(KeyGroupRangeAssignment.assignKeyToParallelOperator(register, MAX_PARALLELISM, subtasks.size()))
                .processElement(delivery, delivery.document().timeMicros() / 1_000);
        return late;
    }

    private boolean isPast(CellKey cell) {
        return cell.bucketSeconds() * 1_000 + bucketMillis <= watermarkMillis;
    }

    /** A watermark that is not greater than the last one is none. */
    void watermark(long millis) throws Exception {
        if (millis > watermarkMillis) {
            for (var subtask : subtasks) {
                subtask.processWatermark(millis);
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

    /** The end of input: what follows is a last checkpoint. */
    void finish() throws Exception {
        for (var subtask : subtasks) {
            subtask.getOperator().finish();
        }
    }

    Checkpoint checkpoint(long id) throws Exception {
        List<OperatorSubtaskState> states = new ArrayList<>();
        for (var subtask : subtasks) {
            subtask.prepareSnapshotPreBarrier(id);
            states.add(subtask.snapshot(id, id));
        }
        return new Checkpoint(id, states);
    }

    /** What was emitted since the last call. */
    List<SinkElement> drain() {
        List<SinkElement> emitted = new ArrayList<>();
        for (var subtask : subtasks) {
            emitted.addAll(subtask.extractOutputValues());
            subtask.getOutput().clear();
        }
        return emitted;
    }

    @Override
    public void close() throws Exception {
        for (var subtask : subtasks) {
            subtask.close();
        }
    }
}
