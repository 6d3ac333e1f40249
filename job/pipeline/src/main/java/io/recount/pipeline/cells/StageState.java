package io.recount.pipeline.cells;

import io.recount.cells.ModelFingerprint;
import io.recount.cells.model.Model;
import io.recount.clickhouse.Lineage;
import io.recount.clickhouse.sink.LineageFormat;
import java.util.List;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.state.OperatorStateStore;
import org.apache.flink.api.common.typeutils.base.LongSerializer;
import org.apache.flink.api.common.typeutils.base.StringSerializer;
import org.apache.flink.api.common.typeutils.base.array.BytePrimitiveArraySerializer;
import org.apache.flink.core.io.SimpleVersionedSerialization;
import org.apache.flink.runtime.execution.SuppressRestartsException;

/**
 * What the subtasks of the stage remember in common, whatever their number is: every one writes it, and every one reads it
 * all. The greatest wave that any of them had reached; by which release and model the state was written; and what a start
 * without state went on from.
 */
final class StageState {

    /** Of what the state's bytes mean; raised with every change of their layout. */
    private static final String FORMAT_VERSION = "1";

    private static final ListStateDescriptor<Long> WAVE = new ListStateDescriptor<>("wave", LongSerializer.INSTANCE);
    private static final ListStateDescriptor<String> FORMAT =
            new ListStateDescriptor<>("format", StringSerializer.INSTANCE);
    private static final ListStateDescriptor<byte[]> PAST =
            new ListStateDescriptor<>("past", BytePrimitiveArraySerializer.INSTANCE);

    private final ListState<Long> waves;
    private final ListState<String> formats;
    private final ListState<byte[]> pasts;
    private final String format;
    private final Lineage past;
    private final long wave;

    /**
     * Reads what there is.
     *
     * @param startAfter what the job goes on from if there is nothing
     */
    StageState(OperatorStateStore store, Model model, Lineage startAfter) throws Exception {
        format = FORMAT_VERSION + ' ' + ModelFingerprint.of(model);
        formats = store.getUnionListState(FORMAT);
        for (String restored : formats.get()) {
            refuseOther(restored);
        }
        waves = store.getUnionListState(WAVE);
        long greatest = 0;
        for (long restored : waves.get()) {
            greatest = Math.max(greatest, restored);
        }
        wave = greatest;
        pasts = store.getUnionListState(PAST);
        Lineage known = startAfter;
        for (byte[] restored : pasts.get()) {
            known = SimpleVersionedSerialization.readVersionAndDeSerialize(new LineageFormat(), restored);
        }
        past = known;
    }

    /** State of another release or model would be misread, and nobody would notice. */
    private void refuseOther(String restored) {
        if (!restored.equals(format)) {
            throw new SuppressRestartsException(
                    new IllegalStateException("The state was written by another release or under another model: format "
                            + restored + ", not " + format
                            + ". Next: start with the release and model file that wrote"
                            + " it; or, to compute all again from Kafka, start without state and with --forget"));
        }
    }

    /** The greatest that any subtask had reached. */
    long wave() {
        return wave;
    }

    /** The history that a start without state went on from; empty if the job began at nothing. */
    Lineage past() {
        return past;
    }

    void write(long reached) throws Exception {
        waves.update(List.of(reached));
        formats.update(List.of(format));
        pasts.update(List.of(SimpleVersionedSerialization.writeVersionAndSerialize(new LineageFormat(), past)));
    }
}
