package io.recount.cells;

import org.jspecify.annotations.Nullable;

/**
 * A cell's documents that have one value in one of the merchant's fields.
 *
 * @param field key within the text map
 */
public record FieldCellKey(CellKey cell, String field, String value) {

    /** By hand, as {@link #equals}: every document asks several times. */
    @Override
    public int hashCode() {
        return (cell.hashCode() * 31 + field.hashCode()) * 31 + value.hashCode();
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other
                || (other instanceof FieldCellKey key
                        && cell.equals(key.cell)
                        && field.equals(key.field)
                        && value.equals(key.value));
    }
}
