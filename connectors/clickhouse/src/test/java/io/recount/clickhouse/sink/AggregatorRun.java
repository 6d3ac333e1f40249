package io.recount.clickhouse.sink;

import io.recount.clickhouse.Lineage;
import io.recount.clickhouse.Position;
import io.recount.clickhouse.Progress;
import io.recount.clickhouse.Seal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.streaming.api.connector.sink2.CommittableMessage;
import org.apache.flink.streaming.api.connector.sink2.CommittableMessageTypeInfo;
import org.apache.flink.streaming.api.connector.sink2.CommittableSummary;
import org.apache.flink.streaming.api.connector.sink2.CommittableWithLineage;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.jspecify.annotations.Nullable;

/** One attempt of the aggregator behind two writers that read one partition. */
final class AggregatorRun implements AutoCloseable {

    private final OneInputStreamOperatorTestHarness<CommittableMessage<WriteResult>, CommittableMessage<Committable>>
            harness;

    /** The first attempt of a submission, in front of an empty ledger. */
    AggregatorRun(long timeline) throws Exception {
        this(
                new CheckpointAggregator(
                        Samples.settings(timeline, "submission of " + timeline, null), commit -> {}, new FakeLedger()),
                null,
                0);
    }

    /** Goes on from {@code state}, if any. */
    AggregatorRun(CheckpointAggregator aggregator, @Nullable OperatorSubtaskState state, long restoredCheckpoint)
            throws Exception {
        harness = new OneInputStreamOperatorTestHarness<>(aggregator, 1, 1, 0);
        harness.setup(CommittableMessageTypeInfo.of(CommittableFormat::new)
                .createSerializer(harness.getExecutionConfig().getSerializerConfig()));
        if (state != null) {
            harness.setRestoredCheckpointId(restoredCheckpoint);
            harness.initializeState(state);
        }
        harness.open();
    }

    static Position at(long offset) {
        return new Position("receipts", 0, offset);
    }

    static WriteResult progress(long offset, long count) {
        return new WriteResult.Reported(new Progress(List.of(at(offset)), Map.of("new", count), Progress.NO_WATERMARK));
    }

    static Seal seal(long timeline, long checkpoint, Lineage lineage, long offset, long count) {
        return new Seal(
                timeline, checkpoint, lineage, List.of(at(offset)), Progress.NO_WATERMARK, Map.of("new", count));
    }

    void handOn(int subtask, long checkpoint, WriteResult... results) throws Exception {
        send(new CommittableSummary<>(subtask, 2, checkpoint, results.length, 0));
        for (WriteResult result : results) {
            send(new CommittableWithLineage<>(result, checkpoint, subtask));
        }
    }

    private void send(CommittableMessage<WriteResult> message) throws Exception {
        harness.processElement(new StreamRecord<>(message));
    }

    OperatorSubtaskState barrier(long checkpoint) throws Exception {
        harness.prepareSnapshotPreBarrier(checkpoint);
        return snapshotWithoutBarrier(checkpoint);
    }

    OperatorSubtaskState snapshotWithoutBarrier(long checkpoint) throws Exception {
        return harness.snapshot(checkpoint, checkpoint);
    }

    void endInput() throws Exception {
        harness.endInput();
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

    @Override
    public void close() throws Exception {
        harness.close();
    }
}
