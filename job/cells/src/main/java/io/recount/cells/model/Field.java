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

    /** Names of its columns in {@code documents}: one, or for an {@link FieldType.EnumMap} one a key, ascending by id. */
    public List<String> columns() {
        return type instanceof FieldType.EnumMap map
                ? map.keys().values().stream()
                        .map(key -> name + "_" + key.name())
                        .toList()
                : List.of(name);
    }
}
