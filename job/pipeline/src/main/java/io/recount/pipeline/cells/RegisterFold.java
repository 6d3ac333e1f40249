package io.recount.pipeline.cells;

import io.recount.cells.Aggregate;
import io.recount.cells.CellKey;
import io.recount.cells.Document;
import io.recount.cells.DocumentFold;
import io.recount.cells.FieldCellKey;
import io.recount.cells.History;
import io.recount.cells.Layout;
import io.recount.cells.Measures;
import io.recount.cells.Outcome;
import io.recount.pipeline.cells.DirtyRegister.Touched;
import io.recount.pipeline.types.Invalidation;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Moves versions of documents between the cells of one register: loads what is touched from the store, and changes values
 * on the heap.
 */
final class RegisterFold {

    private final CellStore store;
    private final Measures measures;
    private final Measures fieldMeasures;
    private final Layout.@Nullable Slot fields;

    /** {@code fields} is the text map whose values have cells of their own, or null. */
    RegisterFold(CellStore store, Measures measures, Measures fieldMeasures, Layout.@Nullable Slot fields) {
        this.store = store;
        this.measures = measures;
        this.fieldMeasures = fieldMeasures;
        this.fields = fields;
    }

    /** Takes in the next version of an id. A duplicate changes nothing. */
    DocumentFold.Step fold(DirtyRegister register, Document document, boolean late) throws Exception {
        History before = store.history(document.id());
        DocumentFold.Step step = DocumentFold.fold(before, document, late);
        if (step.outcome() != Outcome.DUPLICATE) {
            store.putHistory(document.id(), step.after());
        }
        if (step.leaves() != null) {
            leave(register, step.leaves());
        }
        if (step.joins() != null) {
            join(register, step.joins());
        }
        return step;
    }

    /** Has a value published again, whatever it is. */
    void invalidate(DirtyRegister register, Invalidation.Target target) throws Exception {
        if (target instanceof Invalidation.Cell cell) {
            touch(register, cell.cell()).invalidated = true;
        } else if (target instanceof Invalidation.FieldCell field) {
            touch(register, field.cell()).invalidated = true;
        } else if (target instanceof Invalidation.Shift shift) {
            register.invalidatedShifts.add(shift.shift());
        }
    }

    private void join(DirtyRegister register, History joining) throws Exception {
        Document document = joining.latest();
        if (document.state() == Document.State.DELETED) {
            return;
        }
        store.addMember(document.cell(), document.id());
        measures.add(touch(register, document.cell()).value, document, joining.late());
        for (FieldCellKey key : fieldCells(document)) {
            fieldMeasures.add(touch(register, key).value, document, joining.late());
        }
    }

    private void leave(DirtyRegister register, History leaving) throws Exception {
        Document document = leaving.latest();
        if (document.state() == Document.State.DELETED) {
            return;
        }
        store.removeMember(document.cell(), document.id());
        Touched cell = touch(register, document.cell());
        cell.foldAgain |= !measures.retract(cell.value, document, leaving.late());
        for (FieldCellKey key : fieldCells(document)) {
            Touched fieldCell = touch(register, key);
            fieldCell.foldAgain |= !fieldMeasures.retract(fieldCell.value, document, leaving.late());
        }
    }

    private Touched touch(DirtyRegister register, CellKey key) throws Exception {
        Touched touched = register.cells.get(key);
        if (touched == null) {
            touched = new Touched(store.cell(key));
            register.cells.put(key, touched);
        }
        return touched;
    }

    private Touched touch(DirtyRegister register, FieldCellKey key) throws Exception {
        Touched touched = register.fieldCells.get(key);
        if (touched == null) {
            touched = new Touched(store.fieldCell(key));
            register.fieldCells.put(key, touched);
        }
        return touched;
    }

    private Iterable<FieldCellKey> fieldCells(Document document) {
        Map<String, String> map = fields == null || document.state() != Document.State.GOOD
                ? null
                : document.values().map(fields.index());
        return map == null
                ? List.of()
                : map.entrySet().stream()
                        .map(entry -> new FieldCellKey(document.cell(), entry.getKey(), entry.getValue()))
                        .toList();
    }

    /** The cell's value, folded from its documents if a removal made that necessary. */
    Aggregate value(CellKey key, Touched cell) throws Exception {
        if (!cell.foldAgain) {
            return cell.value;
        }
        Aggregate fold = new Aggregate();
        for (History member : store.members(key)) {
            measures.add(fold, member.latest(), member.late());
        }
        return fold;
    }

    /** The field cell's value, folded from its documents if a removal made that necessary. */
    Aggregate value(FieldCellKey key, Touched fieldCell) throws Exception {
        if (!fieldCell.foldAgain) {
            return fieldCell.value;
        }
        Aggregate fold = new Aggregate();
        for (History member : store.members(key.cell())) {
            for (FieldCellKey its : fieldCells(member.latest())) {
                if (its.equals(key)) {
                    fieldMeasures.add(fold, member.latest(), member.late());
                }
            }
        }
        return fold;
    }
}
