package io.recount.pipeline.cells;

import io.recount.cells.Aggregate;
import io.recount.cells.FrozenLine;
import io.recount.cells.Measures;
import io.recount.pipeline.tables.Tables;
import io.recount.pipeline.types.Invalidation;
import java.io.IOException;
import java.util.Map;
import java.util.Set;

/**
 * The cells before the line, of shifts that have some after it, too. In state they are cells without documents: their values
 * are what is published, whether there still are documents of them or not. So a shift is the sum of its cells, as ever.
 */
final class FrozenCells {

    private final FrozenLine line;
    private final Registers registers;
    private final Measures measures;
    private final Tables tables;
    private final PastDocuments.Reader reader;

    FrozenCells(FrozenLine line, Registers registers, Measures measures, Tables tables, PastDocuments.Reader reader) {
        this.line = line;
        this.registers = registers;
        this.measures = measures;
        this.tables = tables;
        this.reader = reader;
    }

    /** Whether the value never changes again; a shift may, as long as one of its cells does. */
    boolean isFrozen(Invalidation.Single target) {
        if (target instanceof Invalidation.Cell its) {
            return line.isFrozen(its.cell());
        }
        return target instanceof Invalidation.FieldCell its
                && line.isFrozen(its.cell().cell());
    }

    boolean isFrozen(Cell cell) {
        return line.isFrozen(cell.key());
    }

    /** Brings those of pages to the state whose documents have just been brought there. */
    void install(Map<String, Set<Long>> pages) throws Exception {
        if (line.isDrawn() && registers.paging().byShift()) {
            for (PastDocuments.Published row : read(pages)) {
                if (row.target() instanceof Invalidation.Cell its) {
                    Register register = registers.get(row.register());
                    Aggregate value = tables.cell(row.value(), measures);
                    add(register, registers.cell(register, its.cell()), value);
                    add(register, registers.shift(register, its.cell().shift()), value);
                    registers.cache().trim();
                }
            }
        }
    }

    private Iterable<PastDocuments.Published> read(Map<String, Set<Long>> pages)
            throws IOException, InterruptedException {
        return reader.frozenCells(pages);
    }

    private void add(Register register, Value to, Aggregate value) {
        to.value().merge(value);
        to.changed();
        registers.cache().account(register, to);
    }
}
