package io.recount.pipeline.cells;

import io.recount.cells.Aggregate;
import io.recount.cells.CellKey;
import io.recount.cells.FieldCellKey;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** What of a register was touched, or invalidated, since it was last published. On the heap only. */
final class DirtyRegister {

    /** A value in the making. */
    static final class Touched {
        final Aggregate published;
        final Aggregate value;
        /** A removal could not be undone: the value must be folded again from the documents. */
        boolean foldAgain;
        /** What readers see is not what this job published: the value is published whatever it is. */
        boolean invalidated;

        Touched(Aggregate published) {
            this.published = published;
            this.value = published.copy();
        }

        boolean differs(Aggregate next) {
            return invalidated || !next.equals(published);
        }
    }

    final Map<CellKey, Touched> cells = new HashMap<>();
    final Map<FieldCellKey, Touched> fieldCells = new HashMap<>();
    /** Shifts that are published whatever their value is. */
    final Set<Long> invalidatedShifts = new HashSet<>();

    int size() {
        return cells.size() + fieldCells.size() + invalidatedShifts.size();
    }

    boolean isEmpty() {
        return size() == 0;
    }
}
