package io.recount.clickhouse.sink;

import io.recount.clickhouse.Lineage;
import io.recount.clickhouse.Progress;
import io.recount.clickhouse.RetryCounts;
import io.recount.clickhouse.Seal;
import io.recount.clickhouse.StartListener;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.typeutils.base.array.BytePrimitiveArraySerializer;
import org.apache.flink.core.io.SimpleVersionedSerialization;
import org.apache.flink.runtime.state.StateInitializationContext;
import org.apache.flink.runtime.state.StateSnapshotContext;
import org.apache.flink.streaming.api.connector.sink2.CommittableMessage;
import org.apache.flink.streaming.api.connector.sink2.CommittableSummary;
import org.apache.flink.streaming.api.connector.sink2.CommittableWithLineage;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.BoundedOneInput;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.jspecify.annotations.Nullable;

/**
 * Turns what all writers hand on at a barrier into one checkpoint: its blocks, packed and numbered, and one seal.
 *
 * <p>There is one of it. Checkpoints are aligned, so when the barrier passes it has all that belongs in front of the
 * barrier and nothing from behind it; what a writer handed on for a checkpoint that was aborted before the barrier came
 * here belongs to the next one. Its state is the newest seal.
 *
 * <p>An attempt that may not begin is refused, and one that may has a start row from its first barrier on, see
 * {@link Beginning}.
 */
final class CheckpointAggregator extends AbstractStreamOperator<CommittableMessage<Committable>>
        implements OneInputStreamOperator<CommittableMessage<WriteResult>, CommittableMessage<Committable>>,
                BoundedOneInput {

    private static final long serialVersionUID = 1;

    private static final ListStateDescriptor<byte[]> STATE =
            new ListStateDescriptor<>("newest-seal", BytePrimitiveArraySerializer.INSTANCE);

    /** As the committer sees it, all committables come from one subtask. */
    private static final int SUBTASK = 0;

    private final SinkSettings settings;
    private final StartListener listener;
    private final StartLedger.Opener opener;

    private transient List<Block> blocks;
    private transient BlockPacking packing;
    private transient ListState<byte[]> state;
    private transient Beginning beginning;
    private transient RunningSeal running;
    private transient Seal newest;
    private transient boolean withoutState;
    private transient long lastCheckpoint;
    private transient boolean ended;

    public CheckpointAggregator(SinkSettings settings, StartListener listener) {
        this(settings, listener, StartLedger::onServer);
    }

    CheckpointAggregator(SinkSettings settings, StartListener listener, StartLedger.Opener opener) {
        this.settings = settings;
        this.listener = listener;
        this.opener = opener;
    }

    @Override
    public void initializeState(StateInitializationContext context) throws Exception {
        super.initializeState(context);
        blocks = new ArrayList<>();
        packing = new BlockPacking(settings.tables(), settings.limits());
        state = context.getOperatorStateStore().getListState(STATE);
        lastCheckpoint = context.getRestoredCheckpointId().orElse(0);
        TimelineCheck check =
                new TimelineCheck(settings.timeline(), settings.submission().id());
        Seal from = restored();
        withoutState = from == null;
        long leftAt = lastCheckpoint;
        if (from == null && settings.startAfter() != null) {
            from = settings.startAfter();
            leftAt = from.checkpoint();
        }
        Lineage lineage = from == null ? Lineage.NONE : check.lineageAfter(from, leftAt);
        Seal base = from == null
                ? new Seal(settings.timeline(), 0, lineage, List.of(), Progress.NO_WATERMARK, Map.of())
                : from;
        running = new RunningSeal(settings.timeline(), lineage, base);
        newest = running.seal(lastCheckpoint);
    }

    @Override
    public void open() throws Exception {
        super.open();
        beginning = new Beginning(settings, opener, RetryCounts.in(getMetricGroup()), newest, this::announce);
        beginning.check();
    }

    private void announce() throws IOException, InterruptedException {
        listener.begins();
        Seal commit = settings.startAfter();
        if (withoutState && commit != null) {
            listener.startsAfter(commit);
        }
    }

    @Override
    public void processElement(StreamRecord<CommittableMessage<WriteResult>> element) {
        if (element.getValue() instanceof CommittableWithLineage<WriteResult> message) {
            WriteResult result = message.getCommittable();
            if (result instanceof Block block) {
                blocks.add(block);
            } else if (result instanceof WriteResult.Reported reported) {
                running.absorb(reported.progress());
            }
        }
    }

    @Override
    public void prepareSnapshotPreBarrier(long checkpointId) throws Exception {
        super.prepareSnapshotPreBarrier(checkpointId);
        if (!ended) {
            emit(checkpointId);
        }
    }

    @Override
    public void endInput() throws Exception {
        if (!ended) {
            ended = true;
            emit(lastCheckpoint + 1);
        }
    }

    @Override
    public void snapshotState(StateSnapshotContext context) throws Exception {
        super.snapshotState(context);
        if (!blocks.isEmpty()) {
            throw new IllegalStateException(
                    blocks.size() + " blocks came between the barrier of checkpoint " + context.getCheckpointId()
                            + " and its snapshot; the sink needs aligned, exactly-once checkpoints");
        }
        state.update(List.of(SimpleVersionedSerialization.writeVersionAndSerialize(new SealFormat(), newest)));
    }

    private void emit(long checkpoint) throws IOException, InterruptedException {
        beginning.barrier();
        lastCheckpoint = checkpoint;
        newest = running.seal(checkpoint);
        List<Block> packed = packing.packed(blocks);
        blocks.clear();
        send(new CommittableSummary<>(SUBTASK, 1, checkpoint, packed.size() + 1, 0));
        for (int i = 0; i < packed.size(); i++) {
            send(new CommittableWithLineage<>(packed.get(i).numbered(i), checkpoint, SUBTASK));
        }
        Committable sealed = new Committable.Sealed(settings.submission(), newest, running.takeOldestAppendedMillis());
        send(new CommittableWithLineage<>(sealed, checkpoint, SUBTASK));
    }

    private void send(CommittableMessage<Committable> message) {
        output.collect(new StreamRecord<>(message));
    }

    private @Nullable Seal restored() throws Exception {
        Iterator<byte[]> entries = state.get().iterator();
        if (!entries.hasNext()) {
            return null;
        }
        Seal seal = SimpleVersionedSerialization.readVersionAndDeSerialize(new SealFormat(), entries.next());
        if (entries.hasNext()) {
            throw new IllegalStateException(
                    "The aggregator's state holds two seals; it has run twice. Next: restore an" + " older checkpoint");
        }
        return seal;
    }
}
