package io.recount.pipeline.cells;

import io.recount.cells.FrozenLine;
import io.recount.cells.ModelFingerprint;
import io.recount.cells.model.Model;
import io.recount.clickhouse.Ancestor;
import io.recount.clickhouse.Lineage;
import io.recount.clickhouse.sink.LineageFormat;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.state.OperatorStateStore;
import org.apache.flink.api.common.typeutils.base.LongSerializer;
import org.apache.flink.api.common.typeutils.base.StringSerializer;
import org.apache.flink.api.common.typeutils.base.array.BytePrimitiveArraySerializer;
import org.apache.flink.core.io.SimpleVersionedSerialization;
import org.apache.flink.runtime.execution.SuppressRestartsException;
import org.apache.flink.runtime.state.StateInitializationContext;

/**
 * What the subtasks of the stage remember in common, whatever their number is: every one writes it, and every one reads it
 * all. The greatest wave that any of them had reached; by which release and model the state was written; which documents
 * are part of the job's history; whether any came before its state; and which cells were frozen.
 */
final class StageState {

    /** Of what the state's bytes mean; raised with every change of their layout. */
    private static final String FORMAT_VERSION = "3";

    private static final ListStateDescriptor<Long> WAVE = new ListStateDescriptor<>("wave", LongSerializer.INSTANCE);
    private static final ListStateDescriptor<String> FORMAT =
            new ListStateDescriptor<>("format", StringSerializer.INSTANCE);
    /** A lineage whose last entry is the submission itself, left at its positions. */
    private static final ListStateDescriptor<byte[]> HISTORY =
            new ListStateDescriptor<>("history", BytePrimitiveArraySerializer.INSTANCE);

    private static final ListStateDescriptor<Long> BEFORE =
            new ListStateDescriptor<>("before", LongSerializer.INSTANCE);

    /** The line, seconds since 1970; absent where none is drawn. */
    private static final ListStateDescriptor<Long> FROZEN =
            new ListStateDescriptor<>("frozen", LongSerializer.INSTANCE);

    private final ListState<Long> waves;
    private final ListState<String> formats;
    private final ListState<byte[]> histories;
    private final ListState<Long> befores;
    private final ListState<Long> lines;
    private final FrozenLine frozen;
    private final String format;
    private final long timeline;
    private final long wave;
    private final long restored;
    private final Positions positions = new Positions();
    private final boolean startedAfterOthers;
    private final boolean ofEarlierModel;
    private Lineage ancestors;

    /**
     * Reads what there is.
     *
     * @param timeline of this submission
     * @param startAfter what the job goes on from if there is nothing
     * @param earlierModels fingerprints of models that this one may follow
     * @param frozen nothing that lies before it is in state
     */
    StageState(
            StateInitializationContext context,
            Model model,
            long timeline,
            Lineage startAfter,
            Set<String> earlierModels,
            FrozenLine frozen)
            throws Exception {
        OperatorStateStore store = context.getOperatorStateStore();
        this.timeline = timeline;
        format = FORMAT_VERSION + ' ' + ModelFingerprint.of(model);
        formats = store.getUnionListState(FORMAT);
        boolean earlier = false;
        for (String restored : formats.get()) {
            if (!restored.equals(format)) {
                refuseOther(restored, earlierModels);
                earlier = true;
            }
        }
        ofEarlierModel = earlier;
        this.frozen = frozen;
        lines = store.getUnionListState(FROZEN);
        if (context.isRestored()) {
            refuseOther(line(lines));
        }
        waves = store.getUnionListState(WAVE);
        long greatest = 0;
        for (long restored : waves.get()) {
            greatest = Math.max(greatest, restored);
        }
        wave = greatest;
        befores = store.getUnionListState(BEFORE);
        boolean before = !startAfter.ancestors().isEmpty();
        for (long restored : befores.get()) {
            before = restored == 1;
        }
        startedAfterOthers = before || ofEarlierModel;
        histories = store.getUnionListState(HISTORY);
        ancestors = startAfter;
        restored = context.getRestoredCheckpointId().orElse(0);
        restoreHistory(restored);
    }

