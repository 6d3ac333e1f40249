package io.recount.cells.model;

import java.io.Serializable;
import java.util.List;

/**
 * A typed field of a document.
 *
 * @param name column name in {@code documents}; an {@link FieldType.EnumMap} gets one column {@code name_key} a key
 * @param path keys from the root of the JSON object, at least one
 * @param required absent or null makes a document bad
 */
public record Field(String name, FieldType type, List<String> path, boolean required, String label)
        implements Serializable {

    public Field {
        path = List.copyOf(path);
    }
}
