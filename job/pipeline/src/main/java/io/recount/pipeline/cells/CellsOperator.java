package io.recount.pipeline.cells;

import io.recount.cells.CellKey;
import io.recount.cells.Document;
import io.recount.cells.DocumentFold;
import io.recount.cells.History;
import io.recount.cells.Layout;
import io.recount.cells.Measures;
import io.recount.cells.Outcome;
import io.recount.cells.model.Dimension;
import io.recount.cells.model.DocumentRules.IdKind;
import io.recount.cells.model.Model;
import io.recount.clickhouse.Lineage;
import io.recount.clickhouse.Progress;
import io.recount.clickhouse.RowVersion;
import io.recount.clickhouse.SinkElement;
import io.recount.pipeline.tables.Tables;
import io.recount.pipeline.types.Delivery;
import io.recount.pipeline.types.Invalidation;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.apache.flink.metrics.Gauge;
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
import org.jspecify.annotations.Nullable;

/**
 * Keyed by register. Emits the row of every accepted version, and the rows of touched cells, shifts and field cells in
 * rounds: at every barrier all of them, so that no snapshot holds a cell that is not published; at a watermark those that
 * a late document touched; and early, when too many are touched. Invalidated values are published in these rounds too.
 *
 * <p>State is a cache of the documents. What is not in it, and not certainly new, is read back for many documents at once;
 * those wait, at most until the next watermark or barrier, and the others go on.
 *
 * <p>Invariant: after the round at barrier N, every published row is the fold of all documents read below N's offsets. A
 * value that equals the published one is not emitted again.
 *
 * <p>On failure everything since the last checkpoint is folded again, under greater versions.
 */
