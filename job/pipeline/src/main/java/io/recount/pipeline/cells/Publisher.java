package io.recount.pipeline.cells;

import io.recount.cells.Aggregate;
import io.recount.cells.CellKey;
import io.recount.cells.FieldCellKey;
import io.recount.clickhouse.RowVersion;
import io.recount.clickhouse.TableRow;
import io.recount.pipeline.cells.DirtyRegister.Touched;
import io.recount.pipeline.tables.Tables;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Publishes what differs from the value last published, or was invalidated, and stores it as published: cells, then field
 * cells, then the shifts they are in. A shift changes by the difference of its cells, so a touched cell costs the same in a shift of a day
 * and of a month.
 */
final class Publisher {

    private final CellStore store;
    private final RegisterFold fold;
    private final Tables tables;
    private final Consumer<TableRow> output;

    Publisher(CellStore store, RegisterFold fold, Tables tables, Consumer<TableRow> output) {
        this.store = store;
        this.fold = fold;
        this.tables = tables;
        this.output = output;
    }

    /** Publishes and forgets the touched cells that are {@code due}. The register must be the current key. */
    void publish(String key, DirtyRegister register, Predicate<CellKey> due, RowVersion version) throws Exception {
        Map<Long, Touched> shifts = new HashMap<>();
        for (Iterator<Map.Entry<CellKey, Touched>> each =
                        register.cells.entrySet().iterator();
                each.hasNext(); ) {
            Map.Entry<CellKey, Touched> entry = each.next();
            if (due.test(entry.getKey())) {
                each.remove();
                publishCell(key, entry.getKey(), entry.getValue(), shifts, version);
            }
        }
        for (Iterator<Map.Entry<FieldCellKey, Touched>> each =
                        register.fieldCells.entrySet().iterator();
                each.hasNext(); ) {
            Map.Entry<FieldCellKey, Touched> entry = each.next();
            if (due.test(entry.getKey().cell())) {
                each.remove();
                publishFieldCell(key, entry.getKey(), entry.getValue(), version);
            }
        }
        for (Iterator<Long> each = register.invalidatedShifts.iterator(); each.hasNext(); each.remove()) {
            shift(shifts, each.next()).invalidated = true;
        }
        for (Map.Entry<Long, Touched> entry : shifts.entrySet()) {
            publishShift(key, entry.getKey(), entry.getValue(), version);
        }
    }

    private void publishCell(String key, CellKey cell, Touched touched, Map<Long, Touched> shifts, RowVersion version)
            throws Exception {
        Aggregate value = fold.value(cell, touched);
        if (!touched.differs(value)) {
            return;
        }
        output.accept(tables.cell(key, cell, value, version));
        store.putCell(cell, value);
        Touched shift = shift(shifts, cell.shift());
        shift.foldAgain |= !shift.value.replace(touched.published, value);
    }

    private Touched shift(Map<Long, Touched> shifts, long number) throws Exception {
        Touched shift = shifts.get(number);
        if (shift == null) {
            shift = new Touched(store.shift(number));
            shifts.put(number, shift);
        }
        return shift;
    }

    private void publishFieldCell(String key, FieldCellKey field, Touched touched, RowVersion version)
            throws Exception {
        Aggregate value = fold.value(field, touched);
        if (touched.differs(value)) {
            output.accept(tables.fieldCell(key, field.cell(), field.field(), field.value(), value, version));
            store.putFieldCell(field, value);
        }
    }

    private void publishShift(String key, long shift, Touched change, RowVersion version) throws Exception {
        Aggregate value = change.foldAgain ? store.foldShift(shift) : change.value;
        if (change.differs(value)) {
            output.accept(tables.shift(key, shift, value, version));
            store.putShift(shift, value);
        }
    }
}
