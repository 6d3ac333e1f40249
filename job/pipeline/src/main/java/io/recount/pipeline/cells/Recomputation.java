package io.recount.pipeline.cells;

import io.recount.cells.Aggregate;
import io.recount.cells.Sketch;
import io.recount.clickhouse.Lineage;
import io.recount.clickhouse.RowVersion;
import io.recount.clickhouse.TableRow;
import io.recount.pipeline.tables.PublishedTable;
import io.recount.pipeline.tables.Tables;
import io.recount.pipeline.types.Invalidation;
import io.recount.pipeline.types.Sweep;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.flink.metrics.Counter;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Computes pages again that somebody asked for, and has published what differs from what readers see.
 *
 * <p>A page that is in state is first united with what others than this job wrote of it, and folded again; one that is not
 * is read back, and leaves the state as soon as a checkpoint allows. Then every value is compared with the newest published
 * row of its key, and every row with the value, but for those of frozen cells. A row that no row of this job could outrank is removed.
 *
 * <p>Invariant: once a page is computed again, the next round publishes whatever of it is not published right. Of a page
 * whose last values are not committed yet, those are published once more.
 */
final class Recomputation {

    private static final Logger LOG = LoggerFactory.getLogger(Recomputation.class);
    private static final int PAGES_AT_ONCE = 64;

    private final Registers registers;
    private final RegisterFold fold;
    private final ReadBack readBack;
    private final FrozenCells frozen;
    private final PastDocuments.Reader reader;
    private final Eviction eviction;
    private final Tables tables;
    private final Supplier<Lineage> past;
    private final Supplier<RowVersion> newest;
    private final Supplier<RowVersion> nextRound;
    private final Consumer<TableRow> output;
    private final Counter sweptWrong;
    private final Map<String, Map<Long, Set<String>>> pending = new LinkedHashMap<>();
    private final Map<String, Counts> counts = new TreeMap<>();
    private int pages;

    /**
     * @param past tells what was processed so far
     * @param newest tells the version of the last round
     * @param nextRound begins a round of its own
     * @param sweptWrong counts what daily sweeps find
     */
    Recomputation(
            Registers registers,
            RegisterFold fold,
            ReadBack readBack,
            FrozenCells frozen,
            PastDocuments.Reader reader,
            Eviction eviction,
            Tables tables,
            Supplier<Lineage> past,
            Supplier<RowVersion> newest,
            Supplier<RowVersion> nextRound,
            Consumer<TableRow> output,
            Counter sweptWrong) {
        this.registers = registers;
        this.fold = fold;
        this.readBack = readBack;
        this.frozen = frozen;
        this.reader = reader;
        this.eviction = eviction;
        this.tables = tables;
        this.past = past;
        this.newest = newest;
        this.nextRound = nextRound;
        this.output = output;
        this.sweptWrong = sweptWrong;
    }

    /** Of one request, since they were asked for last. */
    record Counts(long compared, long changed) {

        private Counts plus(long moreCompared, long moreChanged) {
            return new Counts(compared + moreCompared, changed + moreChanged);
        }
    }

    void add(String register, Invalidation.Page page) {
        Set<String> requests = pending.computeIfAbsent(register, key -> new TreeMap<>())
                .computeIfAbsent(page.page(), number -> {
                    pages++;
                    return new TreeSet<>();
                });
        requests.add(page.request());
    }

    boolean isFull() {
        return pages >= PAGES_AT_ONCE;
    }

    /** Computes all that was added; whatever came before must be folded. */
    void run() throws Exception {
        if (pages == 0) {
            return;
        }
        Map<String, Map<Long, Set<String>>> asked = new LinkedHashMap<>(pending);
        pending.clear();
        pages = 0;
        Map<String, Set<Long>> all = new LinkedHashMap<>();
        asked.forEach((register, its) -> all.put(register, its.keySet()));
        Map<String, Set<Long>> inState = readBack.fetch(all, past.get());
        Map<String, Map<Invalidation.Single, PastDocuments.Published>> published = published(all);
        for (Map.Entry<String, Map<Long, Set<String>>> entry : asked.entrySet()) {
            Register register = registers.get(entry.getKey());
            Map<Invalidation.Single, PastDocuments.Published> rows =
                    published.getOrDefault(entry.getKey(), new HashMap<>());
            for (Map.Entry<Long, Set<String>> page : entry.getValue().entrySet()) {
                boolean wasInState =
                        inState.getOrDefault(register.key, Set.of()).contains(page.getKey());
                Counts found = compare(register, page.getKey(), rows, wasInState);
                for (String request : page.getValue()) {
                    counts.merge(request, found, (before, more) -> before.plus(more.compared(), more.changed()));
                }
                if (!wasInState && register.directory().holds(page.getKey())) {
                    eviction.leaveSoon(register, page.getKey());
                }
            }
        }
        registers.cache().trim();
    }

