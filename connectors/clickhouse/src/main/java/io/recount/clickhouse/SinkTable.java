package io.recount.clickhouse;

import static java.util.Objects.requireNonNull;

import java.io.Serializable;
import java.util.List;

/**
 * A table the sink writes to.
 *
 * @param name the table's name inside the sink's database
 * @param phase when its rows are written
 * @param columns the columns its rows hold, key columns first; the server fills the others with their defaults
 */
public record SinkTable(String name, Phase phase, List<Column> columns) implements Serializable {

    public SinkTable {
        requireNonNull(name, "name");
        requireNonNull(phase, "phase");
        columns = List.copyOf(columns);
        if (columns.isEmpty()) {
            throw new IllegalArgumentException("Table " + name + " has no columns");
        }
    }
}
