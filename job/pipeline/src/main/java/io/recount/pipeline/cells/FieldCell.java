package io.recount.pipeline.cells;

import io.recount.cells.Aggregate;
import io.recount.cells.FieldCellKey;

/** The value of a field cell. */
final class FieldCell extends Value {

    private final FieldCellKey key;

    FieldCell(FieldCellKey key, Aggregate published) {
        super(published);
        this.key = key;
    }

    FieldCellKey key() {
        return key;
    }
}
