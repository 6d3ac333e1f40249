package io.recount.pipeline.cells;

import io.recount.cells.Aggregate;
import io.recount.cells.Document;
import io.recount.cells.DocumentFold;
import io.recount.cells.DocumentId;
import io.recount.cells.FieldCellKey;
import io.recount.cells.History;
import io.recount.cells.Layout;
import io.recount.cells.Measures;
import io.recount.cells.Outcome;
import io.recount.cells.Sketch;
import io.recount.cells.Sketches;
import io.recount.pipeline.types.Invalidation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Moves versions of documents between the cells of one register, on the heap. */
final class RegisterFold {

    /** Is told of a page, before something in it changes, or once it was read back. */
    @FunctionalInterface
    interface Touches {

        /** {@code millis} is a time of its documents, 0 if it is not known. */
        void touched(Register register, long page, long millis);
    }

    private static final long MOST_FOLDS = 1_000;

    private final Registers registers;
    private final RegisterCache cache;
    private final Paging paging;
    private final Measures measures;
    private final Measures fieldMeasures;
    private final Sketches sketches;
    private final Layout.@Nullable Slot fields;
    private final Touches touches;

    /**
     * @param fields the text map whose values have cells of their own, or null
     * @param touches is told of every page that is touched
     */
    RegisterFold(
            Registers registers,
            Measures measures,
            Measures fieldMeasures,
            Sketches sketches,
            Layout.@Nullable Slot fields,
            Touches touches) {
        this.registers = registers;
        this.cache = registers.cache();
        this.paging = registers.paging();
        this.measures = measures;
        this.fieldMeasures = fieldMeasures;
        this.sketches = sketches;
        this.fields = fields;
        this.touches = touches;
    }

    /**
     * Takes in the next version of an id. A duplicate changes nothing.
     *
     * @param readBack what was read back of an id that is not in state; of anything but a duplicate the page is in state
     */
    DocumentFold.Step fold(Register register, Document document, boolean late, @Nullable History readBack)
            throws Exception {
        DocumentId id = document.id();
        Chunk chunk = registers.chunkOf(register, id);
        History before = chunk.holds(id) ? chunk.history(id) : readBack;
        DocumentFold.Step step = DocumentFold.fold(before, document, late);
        if (step.outcome() == Outcome.DUPLICATE) {
            return step;
        }
        chunk.put(id, step.after());
        cache.account(register, chunk);
        touch(register, step.after().latest());
        register.directory().accept(id, paging.pageOf(document.cell()), registers.sequential());
        if (step.leaves() != null) {
            leave(register, step.leaves());
        }
        if (step.joins() != null) {
            join(register, step.joins());
        }
        cache.file(register);
        return step;
    }

    /** Has a value published again, whatever it is. Its page must be in state. */
    void invalidate(Register register, Invalidation.Single target) throws Exception {
        if (target instanceof Invalidation.Cell cell) {
            touch(register, registers.cell(register, cell.cell())).invalidate();
        } else if (target instanceof Invalidation.FieldCell field) {
            Cell cell = registers.cell(register, field.cell().cell());
            FieldCells fieldCells = registers.fieldCells(register, cell);
            touch(register, fieldCells, fieldCells.get(field.cell())).invalidate();
        } else if (target instanceof Invalidation.Shift shift) {
            register.invalidatedShifts.add(shift.shift());
        }
        touches.touched(register, paging.pageOf(target), 0);
        cache.file(register);
    }