    /** By register; rows that can't be outranked are removed, and what they are of counts as not published right. */
    private Map<String, Map<Invalidation.Single, PastDocuments.Published>> published(Map<String, Set<Long>> pagesOf)
            throws IOException, InterruptedException {
        Map<String, Map<Invalidation.Single, PastDocuments.Published>> byRegister = new HashMap<>();
        List<PastDocuments.Published> beyond = new ArrayList<>();
        RowVersion last = newest.get();
        for (PastDocuments.Published row : reader.published(pagesOf)) {
            if (frozen.isFrozen(row.target())) {
                continue;
            }
            if (Long.compareUnsigned(row.version(), last.version()) > 0) {
                beyond.add(row);
            }
            byRegister
                    .computeIfAbsent(row.register(), key -> new LinkedHashMap<>())
                    .put(row.target(), row);
        }
        if (!beyond.isEmpty()) {
            reader.erase(beyond, last.version());
        }
        return byRegister;
    }

    private Counts compare(
            Register register, long page, Map<Invalidation.Single, PastDocuments.Published> rows, boolean wasInState)
            throws Exception {
        List<Invalidation.Single> wrong = new ArrayList<>();
        RowVersion last = newest.get();
        long compared = 0;
        long touched = 0;
        Aggregate shift = new Aggregate();
        for (Cell cell : List.copyOf(registers.cellsOf(register, page))) {
            if (frozen.isFrozen(cell)) {
                shift.merge(cell.published());
                continue;
            }
            Invalidation.Cell target = new Invalidation.Cell(cell.key());
            List<Sketch> sketches = fold.sketches(register, cell);
            int before = wrong.size();
            compared += note(target, tables.row(register.key, target, cell.published(), sketches, last), rows, wrong);
            // Of one that is touched the sketches are no longer those that were published.
            touched += isTouched(cell) && wrong.size() == before ? 1 : 0;
            shift.merge(cell.published());
            for (FieldCell fieldCell :
                    List.copyOf(registers.fieldCells(register, cell).all())) {
                Invalidation.FieldCell field = new Invalidation.FieldCell(fieldCell.key());
                compared += note(
                        field, tables.row(register.key, field, fieldCell.published(), List.of(), last), rows, wrong);
            }
            if (wasInState) {
                fold.foldAgain(register, cell);
            }
        }
        if (registers.paging().byShift()) {
            Invalidation.Shift target = new Invalidation.Shift(page);
            compared += note(target, tables.row(register.key, target, shift, List.of(), last), rows, wrong);
        }
        // What is published and has no documents.
        for (Invalidation.Single target : List.copyOf(rows.keySet())) {
            if (registers.paging().pageOf(target) == page) {
                compared += note(target, tables.emptyRow(register.key, target, last), rows, wrong);
            }
        }
        for (Invalidation.Single target : wrong) {
            if (isStray(target)) {
                publishEmpty(register.key, target);
            } else {
                fold.invalidate(register, target);
            }
        }
        if (wrong.contains(new Invalidation.Shift(page))) {
            Value value = registers.shift(register, page);
            value.begin();
            value.foldAgain();
        }
        return new Counts(compared, wrong.size() + touched);
    }

    /** Will be published anyway. */
    private static boolean isTouched(Value value) {
        return value.isDirty() && !value.value().equals(value.published());
    }

    /** Whether a key is none that the model has: of a model without shifts one with a shift. */
    boolean isStray(Invalidation.Single target) {
        if (registers.paging().byShift()) {
            return false;
        }
        if (target instanceof Invalidation.Cell its) {
            return its.cell().shift() != 0;
        }
        return !(target instanceof Invalidation.FieldCell its)
                || its.cell().cell().shift() != 0;
    }

    /** Of a key that the model has not: nothing of it is in state. */
    void publishEmpty(String register, Invalidation.Single target) {
        output.accept(tables.emptyRow(register, target, nextRound.get()));
    }

    /** Compares a value, as the job would write it, with the row of its key, which is done with then. */
    private int note(
            Invalidation.Single target,
            TableRow value,
            Map<Invalidation.Single, PastDocuments.Published> rows,
            List<Invalidation.Single> wrong) {
        PastDocuments.Published row = rows.remove(target);
        RowVersion last = newest.get();
        boolean beyond = row != null && Long.compareUnsigned(row.version(), last.version()) > 0;
        byte[] shown = row == null ? PublishedTable.value(tables.emptyRow("", target, last)) : row.value();
        if (beyond || !Arrays.equals(shown, PublishedTable.value(value))) {
            wrong.add(target);
        }
        return 1;
    }

    /** By request, what was done since this was called last. */
    Map<String, Counts> drainCounts() {
        Map<String, Counts> drained = Map.copyOf(counts);
        counts.clear();
        drained.forEach(this::warn);
        return drained;
    }

    /** Nobody has said that a day that is swept is wrong. */
    private void warn(String request, Counts done) {
        if (Sweep.isOf(request) && done.changed() > 0) {
            sweptWrong.inc(done.changed());
            LOG.warn(
                    "{}: {} of {} values were not published right, and are published again. Next: see whether documents of"
                            + " that day came meanwhile; if not, look for whoever changed rows by hand",
                    request,
                    done.changed(),
                    done.compared());
        }
    }
}
