package io.recount.pipeline.cells;

import io.recount.cells.CellKey;
import io.recount.cells.FrozenLine;
import io.recount.cells.Layout;
import io.recount.cells.Measures;
import io.recount.cells.Sketches;
import io.recount.cells.model.Dimension;
import io.recount.cells.model.DocumentRules.IdKind;
import io.recount.cells.model.Model;
import io.recount.clickhouse.Lineage;
import io.recount.clickhouse.Progress;
import io.recount.clickhouse.RowVersion;
import io.recount.clickhouse.SinkElement;
import io.recount.clickhouse.TableRow;
import io.recount.pipeline.tables.RequestTables;
import io.recount.pipeline.tables.Tables;
import io.recount.pipeline.types.Counters;
import io.recount.pipeline.types.Delivery;
import io.recount.pipeline.types.Invalidation;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.flink.metrics.groups.OperatorMetricGroup;
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

    private static final long serialVersionUID = 3L;
    /** Long past, so that whichever watermark comes next fires it; always the same, so that a register has one. */
    private static final long AT_THE_NEXT_WATERMARK = Long.MIN_VALUE + 1;

    /** The number of the one behind the end of input is not known in front of it. */
    private static final long LAST_CHECKPOINT = Long.MAX_VALUE;

    private final Model model;
    private final long timeline;
    private final StateSettings settings;
    private final PastDocuments pastDocuments;
    private final Lineage startAfter;
    private final Set<String> earlierModels;

    private transient StageState state;
    private transient RegisterCache cache;
    private transient InternalTimerService<VoidNamespace> lateTouches;
    private transient Intake intake;
    private transient Recomputation recomputation;
    private transient RequestTables requests;
    private transient Rounds rounds;
    private transient StartProgress start;
    private transient Eviction eviction;
    private transient OutcomeCounts outcomes;
    private transient PastDocuments.Reader pastReader;
    private transient long watermarkMillis;
    private transient boolean finished;

    /**
     * @param timeline that rows carry
     * @param pastDocuments where what is not in state is read back from
     * @param startAfter what a job without state goes on from; empty if it begins at nothing
     * @param earlierModels fingerprints of models that this one may follow: of what was written under one of them only the
     *     history is taken up, and documents are read back
     */
    public CellsOperator(
            Model model,
            long timeline,
            StateSettings settings,
            PastDocuments pastDocuments,
            Lineage startAfter,
            Set<String> earlierModels) {
        this.model = model;
        this.timeline = timeline;
        this.settings = settings;
        this.pastDocuments = pastDocuments;
        this.startAfter = startAfter;
        this.earlierModels = Set.copyOf(earlierModels);
    }

    @Override
    public void initializeState(StateInitializationContext context) throws Exception {
        super.initializeState(context);
        state = new StageState(context, model, timeline, startAfter, earlierModels, pastDocuments.frozen());
    }

    @Override
    public void open() throws Exception {
        super.open();
        watermarkMillis = Long.MIN_VALUE;
        OperatorMetricGroup metricGroup = getMetricGroup();
        Layout layout = new Layout(model);
        Measures measures = Measures.of(model, layout);
        Dimension dimension = model.dimensions().stream().findFirst().orElse(null);
        Measures byField = dimension == null ? measures : Measures.of(model, layout, dimension);
        Tables tables = new Tables(model, timeline);
        FrozenLine line = pastDocuments.frozen();

        CellStore store = new CellStore(getKeyedStateBackend(), model, layout, measures, byField);
        if (state.isOfEarlierModel()) {
            store.clear();
        }
        cache = new RegisterCache(store, settings.cacheBytes(), metricGroup);
        Registers registers = new Registers(
                store,
                cache,
                Paging.of(model),
                !state.startedAfterOthers() && !line.isDrawn(),
                model.document().ids() == IdKind.SEQUENTIAL,
                metricGroup);
        RegisterFold fold = new RegisterFold(
                registers,
                measures,
                byField,
                Sketches.of(model, layout),
                dimension == null ? null : layout.slot(dimension.map()),
                this::touched);
        rounds =
                new Rounds(cache, new Publisher(registers, fold, tables, this::emit), settings, timeline, state.wave());
        eviction = new Eviction(
                registers,
                timers("evictions", timer -> eviction.onTimer(registers.get(timer.getKey()), timer.getTimestamp())),
                settings.hot(),
                state.restored(),
                metricGroup);
        lateTouches = timers("late-touches", this::onLateTouches);
        outcomes = new OutcomeCounts(metricGroup.addGroup("outcome"));
        pastReader = pastDocuments.open(metricGroup);
        requests = tables.requests();
        start = StartProgress.of(
                state.startedAfterOthers() && (state.restored() == 0 || state.isOfEarlierModel()),
                getRuntimeContext().getTaskInfo(),
                getProcessingTimeService(),
                metricGroup);
        FrozenCells frozen = new FrozenCells(line, registers, measures, tables, pastReader);
        ReadBack readBack =
                new ReadBack(registers, fold, frozen, this::touched, rounds::settle, pastReader, start, metricGroup);
        recomputation = new Recomputation(
                registers,
                fold,
                readBack,
                frozen,
                pastReader,
                eviction,
                tables,
                state::history,
                rounds::newest,
                rounds::next,
                this::emit,
                metricGroup.counter("sweptWrong"));
        intake = new Intake(
                registers,
                fold,
                readBack,
                frozen,
                new WaitingRoom(settings.sizes(), state::history, metricGroup),
                recomputation,
                state.positions(),
                settings.sizes(),
                outcomes,
                tables.documents(),
                new Intake.Stage() {
                    @Override
                    public boolean isPast(CellKey cell) {
                        return CellsOperator.this.isPast(cell);
                    }

                    @Override
                    public void emit(TableRow row) {
                        CellsOperator.this.emit(row);
                    }

                    @Override
                    public void changedLate(Register register) {
                        registers.select(register);
                        lateTouches.registerEventTimeTimer(VoidNamespace.INSTANCE, AT_THE_NEXT_WATERMARK);
                    }

                    @Override
                    public void settle() throws Exception {
                        rounds.settle();
                    }
                });
    }

    private void emit(TableRow row) {
        output.collect(new StreamRecord<>(row));
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
        start.came(element.getValue().appendedAtMillis());
        intake.add(element.getValue());
    }

    /** Values that the next round publishes whatever they are, and pages that are computed again. */
    @Override
    public void processElement2(StreamRecord<Invalidation> element) throws Exception {
        Invalidation invalidation = element.getValue();
        if (invalidation.target() instanceof Invalidation.Progress progress) {
            emit(requests.row(
                    progress.status(),
                    progress.updatedMillis(),
                    new RowVersion(progress.version(), rounds.newest().epoch())));
        } else {
            intake.add(invalidation);
        }
    }

    private void touched(Register register, long page, long millis) {
        eviction.touched(register, page, millis);
    }

    private boolean isPast(CellKey cell) {
        long endMillis = (cell.bucketSeconds() + model.document().bucket().toSeconds()) * 1_000;
        return endMillis <= watermarkMillis;
    }

    private void onLateTouches(InternalTimer<String, VoidNamespace> timer) throws Exception {
        Register register = cache.find(timer.getKey());
        if (register != null) {
            rounds.publish(register, this::isPast);
        }
    }

    @Override
    public void processWatermark(Watermark mark) throws Exception {
        intake.drain();
        rounds.begin();
        eviction.setNow(mark.getTimestamp());
        super.processWatermark(mark);
        watermarkMillis = mark.getTimestamp();
        cache.trim();
    }

    @Override
    public void prepareSnapshotPreBarrier(long checkpointId) throws Exception {
        rounds.follow(checkpointId - 1);
        if (!finished) {
            publishAll();
            emitProgress(checkpointId);
            start.barrier();
            eviction.leave();
        }
        rounds.follow(checkpointId);
        eviction.passed(checkpointId);
    }

    /** The last round; nothing may be emitted at the barriers that follow the end of input. */
    @Override
    public void finish() throws Exception {
        publishAll();
        emitProgress(LAST_CHECKPOINT);
        finished = true;
        super.finish();
    }

    private void publishAll() throws Exception {
        intake.drain();
        rounds.publishAll();
    }

    private void emitProgress(long checkpointId) {
        int subtask = getRuntimeContext().getTaskInfo().getIndexOfThisSubtask();
        recomputation
                .drainCounts()
                .forEach((request, done) ->
                        emit(requests.row(request, timeline, checkpointId, subtask, done.compared(), done.changed())));
        long known =
                watermarkMillis == Watermark.MAX_WATERMARK.getTimestamp() ? Progress.NO_WATERMARK : watermarkMillis;
        Map<String, Long> counts = outcomes.drain();
        Counters.show(counts, getRuntimeContext());
        output.collect(new StreamRecord<>(new Progress(List.of(), counts, known)));
    }

    @Override
    public void snapshotState(StateSnapshotContext context) throws Exception {
        super.snapshotState(context);
        cache.writeBack();
        state.write(rounds.wave());
    }

    @Override
    public void notifyCheckpointComplete(long checkpointId) throws Exception {
        super.notifyCheckpointComplete(checkpointId);
        eviction.completed(checkpointId);
    }

    @Override
    public void close() throws Exception {
        if (pastReader != null) {
            pastReader.close();
        }
        super.close();
    }
}