    /**
     * Takes in versions that others than this job wrote; what is not in state belongs to pages that are not there either.
     *
     * @param written what is written of an id
     */
    void unite(Register register, History written) throws Exception {
        Document document = written.latest();
        DocumentId id = document.id();
        Chunk chunk = registers.chunkOf(register, id);
        boolean isHere = ReadBack.isThere(register, paging.pageOf(document.cell()));
        History before = chunk.history(id);
        if (before == null ? !isHere : before.knows(document)) {
            return;
        }
        DocumentFold.Step step = before == null
                ? new DocumentFold.Step(Outcome.NEW, false, written, null, written)
                : DocumentFold.fold(before, document, written.late());
        if (isHere || step.joins() == null) {
            chunk.put(id, step.after());
            touch(register, step.after().latest());
        } else {
            chunk.remove(id);
        }
        cache.account(register, chunk);
        register.directory().accept(id, paging.pageOf(document.cell()), registers.sequential());
        if (step.leaves() != null) {
            leave(register, step.leaves());
        }
        if (step.joins() != null && isHere) {
            join(register, step.joins());
        }
        registers.left(register, chunk);
        cache.file(register);
    }

    /** Has a cell and its field cells folded from their documents at the next round. */
    void foldAgain(Register register, Cell cell) throws Exception {
        touches.touched(register, paging.pageOf(cell.key()), 0);
        touch(register, cell).foldAgain();
        FieldCells fieldCells = registers.fieldCells(register, cell);
        // Each is folded by itself: of very many that would take too long, and they stay as they are.
        if ((long) fieldCells.all().size() * cell.chunks().size() <= MOST_FOLDS) {
            for (FieldCell fieldCell : fieldCells.all()) {
                touch(register, fieldCells, fieldCell).foldAgain();
            }
        }
        cache.file(register);
    }

    private void join(Register register, History joining) throws Exception {
        Document document = joining.latest();
        Cell cell = registers.cell(register, document.cell());
        cell.addChunk(Chunk.numberOf(document.id()));
        if (document.state() == Document.State.DELETED) {
            return;
        }
        measures.add(touch(register, cell).value(), document, joining.late());
        cache.account(register, cell);
        List<FieldCellKey> keys = fieldCells(document);
        if (!keys.isEmpty()) {
            FieldCells fieldCells = registers.fieldCells(register, cell);
            for (FieldCellKey key : keys) {
                FieldCell fieldCell = touch(register, fieldCells, fieldCells.get(key));
                fieldMeasures.add(fieldCell.value(), document, joining.late());
                fieldCells.resized(fieldCell);
            }
            cache.account(register, fieldCells);
        }
    }

    private void leave(Register register, History leaving) throws Exception {
        Document document = leaving.latest();
        touch(register, document);
        if (document.state() == Document.State.DELETED) {
            return;
        }
        Cell cell = touch(register, registers.cell(register, document.cell()));
        if (!measures.retract(cell.value(), document, leaving.late())) {
            cell.foldAgain();
        }
        for (FieldCellKey key : fieldCells(document)) {
            FieldCells fieldCells = registers.fieldCells(register, cell);
            FieldCell fieldCell = touch(register, fieldCells, fieldCells.get(key));
            if (!fieldMeasures.retract(fieldCell.value(), document, leaving.late())) {
                fieldCell.foldAgain();
            }
        }
    }

    /** Also by a version that changes no value: it is not written yet, and must not be forgotten before it is. */
    private void touch(Register register, Document placed) {
        long page = paging.pageOf(placed.cell());
        if (!register.directory().holds(page)) {
            register.newPages.add(page);
        }
        touches.touched(register, page, placed.cell().bucketSeconds() * 1_000);
    }

    private Cell touch(Register register, Cell cell) {
        if (cell.begin()) {
            register.dirtyCells.add(cell);
            cache.account(register, cell);
        }
        return cell;
    }

    private FieldCell touch(Register register, FieldCells fieldCells, FieldCell fieldCell) {
        if (fieldCell.begin()) {
            register.dirtyFieldCells.add(fieldCell);
            fieldCells.resized(fieldCell);
            cache.account(register, fieldCells);
        }
        return fieldCell;
    }

