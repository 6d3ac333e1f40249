package io.recount.cells;

/**
 * A cell's documents that have one value in one of the merchant's fields.
 *
 * @param field key within the text map
 */
public record FieldCellKey(CellKey cell, String field, String value) {}
