package io.recount.cells.model;

import java.io.Serializable;
import java.util.List;

/**
 * A field equals one of some values.
 *
 * @param field a text, enum, uint, int or bool field
 * @param values as they stand in the message; never empty
 */
public record Match(String field, List<String> values) implements Serializable {

    public Match {
        values = List.copyOf(values);
    }
}