    /**
     * Takes in what was read back of a page that is not in state. Nothing of it is published: it is what is published.
     *
     * @param written of an id whose newest version is in the page
     */
    void install(Register register, History written) throws Exception {
        DocumentId id = written.latest().id();
        Chunk chunk = registers.chunkOf(register, id);
        History before = chunk.history(id);
        History history = written;
        if (before != null) {
            if (before.knows(written.latest())) {
                return;
            }
            DocumentFold.Step step = DocumentFold.fold(before, written.latest(), written.late());
            chunk.put(id, step.after());
            cache.account(register, chunk);
            if (step.joins() == null) {
                return;
            }
            // Others wrote a newer version than the job has had.
            leave(register, before);
            cache.file(register);
            history = step.after();
        }
        Document document = history.latest();
        chunk.put(id, history);
        cache.account(register, chunk);
        // Of documents that others wrote the marks know nothing.
        register.directory().accept(id, paging.pageOf(document.cell()), registers.sequential());
        Cell cell = registers.cell(register, document.cell());
        cell.addChunk(chunk.number());
        add(register, cell, measures, history);
        List<FieldCellKey> keys = fieldCells(document);
        if (!keys.isEmpty()) {
            FieldCells fieldCells = registers.fieldCells(register, cell);
            for (FieldCellKey key : keys) {
                FieldCell fieldCell = fieldCells.get(key);
                fieldMeasures.add(fieldCell.value(), document, history.late());
                fieldCells.resized(fieldCell);
            }
            fieldCells.changed();
            cache.account(register, fieldCells);
        }
        if (paging.byShift()) {
            add(register, registers.shift(register, document.cell().shift()), measures, history);
        }
    }

    private void add(Register register, Value value, Measures of, History history) {
        of.add(value.value(), history.latest(), history.late());
        value.changed();
        cache.account(register, value);
    }

    List<FieldCellKey> fieldCells(Document document) {
        Map<String, String> map = fields == null || document.state() != Document.State.GOOD
                ? null
                : document.values().map(fields.index());
        if (map == null || map.isEmpty()) {
            return List.of();
        }
        List<FieldCellKey> keys = new ArrayList<>(map.size());
        map.forEach((field, value) -> keys.add(new FieldCellKey(document.cell(), field, value)));
        return keys;
    }

    /** The cell's value, folded from its documents if a removal made that necessary. */
    Aggregate value(Register register, Cell cell) throws Exception {
        if (!cell.mustFoldAgain()) {
            return cell.value();
        }
        Aggregate fold = new Aggregate();
        forEach(register, cell, history -> measures.add(fold, history.latest(), history.late()));
        return fold;
    }

    /** The sketches of the cell's documents. */
    List<Sketch> sketches(Register register, Cell cell) throws Exception {
        if (sketches.isEmpty()) {
            return List.of();
        }
        Sketches.Collected collected = sketches.collect();
        forEach(register, cell, history -> collected.add(history.latest()));
        return collected.sketches();
    }

    private void forEach(Register register, Cell cell, Consumer<History> consumer) throws Exception {
        for (DocumentId number : List.copyOf(cell.chunks())) {
            registers.chunk(register, number).forEach(history -> {
                if (history.latest().cell().equals(cell.key())) {
                    consumer.accept(history);
                }
            });
        }
    }

    /** The field cell's value, folded from its documents if a removal made that necessary. */
    Aggregate value(Register register, FieldCell fieldCell) throws Exception {
        if (!fieldCell.mustFoldAgain()) {
            return fieldCell.value();
        }
        Aggregate fold = new Aggregate();
        Cell cell = registers.cell(register, fieldCell.key().cell());
        for (DocumentId number : List.copyOf(cell.chunks())) {
            registers.chunk(register, number).forEach(history -> {
                for (FieldCellKey its : fieldCells(history.latest())) {
                    if (its.equals(fieldCell.key())) {
                        fieldMeasures.add(fold, history.latest(), history.late());
                    }
                }
            });
        }
        return fold;
    }
}
