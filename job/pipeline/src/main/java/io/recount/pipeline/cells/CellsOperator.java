package io.recount.pipeline.cells;

import io.recount.cells.CellKey;
import io.recount.cells.Document;
import io.recount.cells.DocumentFold;
import io.recount.cells.Layout;
import io.recount.cells.Measures;
import io.recount.cells.Outcome;
import io.recount.cells.model.Dimension;
import io.recount.cells.model.Model;
import io.recount.clickhouse.Lineage;
import io.recount.clickhouse.Progress;
import io.recount.clickhouse.RowVersion;
import io.recount.clickhouse.SinkElement;
import io.recount.pipeline.tables.Tables;
import io.recount.pipeline.types.Counters;
import io.recount.pipeline.types.Delivery;
import io.recount.pipeline.types.Invalidation;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.runtime.state.StateInitializationContext;
import org.apache.flink.runtime.state.StateSnapshotContext;
import org.apache.flink.runtime.state.VoidNamespace;
import org.apache.flink.runtime.state.VoidNamespaceSerializer;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.InternalTimer;
import org.apache.flink.streaming.api.operators.InternalTimerService;
import org.apache.flink.streaming.api.operators.Triggerable;
import org.apache.flink.streaming.api.operators.TwoInputStreamOperator;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;

/**
 * Keyed by register. Emits the row of every accepted version at once, and the rows of touched cells, shifts and field
 * cells in rounds: at every barrier all of them, so that no snapshot holds a cell that is not published; at a watermark
 * those that a late document touched; and early, when too many are touched. Invalidated values are published in these
 * rounds too.
 *
 * <p>Invariant: after the round at barrier N, every published row is the fold of all documents read below N's offsets. A
 * value that equals the published one is not emitted again.
 *
 * <p>On failure everything since the last checkpoint is folded again, under greater versions.
 */
