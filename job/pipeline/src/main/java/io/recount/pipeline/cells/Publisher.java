package io.recount.pipeline.cells;

import io.recount.cells.Aggregate;
import io.recount.cells.CellKey;
import io.recount.clickhouse.RowVersion;
import io.recount.clickhouse.TableRow;
import io.recount.pipeline.tables.Tables;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Publishes what differs from the value last published, or was invalidated: cells, then field cells, then the shifts they
 * are in. A shift changes by the difference of its cells, so a touched cell costs the same in a shift of a day and of a month.
 */
final class Publisher {

    private final Registers registers;
    private final RegisterCache cache;
    private final RegisterFold fold;
    private final Tables tables;
    private final Consumer<TableRow> output;

    Publisher(Registers registers, RegisterFold fold, Tables tables, Consumer<TableRow> output) {
        this.registers = registers;
        this.cache = registers.cache();
        this.fold = fold;
        this.tables = tables;
        this.output = output;
    }

    /** Publishes the dirty cells that are {@code due}. */
    void publish(Register register, Predicate<CellKey> due, RowVersion version) throws Exception {
        Set<Long> shifts = new LinkedHashSet<>();
        List<Cell> cells = register.dirtyCells;
        register.dirtyCells = new ArrayList<>();
        for (Cell cell : cells) {
            if (due.test(cell.key())) {
                publishCell(register, cell, shifts, version);
            } else {
                register.dirtyCells.add(cell);
            }
        }
        List<FieldCell> fieldCells = register.dirtyFieldCells;
        register.dirtyFieldCells = new ArrayList<>();
        for (FieldCell fieldCell : fieldCells) {
            if (due.test(fieldCell.key().cell())) {
                publishFieldCell(register, fieldCell, version);
            } else {
                register.dirtyFieldCells.add(fieldCell);
            }
        }
        for (long shift : new HashSet<>(register.invalidatedShifts)) {
            registers.shift(register, shift).begin();
            registers.shift(register, shift).invalidate();
            shifts.add(shift);
        }
        register.invalidatedShifts.clear();
        for (long shift : shifts) {
            publishShift(register, shift, version);
        }
        cache.file(register);
    }

    private void publishCell(Register register, Cell cell, Set<Long> shifts, RowVersion version) throws Exception {
        Aggregate value = fold.value(register, cell);
        if (cell.differs(value)) {
            output.accept(tables.cell(register.key, cell.key(), value, fold.sketches(register, cell), version));
            if (registers.paging().byShift() && !value.equals(cell.published())) {
                Value shift = registers.shift(register, cell.key().shift());
                shift.begin();
                if (!shift.value().replace(cell.published(), value)) {
                    shift.foldAgain();
                }
                shifts.add(cell.key().shift());
            }
        }
        cell.publish(value);
        cache.account(register, cell);
    }

    private void publishFieldCell(Register register, FieldCell fieldCell, RowVersion version) throws Exception {
        Aggregate value = fold.value(register, fieldCell);
        if (fieldCell.differs(value)) {
            output.accept(tables.fieldCell(
                    register.key,
                    fieldCell.key().cell(),
                    fieldCell.key().field(),
                    fieldCell.key().value(),
                    value,
                    version));
        }
        fieldCell.publish(value);
        FieldCells fieldCells = registers.fieldCells(
                register, registers.cell(register, fieldCell.key().cell()));
        fieldCells.resized(fieldCell);
        fieldCells.changed();
        cache.account(register, fieldCells);
    }

    private void publishShift(Register register, long number, RowVersion version) throws Exception {
        Value shift = registers.shift(register, number);
        Aggregate value = shift.value();
        if (shift.mustFoldAgain()) {
            value = new Aggregate();
            for (Cell cell : registers.cellsOf(register, number)) {
                value.merge(cell.published());
            }
        }
        if (shift.differs(value)) {
            output.accept(tables.shift(register.key, number, value, version));
        }
        shift.publish(value);
        cache.account(register, shift);
    }
}
