package io.recount.cells.model;

import java.io.Serializable;
import java.util.List;

/**
 * Measures by the values of a text map: each key of the map is a field of the merchant's.
 *
 * @param map a {@link FieldType.TextMap} field
 * @param measures ids of the measures kept for each value; none of kind first or last
 */
public record Dimension(String name, String map, List<Integer> measures) implements Serializable {

    public Dimension {
        measures = List.copyOf(measures);
    }
}
