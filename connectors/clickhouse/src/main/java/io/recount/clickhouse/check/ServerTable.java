package io.recount.clickhouse.check;

import java.util.List;
import java.util.Optional;

/**
 * A table as the server describes it.
 *
 * @param engine the engine's name
 * @param engineFull the engine with its arguments, keys and settings, as in {@code system.tables}
 * @param columns in the table's order
 */
record ServerTable(
        String name,
        String engine,
        String engineFull,
        String partitionKey,
        String sortingKey,
        List<ServerColumn> columns) {

    ServerTable {
        columns = List.copyOf(columns);
    }

    Optional<ServerColumn> column(String wanted) {
        return columns.stream().filter(column -> column.name().equals(wanted)).findFirst();
    }
}
