package io.recount.pipeline.schema;

import io.recount.clickhouse.Ledger;
import io.recount.clickhouse.check.RequiredColumn;
import io.recount.clickhouse.check.RequiredTable;
import io.recount.clickhouse.check.Right;
import io.recount.pipeline.tables.DocumentsTable;
import io.recount.pipeline.tables.RequestTables;
import io.recount.pipeline.tables.Tables;
import java.util.List;
import java.util.Set;

/**
 * How the job uses a table.
 *
 * @param deduplicates whether its blocks come with a token
 * @param rights none if only readers use it
 */
record TableUse(String table, boolean deduplicates, Set<Right> rights) {

    private static final Set<Right> READ_AND_WRITE = Set.of(Right.SELECT, Right.INSERT);

    static List<TableUse> all() {
        return List.of(
                new TableUse(DocumentsTable.NAME, false, READ_AND_WRITE),
                new TableUse(Tables.CELLS, true, READ_AND_WRITE),
                new TableUse(Tables.SHIFTS, true, READ_AND_WRITE),
                new TableUse(Tables.FIELD_CELLS, true, READ_AND_WRITE),
                new TableUse(Ledger.TABLE, true, READ_AND_WRITE),
                new TableUse("dead_letters", false, READ_AND_WRITE),
                new TableUse("log_gaps", false, READ_AND_WRITE),
                new TableUse("log_gap_repairs", false, READ_AND_WRITE),
                new TableUse(RequestTables.REQUESTS, true, READ_AND_WRITE),
                new TableUse(RequestTables.COUNTS, true, Set.of(Right.INSERT)),
                new TableUse("registers", false, Set.of()),
                new TableUse("models", false, READ_AND_WRITE),
                new TableUse("migrations", false, Set.of()),
                new TableUse("audits", false, Set.of()));
    }

    RequiredTable required(TableDefinition definition) {
        return new RequiredTable(
                table,
                definition.engine(),
                definition.partitionKey(),
                definition.sortingKey(),
                definition.columns().stream()
                        .map(column -> new RequiredColumn(column.name(), column.type(), column.definition()))
                        .toList(),
                deduplicates,
                rights);
    }
}