    /** All subtasks had the same ancestors; positions are those of whoever was further. */
    private void restoreHistory(long checkpoint) throws Exception {
        Lineage known = null;
        for (byte[] bytes : histories.get()) {
            known = SimpleVersionedSerialization.readVersionAndDeSerialize(new LineageFormat(), bytes);
            positions.advance(own(known).positions());
        }
        if (known != null) {
            ancestors =
                    new Lineage(known.ancestors().subList(0, known.ancestors().size() - 1));
            long left = own(known).timeline();
            refuseLater(left);
            if (left != timeline) {
                ancestors = ancestors.leftAt(new Ancestor(left, checkpoint, positions.toList()));
            }
        }
    }

    /** The clock of the submitting machine was set back: rows would not outrank those of the state. */
    private void refuseLater(long left) {
        if (left > timeline) {
            throw new SuppressRestartsException(new IllegalStateException("This submission has timeline " + timeline
                    + ", and its state is of the later timeline " + left
                    + ": the clock of the submitting machine is behind. Next: set it, or wait until it has passed "
                    + left
                    + " seconds since the epoch, and submit the job again"));
        }
    }

    private static Ancestor own(Lineage history) {
        return history.ancestors().get(history.ancestors().size() - 1);
    }

    /** State of another release, or of a model that nobody has compared with this one, would be misread. */
    private void refuseOther(String written, Set<String> earlierModels) {
        String release = FORMAT_VERSION + ' ';
        if (written.startsWith(release) && earlierModels.contains(written.substring(release.length()))) {
            return;
        }
        boolean sameModel = written.endsWith(format.substring(FORMAT_VERSION.length()));
        throw new SuppressRestartsException(new IllegalStateException("The state was written "
                + (sameModel ? "by another release" : "under a model that what is published does not descend from")
                + ": format " + written + ", not " + format
                + ". Next: start with the " + (sameModel ? "release" : "model file") + " that wrote it; or "
                + (sameModel
                        ? "go on without state and with --set start.from=ledger, which loses nothing"
                        : "compute all again from what Kafka holds, without state and with --forget")));
    }

    private static FrozenLine line(ListState<Long> written) throws Exception {
        FrozenLine line = FrozenLine.NONE;
        for (long seconds : written.get()) {
            line = new FrozenLine(seconds);
        }
        return line;
    }

    /** State has documents and values that are frozen to this start, or lacks some that are not. */
    private void refuseOther(FrozenLine written) {
        if (!written.equals(frozen)) {
            throw new SuppressRestartsException(new IllegalStateException("The state was written with "
                    + (written.isDrawn() ? "retention.frozen.before: " + written : "nothing frozen")
                    + ", and this start has " + (frozen.isDrawn() ? "retention.frozen.before: " + frozen : "no line")
                    + ". Next: go on without state and with --set start.from=ledger, which loses nothing; or write what"
                    + " the state was written with"));
        }
    }

    /** The checkpoint that the attempt began with; 0 without state. */
    long restored() {
        return restored;
    }

    /** Documents in state were packed and folded by another model: they are to be read back. */
    boolean isOfEarlierModel() {
        return ofEarlierModel;
    }

    /** The greatest that any subtask had reached. */
    long wave() {
        return wave;
    }

    /** Whether a register that is not in state may have documents all the same. */
    boolean startedAfterOthers() {
        return startedAfterOthers;
    }

    Positions positions() {
        return positions;
    }

    /** The documents that were processed so far: those of the ancestors, and of this submission below its positions. */
    Lineage history() {
        return ancestors.leftAt(new Ancestor(timeline, 0, positions.toList()));
    }

    void write(long reached) throws Exception {
        waves.update(List.of(reached));
        formats.update(List.of(format));
        lines.update(frozen.isDrawn() ? List.of(frozen.seconds()) : List.of());
        befores.update(List.of(startedAfterOthers ? 1L : 0L));
        histories.update(List.of(packed(history())));
    }

    private static byte[] packed(Lineage history) throws IOException {
        return SimpleVersionedSerialization.writeVersionAndSerialize(new LineageFormat(), history);
    }
}
