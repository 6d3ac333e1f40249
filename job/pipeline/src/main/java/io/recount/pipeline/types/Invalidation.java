package io.recount.pipeline.types;

import io.recount.cells.CellKey;
import io.recount.cells.FieldCellKey;

/**
 * What is published of a register and not known to be right: it is computed again.
 *
 * @param key the register
 */
public record Invalidation(String key, Target target) {

    /** Which of the register's values. */
    public sealed interface Target {}

    /** A value that is published again, whatever it is. */
    public sealed interface Single extends Target {}

    /**
     * All values of a page; those that differ from what readers see are published again.
     *
     * @param request the id of whoever asked
     */
    public record Page(String request, long page) implements Target {}

    /**
     * Nothing of a register: how far a request has come, on its way to its table. The key is the request's id.
     *
     * @param version the greatest of a request is valid
     */
    public record Progress(RequestStatus status, long updatedMillis, long version) implements Target {}

    /** The value of a cell. */
    public record Cell(CellKey cell) implements Single {}

    /** The value of a field cell. */
    public record FieldCell(FieldCellKey cell) implements Single {}

    /** The value of a shift. */
    public record Shift(long shift) implements Single {}
}
