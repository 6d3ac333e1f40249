package io.recount.cells.model;

import java.io.Serializable;
import java.util.List;

/**
 * A closed set of values.
 *
 * @param values ascending by id
 */
public record Enumeration(String name, List<Value> values) implements Serializable {

    public Enumeration {
        values = List.copyOf(values);
    }

    /** The values as they stand in messages. */
    public List<String> texts() {
        return values.stream().map(Value::value).toList();
    }

    /**
     * One value.
     *
     * @param value as it stands in the message
     * @param id what state and tables hold, 1 to 255, never reused
     * @param name part of column and measure names
     * @param label for people
     */
    public record Value(String value, int id, String name, String label) implements Serializable {}
}
