package io.recount.clickhouse.check;

import io.recount.clickhouse.ClickHouseClient;
import io.recount.clickhouse.ClickHouseFailure;
import io.recount.clickhouse.SinkTable;
import java.util.List;
import java.util.Set;

/** Looks whether the columns of a table still hold what is written to them. */
public final class ColumnCheck {

    private final String database;
    private final ServerReader server;

    public ColumnCheck(ClickHouseClient client, String database) {
        this.database = database;
        this.server = new ServerReader(client, database);
    }

    /**
     * What is different; nothing for a table that is not there or not seen, because an insert into it says so itself.
     *
     * @throws ClickHouseFailure if the server could not be asked
     */
    public List<Difference> differences(SinkTable table) throws ClickHouseFailure, InterruptedException {
        List<ServerColumn> columns = server.columnsOf(table.name());
        return columns.isEmpty()
                ? List.of()
                : TableComparison.ofColumns(
                        database, required(table), new ServerTable(table.name(), "", "", "", "", columns));
    }

    private static RequiredTable required(SinkTable table) {
        List<RequiredColumn> columns = table.columns().stream()
                .map(column -> new RequiredColumn(column.name(), column.type(), column.type()))
                .toList();
        return new RequiredTable(table.name(), "", "", "", columns, false, Set.of());
    }
}