public final class CellsOperator extends AbstractStreamOperator<SinkElement>
        implements TwoInputStreamOperator<Delivery, Invalidation, SinkElement> {

    private static final long serialVersionUID = 2L;
    /** Long past, so that whichever watermark comes next fires it; always the same, so that a register has one. */
    private static final long AT_THE_NEXT_WATERMARK = Long.MIN_VALUE + 1;

    /** The heap keeps to its limits after so many documents of a register, and between registers. */
    private static final int BETWEEN_LIMITS = 64;

    private final Model model;
    private final long timeline;
    private final StateSettings settings;
    private final PastDocuments pastDocuments;
    private final Lineage startAfter;

    private transient StageState state;
    private transient InternalTimerService<VoidNamespace> lateTouches;
    private transient RegisterCache cache;
    private transient Registers registers;
    private transient Paging paging;
    private transient Batch batch;
    private transient WaitingRoom waiting;
    private transient ReadBack readBack;
    private transient RegisterFold fold;
    private transient Eviction eviction;
    private transient Publisher publisher;
    private transient Tables tables;
    private transient OutcomeCounts outcomes;
    private transient long wave;
    private transient long epoch;
    private transient long watermarkMillis;
    private transient boolean finished;

    /**
     * @param timeline that rows carry
     * @param pastDocuments where what is not in state is read back from
     * @param startAfter what a job without state goes on from; empty if it begins at nothing
     */
    public CellsOperator(
            Model model, long timeline, StateSettings settings, PastDocuments pastDocuments, Lineage startAfter) {
        this.model = model;
        this.timeline = timeline;
        this.settings = settings;
        this.pastDocuments = pastDocuments;
        this.startAfter = startAfter;
    }

    @Override
    public void initializeState(StateInitializationContext context) throws Exception {
        super.initializeState(context);
        state = new StageState(context, model, timeline, startAfter);
        wave = state.wave();
        epoch = RowVersion.BEFORE_ANY_BARRIER;
    }

    @Override
    public void open() throws Exception {
        super.open();
        watermarkMillis = Long.MIN_VALUE;
        outcomes = new OutcomeCounts(getMetricGroup().addGroup("outcome"));
        batch = new Batch();
        waiting = new WaitingRoom();
        getMetricGroup().gauge("waitingForReadBack", (Gauge<Integer>) waiting::size);

        Layout layout = new Layout(model);
        Measures measures = Measures.of(model, layout);
        Dimension dimension = model.dimensions().stream().findFirst().orElse(null);
        Measures byField = dimension == null ? measures : Measures.of(model, layout, dimension);
        paging = Paging.of(model);
        CellStore store = new CellStore(getKeyedStateBackend(), model, layout, measures, byField);
        cache = new RegisterCache(store, settings.cacheBytes(), getMetricGroup());
        registers = new Registers(
                store,
                cache,
                paging,
                !state.startedAfterOthers(),
                model.document().ids() == IdKind.SEQUENTIAL,
                getMetricGroup());
        fold = new RegisterFold(
                registers, measures, byField, dimension == null ? null : layout.slot(dimension.map()), this::touched);
        tables = new Tables(model, timeline);
        publisher = new Publisher(registers, fold, tables, row -> output.collect(new StreamRecord<>(row)));
        readBack = new ReadBack(
                registers, fold, this::touched, this::settle, pastDocuments.open(getMetricGroup()), getMetricGroup());
        lateTouches = timers("late-touches", this::onLateTouches);
        eviction = new Eviction(
                registers,
                timers("evictions", timer -> eviction.onTimer(registers.get(timer.getKey()), timer.getTimestamp())),
                settings.hot(),
                state.restored(),
                getMetricGroup());
    }

    /** What is due by event time. */
    @FunctionalInterface
    private interface OnTimer {
        void due(InternalTimer<String, VoidNamespace> timer) throws Exception;
    }

    private InternalTimerService<VoidNamespace> timers(String name, OnTimer onTimer) {
        return getInternalTimerService(
                name, VoidNamespaceSerializer.INSTANCE, new Triggerable<String, VoidNamespace>() {
                    @Override
                    public void onEventTime(InternalTimer<String, VoidNamespace> timer) throws Exception {
                        onTimer.due(timer);
                        cache.trim();
                    }

                    @Override
                    public void onProcessingTime(InternalTimer<String, VoidNamespace> timer) {
                        throw new IllegalStateException("no timer of processing time is ever registered");
                    }
                });
    }

    /** The current key is set where state is read: most documents need none. */
    @Override
    @SuppressWarnings("rawtypes") // as it is declared
    public void setKeyContextElement1(StreamRecord element) {}

    @Override
    @SuppressWarnings("rawtypes") // as it is declared
    public void setKeyContextElement2(StreamRecord element) {}

    /** Documents. */
    @Override
    public void processElement1(StreamRecord<Delivery> element) throws Exception {
        batch.add(element.getValue());
        if (batch.isFull()) {
            foldBatch();
        }
    }

    private void foldBatch() throws Exception {
        if (batch.isEmpty()) {
            return;
        }
        Map<String, List<Delivery>> byRegister = batch.take();
        for (Map.Entry<String, List<Delivery>> group : byRegister.entrySet()) {
            foldGroup(group.getKey(), group.getValue());
        }
        // Not sooner: whoever begins to wait must not find himself, nor others of the batch, among the past.
        for (List<Delivery> group : byRegister.values()) {
            for (Delivery delivery : group) {
                state.positions().advance(delivery.topic(), delivery.partition(), delivery.offset() + 1);
            }
        }
    }

    /** Of one register. */
    private void foldGroup(String key, List<Delivery> deliveries) throws Exception {
        for (int from = 0; from < deliveries.size(); from += BETWEEN_LIMITS) {
            Register register = registers.get(key);
            boolean past = false;
            for (Delivery delivery : deliveries.subList(from, Math.min(deliveries.size(), from + BETWEEN_LIMITS))) {
                Document document = delivery.document();
                boolean late = isPast(document.cell());
                if (!waiting.holds(document) && readBack.canFold(register, document)) {
                    past |= accept(register, delivery, late, null);
                } else {
                    beginToWait();
                    waiting.add(new WaitingRoom.Waiting(delivery, late));
                }
            }
            if (past) {
                publishAtTheNextWatermark(register);
            }
            settle();
            readBackIfFull();
        }
    }

    /** Values that the next round publishes whatever they are. */
    @Override
    public void processElement2(StreamRecord<Invalidation> element) throws Exception {
        Invalidation invalidation = element.getValue();
        Register register = registers.get(invalidation.key());
        if (ReadBack.isThere(register, paging.pageOf(invalidation.target()))) {
            fold.invalidate(register, invalidation.target());
            settle();
        } else {
            beginToWait();
            waiting.add(invalidation);
        }
        readBackIfFull();
    }

    private void beginToWait() {
        if (waiting.isEmpty()) {
            waiting.setHistory(state.history());
        }
    }

    private void readBackIfFull() throws Exception {
        if (waiting.isFull()) {
            foldWaiting();
        }
    }

    private void foldWaiting() throws Exception {
        if (waiting.isEmpty()) {
            return;
        }
        Map<ReadBack.Id, History> found =
                readBack.complete(waiting.documents(), waiting.pages(paging), waiting.history());
        for (Invalidation invalidation : waiting.takeInvalidations()) {
            fold.invalidate(registers.get(invalidation.key()), invalidation.target());
            settle();
        }
        for (WaitingRoom.Waiting each : waiting.takeDeliveries()) {
            Document document = each.delivery().document();
            Register register = registers.get(document.key());
            History before = found.get(new ReadBack.Id(document.key(), document.id()));
            if (accept(register, each.delivery(), each.late(), before)) {
                publishAtTheNextWatermark(register);
            }
            settle();
        }
    }

    /** Returns whether something changed that readers may take for settled. */
    private boolean accept(Register register, Delivery delivery, boolean late, @Nullable History before)
            throws Exception {
        DocumentFold.Step step = fold.fold(register, delivery.document(), late, before);
        count(step, late);
        if (step.outcome() != Outcome.DUPLICATE) {
            output.collect(new StreamRecord<>(tables.documents().row(delivery, late)));
        }
        return touchesPast(step);
    }

    private void publishAtTheNextWatermark(Register register) {
        registers.select(register);
        lateTouches.registerEventTimeTimer(VoidNamespace.INSTANCE, AT_THE_NEXT_WATERMARK);
    }

    private void touched(Register register, long page, long millis) {
        eviction.touched(register, page, millis);
    }

    /** Between two documents: keeps to the limits. */
    private void settle() throws Exception {
        if (cache.dirtyBytes() > settings.mostDirtyBytes()) {
            wave++;
            for (Register register : cache.dirty()) {
                publish(register, cell -> true);
                cache.trim();
                if (cache.dirtyBytes() <= settings.lessDirtyBytes()) {
                    break;
                }
            }
        }
        cache.trim();
    }

    private void count(DocumentFold.Step step, boolean late) {
        outcomes.add(step.outcome());
        if (step.tie()) {
            outcomes.addTie();
        }
        if (late) {
            outcomes.addLate();
        }
    }

    private boolean touchesPast(DocumentFold.Step step) {
        return (step.leaves() != null && isPast(step.leaves().latest().cell()))
                || (step.joins() != null && isPast(step.joins().latest().cell()));
    }

    private boolean isPast(CellKey cell) {
        long endMillis = (cell.bucketSeconds() + model.document().bucket().toSeconds()) * 1_000;
        return endMillis <= watermarkMillis;
    }

    private void onLateTouches(InternalTimer<String, VoidNamespace> timer) throws Exception {
        Register register = cache.find(timer.getKey());
        if (register != null) {
            publish(register, this::isPast);
        }
    }

    @Override
    public void processWatermark(Watermark mark) throws Exception {
        foldBatch();
        foldWaiting();
        wave++;
        eviction.setNow(mark.getTimestamp());
        super.processWatermark(mark);
        watermarkMillis = mark.getTimestamp();
        cache.trim();
    }

    @Override
    public void prepareSnapshotPreBarrier(long checkpointId) throws Exception {
        epoch = checkpointId - 1;
        if (!finished) {
            publishAll();
            emitProgress();
        }
        epoch = checkpointId;
        eviction.passed(checkpointId);
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
        foldBatch();
        foldWaiting();
        wave++;
        for (Register register : cache.dirty()) {
            publish(register, cell -> true);
            cache.trim();
        }
    }

    private void publish(Register register, Predicate<CellKey> due) throws Exception {
        publisher.publish(register, due, RowVersion.of(timeline, wave, epoch));
    }

    private void emitProgress() {
        long known =
                watermarkMillis == Watermark.MAX_WATERMARK.getTimestamp() ? Progress.NO_WATERMARK : watermarkMillis;
        output.collect(new StreamRecord<>(new Progress(List.of(), outcomes.drain(), known)));
    }

    @Override
    public void snapshotState(StateSnapshotContext context) throws Exception {
        super.snapshotState(context);
        cache.writeBack();
        state.write(wave);
    }

    @Override
    public void notifyCheckpointComplete(long checkpointId) throws Exception {
        super.notifyCheckpointComplete(checkpointId);
        eviction.completed(checkpointId);
    }

    @Override
    public void close() throws Exception {
        if (readBack != null) {
            readBack.close();
        }
        super.close();
    }
}
