package io.recount.pipeline.cells;

import io.recount.cells.Aggregate;
import io.recount.cells.CellKey;
import io.recount.cells.FieldCellKey;
import java.util.HashMap;
import java.util.Map;

/** Cells and field cells of a register that were touched since they were last published. On the heap only. */
final class DirtyRegister {

    /** A value in the making. */
    static final class Touched {
        final Aggregate published;
        final Aggregate value;
        /** A removal could not be undone: the value must be folded again from the documents. */
        boolean foldAgain;

        Touched(Aggregate published) {
            this.published = published;
            this.value = published.copy();
        }
    }

    final Map<CellKey, Touched> cells = new HashMap<>();
    final Map<FieldCellKey, Touched> fieldCells = new HashMap<>();

    int size() {
        return cells.size() + fieldCells.size();
    }

    boolean isEmpty() {
        return cells.isEmpty() && fieldCells.isEmpty();
    }
}
