package io.recount.bench.reports;

import io.recount.cells.model.Model;
import io.recount.demo.clickhouse.Sql;
import java.util.List;
import java.util.stream.Collectors;

/** The reports as SQL, with every measure, in each layout. */
final class Questions {

    private static final String CELL = "register, shift, bucket";
    private static final String COUNTS = "sum(documents) AS good, sum(late_documents), sum(errors), max(tainted), ";

    private final ReportShape shape;
    private final MeasureColumns measures;
    private final MeasureColumns ofFields;

    Questions(ReportShape shape, Model model) {
        this.shape = shape;
        measures = MeasureColumns.of(model);
        ofFields = MeasureColumns.ofFields(model);
    }

    /** Documents in their newest version; the table's order has versions of an id beside each other. */
    static String newestDocuments(String condition) {
        return "(SELECT * FROM (SELECT * FROM documents WHERE " + condition
                + " ORDER BY register, drive, number, written_at DESC, _hash DESC LIMIT 1 BY register, drive, number)"
                + " WHERE _state != 'deleted')";
    }

    /** The report. */
    String sql(Report report, Layout layout) {
        return switch (layout) {
            case CELLS -> view(report);
            case WIDE -> wide(report);
            case DOCUMENTS -> documents(report);
        };
    }

    private String view(Report report) {
        String ofStores = "(registers = [], stores = [" + texts(shape.askedStores()) + "]";
        String range = ", from = '" + ReportShape.FROM + "', to = '" + ReportShape.TO + "', zone = 'UTC')";
        return switch (report) {
            case HOURLY -> "SELECT * FROM store_hours" + ofStores + range;
            case REGISTERS -> "SELECT * FROM register_hours" + ofStores + range;
            case DAILY -> "SELECT * FROM store_days" + ofStores + range;
            case SHIFTS -> "SELECT * FROM shift_totals(keys = [" + String.join(", ", shape.askedShifts()) + "])";
            case FIELD ->
                "SELECT * FROM field_totals(registers = [" + texts(shape.askedForField())
                        + "], stores = [], field = 'promo'" + range;
        };
    }

    private String wide(Report report) {
        String rows = "(SELECT * FROM wide_" + table(report) + " WHERE " + condition(report, "bucket")
                + " ORDER BY version DESC LIMIT 1 BY " + key(report) + ") AS " + MeasureColumns.ROW;
        return switch (report) {
            case HOURLY ->
                "SELECT store, toStartOfHour(bucket) AS hour, " + COUNTS + measures.ofColumns() + " FROM " + rows
                        + standing() + " GROUP BY store, hour";
            case REGISTERS ->
                "SELECT register, toStartOfHour(bucket) AS hour, " + COUNTS + measures.ofColumns() + " FROM " + rows
                        + " GROUP BY register, hour";
            case DAILY ->
                "SELECT store, toDate(bucket) AS day, " + COUNTS + measures.ofColumns() + " FROM " + rows + standing()
                        + " GROUP BY store, day";
            case SHIFTS -> "SELECT *, documents AS good FROM " + rows;
            case FIELD -> "SELECT value, " + COUNTS + ofFields.ofColumns() + " FROM " + rows + " GROUP BY value";
        };
    }

    private String documents(Report report) {
        String newest = newestDocuments(condition(report, "printed_at"));
        String all = "count() AS good, " + measures.ofDocuments() + " FROM ";
        return switch (report) {
            case HOURLY ->
                "SELECT standing.store AS shop, toStartOfHour(printed_at) AS hour, " + all + newest + " AS d"
                        + standing() + " GROUP BY shop, hour";
            case REGISTERS ->
                "SELECT register, toStartOfHour(printed_at) AS hour, " + all + newest + " GROUP BY register, hour";
            case DAILY ->
                "SELECT standing.store AS shop, toDate(printed_at) AS day, " + all + newest + " AS d" + standing()
                        + " GROUP BY shop, day";
            case SHIFTS -> "SELECT register, shift, " + all + newest + " GROUP BY register, shift";
            case FIELD ->
                "SELECT custom['promo'] AS value, count() AS good, " + ofFields.ofDocuments() + " FROM " + newest
                        + " WHERE mapContains(custom, 'promo') GROUP BY value";
        };
    }

    private static String standing() {
        return " INNER JOIN (SELECT register, any(store) AS store FROM registers GROUP BY register) AS standing"
                + " USING (register)";
    }

    /** What the granules that it may touch are told by. */
    private String condition(Report report, String time) {
        String range = " AND " + time + " >= '" + ReportShape.FROM + " 00:00:00' AND " + time + " < '" + ReportShape.TO
                + " 00:00:00'";
        return switch (report) {
            case HOURLY, REGISTERS, DAILY ->
                "register IN (SELECT register FROM registers WHERE store IN (" + texts(shape.askedStores()) + "))"
                        + range;
            case SHIFTS -> "(register, shift) IN (" + String.join(", ", shape.askedShifts()) + ")";
            case FIELD ->
                "register IN (" + texts(shape.askedForField()) + ")" + range
                        + (time.equals("bucket") ? " AND field = 'promo'" : "");
        };
    }

    /** Estimates how many rows the granules have that its keys touch: column {@code rows}, a row for each table. */
    String bound(Report report, Layout layout) {
        return switch (layout) {
            case CELLS -> bound(table(report), condition(report, "bucket"));
            case WIDE -> bound("wide_" + table(report), condition(report, "bucket"));
            case DOCUMENTS -> bound("documents", condition(report, "printed_at"));
        };
    }

    private static String bound(String table, String condition) {
        return "SELECT sum(rows) FROM (EXPLAIN ESTIMATE SELECT register FROM " + table + " WHERE " + condition
                + ") WHERE table = " + Sql.text(table);
    }

    /** Rows, documents, net sales and sums of measures, in minor units: all layouts must give the same. */
    String digest(Report report, Layout layout) {
        boolean isView = layout == Layout.CELLS;
        String net = isView ? "toInt64(sum(net_total) * 100)" : "sum(m2)";
        String counts = isView ? "sum(sale_count) + 7 * sum(sale_refund_count)" : "sum(m101) + 7 * sum(m102)";
        return "SELECT toString((count(), sum(" + (isView ? "documents" : "good") + "), " + net + ", toInt64(" + counts
                + "))) FROM (" + sql(report, layout) + ")";
    }

    private static String table(Report report) {
        return switch (report) {
            case HOURLY, REGISTERS, DAILY -> "cells";
            case SHIFTS -> "shifts";
            case FIELD -> "field_cells";
        };
    }

    private static String key(Report report) {
        return switch (report) {
            case HOURLY, REGISTERS, DAILY -> CELL;
            case SHIFTS -> "register, shift";
            case FIELD -> CELL + ", field, value";
        };
    }

    private static String texts(List<String> values) {
        return values.stream().map(Sql::text).collect(Collectors.joining(", "));
    }
}
