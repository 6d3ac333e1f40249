package io.recount.clickhouse;

import static java.util.Objects.requireNonNull;

import java.io.Serializable;

/**
 * A column of a table.
 *
 * @param name the column's name
 * @param type its type, as ClickHouse writes it: {@code LowCardinality(String)}
 */
public record Column(String name, String type) implements Serializable {

    public Column {
        requireNonNull(name, "name");
        requireNonNull(type, "type");
    }
}