public final class CellsOperator extends AbstractStreamOperator<SinkElement>
        implements TwoInputStreamOperator<Delivery, Invalidation, SinkElement>, Triggerable<String, VoidNamespace> {

    private static final long serialVersionUID = 1L;
    /** Long past, so that whichever watermark comes next fires it; always the same, so that a register has one. */
    private static final long AT_THE_NEXT_WATERMARK = Long.MIN_VALUE + 1;

    private final Model model;
    private final long timeline;
    private final int dirtyLimit;
    private final PastDocuments pastDocuments;
    private final Lineage startAfter;

    private transient StageState state;
    private transient InternalTimerService<VoidNamespace> timers;
    private transient ReadBack readBack;
    private transient RegisterFold fold;
    private transient Publisher publisher;
    private transient Tables tables;
    private transient Counters counters;
    private transient Map<String, DirtyRegister> dirty;
    private transient MetricGroup outcomes;
    private transient Map<String, Counter> outcomeCounters;
    private transient int dirtySize;
    private transient long wave;
    private transient long epoch;
    private transient long watermarkMillis;
    private transient boolean finished;

    /**
     * @param timeline that rows carry
     * @param dirtyLimit more touched cells than this are published early
     * @param pastDocuments read back by a job that was started without state
     * @param startAfter what such a job goes on from; empty if it begins at nothing
     */
    public CellsOperator(Model model, long timeline, int dirtyLimit, PastDocuments pastDocuments, Lineage startAfter) {
        this.model = model;
        this.timeline = timeline;
        this.dirtyLimit = dirtyLimit;
        this.pastDocuments = pastDocuments;
        this.startAfter = startAfter;
    }

    @Override
    public void initializeState(StateInitializationContext context) throws Exception {
        super.initializeState(context);
        state = new StageState(context.getOperatorStateStore(), model, startAfter);
        wave = state.wave();
        epoch = RowVersion.BEFORE_ANY_BARRIER;
    }

    @Override
    public void open() throws Exception {
        super.open();
        timers = getInternalTimerService("late-touches", VoidNamespaceSerializer.INSTANCE, this);
        Layout layout = new Layout(model);
        Measures measures = Measures.of(model, layout);
        Dimension dimension = model.dimensions().stream().findFirst().orElse(null);
        Measures byField = dimension == null ? measures : Measures.of(model, layout, dimension);
        CellStore store = new CellStore(getKeyedStateBackend(), model, layout, measures, byField);
        fold = new RegisterFold(store, measures, byField, dimension == null ? null : layout.slot(dimension.map()));
        tables = new Tables(model, timeline);
        publisher = new Publisher(store, fold, tables, row -> output.collect(new StreamRecord<>(row)));
        readBack = new ReadBack(
                store,
                fold,
                new Publisher(store, fold, tables, row -> {}),
                state.past(),
                pastDocuments.open(getMetricGroup()),
                getMetricGroup().counter("registersReadBack"));
        counters = new Counters();
        outcomes = getMetricGroup().addGroup("outcome");
        outcomeCounters = new HashMap<>();
        getMetricGroup().gauge("dirtyCells", (Gauge<Integer>) () -> dirtySize);
        dirty = new HashMap<>();
        watermarkMillis = Long.MIN_VALUE;
    }

    /** Documents. */
    @Override
    public void processElement1(StreamRecord<Delivery> element) throws Exception {
        Delivery delivery = element.getValue();
        Document document = delivery.document();
        boolean late = isPast(document.cell());
        DirtyRegister register = touched(document.key());
        int sizeBefore = register.size();
        DocumentFold.Step step = fold.fold(register, document, late);
        dirtySize += register.size() - sizeBefore;
        count(step, late);
        if (step.outcome() != Outcome.DUPLICATE) {
            output.collect(new StreamRecord<>(tables.documents().row(delivery, late)));
        }
        if (touchesPast(step)) {
            timers.registerEventTimeTimer(VoidNamespace.INSTANCE, AT_THE_NEXT_WATERMARK);
        }
        publishEarly();
    }

    /** Values that the next round publishes whatever they are. */
    @Override
    public void processElement2(StreamRecord<Invalidation> element) throws Exception {
        Invalidation invalidation = element.getValue();
        DirtyRegister register = touched(invalidation.key());
        int sizeBefore = register.size();
        fold.invalidate(register, invalidation.target());
        dirtySize += register.size() - sizeBefore;
        publishEarly();
    }

    private DirtyRegister touched(String key) throws Exception {
        DirtyRegister register = dirty.get(key);
        if (register == null) {
            readBack.complete(key);
            register = new DirtyRegister();
            dirty.put(key, register);
        }
        return register;
    }

    private void publishEarly() throws Exception {
        if (dirtySize > dirtyLimit) {
            publishAll();
        }
    }

    private void count(DocumentFold.Step step, boolean late) {
        count(Counters.of(step.outcome()));
        if (step.tie()) {
            count(Counters.TIES);
        }
        if (late) {
            count(Counters.LATE);
        }
    }

    private void count(String name) {
        counters.add(name);
        outcomeCounters.computeIfAbsent(name, outcomes::counter).inc();
    }

    private boolean touchesPast(DocumentFold.Step step) {
        return (step.leaves() != null && isPast(step.leaves().latest().cell()))
                || (step.joins() != null && isPast(step.joins().latest().cell()));
    }

    private boolean isPast(CellKey cell) {
        long endMillis = (cell.bucketSeconds() + model.document().bucket().toSeconds()) * 1_000;
        return endMillis <= watermarkMillis;
    }

    /** Late touches are due. */
    @Override
    public void onEventTime(InternalTimer<String, VoidNamespace> timer) throws Exception {
        publish(timer.getKey(), this::isPast);
    }

    @Override
    public void onProcessingTime(InternalTimer<String, VoidNamespace> timer) {
        throw new IllegalStateException("no timer of processing time is ever registered");
    }

    @Override
    public void processWatermark(Watermark mark) throws Exception {
        wave++;
        super.processWatermark(mark);
        watermarkMillis = mark.getTimestamp();
    }

    @Override
    public void prepareSnapshotPreBarrier(long checkpointId) throws Exception {
        epoch = checkpointId - 1;
        if (!finished) {
            publishAll();
            emitProgress();
        }
        epoch = checkpointId;
    }

    /** The last round; nothing may be emitted at the barriers that follow the end of input. */
    @Override
    public void finish() throws Exception {
        publishAll();
        emitProgress();
        finished = true;
        super.finish();
    }

    private void publishAll() throws Exception {
        wave++;
        for (String key : List.copyOf(dirty.keySet())) {
            setCurrentKey(key);
            publish(key, cell -> true);
        }
    }

    private void publish(String key, Predicate<CellKey> due) throws Exception {
        DirtyRegister register = dirty.get(key);
        if (register == null) {
            return;
        }
        int sizeBefore = register.size();
        publisher.publish(key, register, due, RowVersion.of(timeline, wave, epoch));
        dirtySize += register.size() - sizeBefore;
        if (register.isEmpty()) {
            dirty.remove(key);
        }
    }

    private void emitProgress() {
        long known =
                watermarkMillis == Watermark.MAX_WATERMARK.getTimestamp() ? Progress.NO_WATERMARK : watermarkMillis;
        output.collect(new StreamRecord<>(new Progress(List.of(), counters.drain(), known)));
    }

    @Override
    public void snapshotState(StateSnapshotContext context) throws Exception {
        super.snapshotState(context);
        state.write(wave);
    }

    @Override
    public void close() throws Exception {
        if (readBack != null) {
            readBack.close();
        }
        super.close();
    }
}
