package io.recount.pipeline.cells;

import io.recount.cells.Aggregate;
import io.recount.cells.CellKey;
import io.recount.cells.FieldCellKey;
import io.recount.cells.Measures;
import io.recount.cells.PackedReader;
import io.recount.cells.PackedWriter;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/** The field cells of one cell: many where merchants write texts that never come again, so they are one entry of the state. */
final class FieldCells extends Part {

    private static final int OVERHEAD_BYTES = 120;
    private static final int ENTRY_BYTES = 160;

    private final CellKey cell;
    private final Map<FieldCellKey, FieldCell> byKey = new HashMap<>();
    private int bytes;

    FieldCells(CellKey cell) {
        this.cell = cell;
    }

    CellKey cell() {
        return cell;
    }

    /** One that is not there is empty. */
    FieldCell get(FieldCellKey key) {
        FieldCell fieldCell = byKey.get(key);
        if (fieldCell == null) {
            fieldCell = new FieldCell(key, new Aggregate());
            add(fieldCell);
        }
        return fieldCell;
    }

    Collection<FieldCell> all() {
        return byKey.values();
    }

    private void add(FieldCell fieldCell) {
        byKey.put(fieldCell.key(), fieldCell);
        bytes += ENTRY_BYTES
                + 2
                        * (fieldCell.key().field().length()
                                + fieldCell.key().value().length());
        resized(fieldCell);
    }

    /** One of them has changed its size. */
    void resized(FieldCell fieldCell) {
        bytes += fieldCell.growth();
    }

    /** Writes what is published. Those that are empty are left out: nothing is the same as empty. */
    void write(Measures measures, PackedWriter out, PackedWriter scratch) {
        for (FieldCell fieldCell : byKey.values()) {
            if (!fieldCell.published().isEmpty()) {
                out.text(fieldCell.key().field());
                out.text(fieldCell.key().value());
                scratch.reset();
                measures.encode(fieldCell.published(), scratch);
                out.part(scratch);
            }
        }
    }

    /** Reads {@link #write}. */
    void read(Measures measures, PackedReader in) {
        while (in.hasMore()) {
            FieldCellKey key = new FieldCellKey(cell, in.text(), in.text());
            add(new FieldCell(key, measures.decode(in.part())));
        }
    }

    @Override
    int heapBytes() {
        return OVERHEAD_BYTES + bytes;
    }
}
