package io.recount.pipeline.audit;

import io.recount.cells.model.Model;
import io.recount.pipeline.schema.Schema;
import io.recount.pipeline.tables.DocumentsTable;
import io.recount.pipeline.tables.Tables;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Queries for how much there is to audit. Columns of the answers are read by name. */
public final class AuditExtent {

    private final ModelColumns columns;
    private final String key;

    public AuditExtent(Model model) {
        columns = ModelColumns.of(model);
        key = columns.key();
    }

    /** Registers there are anything of behind one, in their order: one column. */
    public String registers(String behind, int limit) {
        String union = Stream.concat(
                        Stream.of(DocumentsTable.NAME, Tables.CELLS, Tables.FIELD_CELLS),
                        columns.hasShifts() ? Stream.of(Tables.SHIFTS) : Stream.of())
                .map(table -> "SELECT DISTINCT " + key + " FROM " + table
                        + (behind.isEmpty() ? "" : " WHERE " + key + " > " + Schema.literal(behind)) + " ORDER BY "
                        + key
                        + " LIMIT " + limit)
                .collect(Collectors.joining(" UNION ALL "));
        return "SELECT DISTINCT " + key + " AS register_key FROM (" + union + ") ORDER BY " + key + " LIMIT " + limit;
    }

    /** Some registers drawn by a hash, which one seed always draws alike: {@code register_key, drawn}. */
    public String drawn(int count, long seed) {
        return "SELECT DISTINCT " + key + " AS register_key, toString(cityHash64(" + key + ", toInt64(" + seed
                + "))) AS drawn, cityHash64(" + key + ", toInt64(" + seed + ")) AS number FROM (SELECT " + key
                + " FROM "
                + DocumentsTable.NAME + " UNION DISTINCT SELECT " + key + " FROM " + Tables.CELLS
                + ") ORDER BY number, register_key LIMIT " + count;
    }

    /** How many rows of documents there are: one number. No registers: of all. */
    public String documents(List<String> registers, long fromSeconds, long toSeconds) {
        String among = registers.isEmpty() ? "1" : new Portion(registers, 0, 0, 0, 0).among(key);
        return "SELECT count() FROM " + DocumentsTable.NAME + " WHERE " + among + " AND "
                + columns.times(fromSeconds, toSeconds);
    }

    /** Rows of documents by register and month, in their order: {@code register_key, month_seconds, rows_there}. */
    public String months(Portion portion) {
        String time = columns.time();
        return "SELECT " + key + " AS register_key, toInt64(toUnixTimestamp(toDateTime(toStartOfMonth(" + time
                + "), 'UTC'))) AS month_seconds, toInt64(count()) AS rows_there FROM " + DocumentsTable.NAME + " WHERE "
                + portion.among(key) + " AND " + columns.times(portion.fromSeconds(), portion.toSeconds())
                + " GROUP BY register_key, month_seconds ORDER BY register_key, month_seconds";
    }
}
