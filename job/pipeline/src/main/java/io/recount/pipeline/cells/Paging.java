package io.recount.pipeline.cells;

import io.recount.cells.CellKey;
import io.recount.cells.model.Model;
import io.recount.pipeline.types.Invalidation;

/**
 * Cuts the history of a register into pages: what is in state together, and is read back and evicted together. A page is a
 * shift; of a model without shifts a day (UTC).
 *
 * <p>A page has a number within its register. Of both kinds numbers usually rise, so that the number tells whether a page
 * is new.
 */
record Paging(boolean byShift) {

    private static final long DAY_SECONDS = 86_400;

    static Paging of(Model model) {
        return new Paging(model.document().shift() != null);
    }

    /** The page of what is invalidated. */
    long pageOf(Invalidation.Single target) {
        if (target instanceof Invalidation.Cell cell) {
            return pageOf(cell.cell());
        }
        if (target instanceof Invalidation.FieldCell field) {
            return pageOf(field.cell().cell());
        }
        return ((Invalidation.Shift) target).shift();
    }

    long pageOf(CellKey cell) {
        return byShift ? cell.shift() : cell.bucketSeconds() / DAY_SECONDS;
    }
}
