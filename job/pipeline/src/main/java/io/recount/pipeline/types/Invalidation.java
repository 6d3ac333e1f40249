package io.recount.pipeline.types;

import io.recount.cells.CellKey;
import io.recount.cells.FieldCellKey;

/**
 * A published value that is not known to be right: it is computed and published again, whatever it is.
 *
 * @param key the register
 */
public record Invalidation(String key, Target target) {

    /** Which of the register's values. */
    public sealed interface Target {}

    /** The value of a cell. */
    public record Cell(CellKey cell) implements Target {}

    /** The value of a field cell. */
    public record FieldCell(FieldCellKey cell) implements Target {}

    /** The value of a shift. */
    public record Shift(long shift) implements Target {}
}
