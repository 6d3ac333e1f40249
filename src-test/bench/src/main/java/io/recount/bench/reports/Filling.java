package io.recount.bench.reports;

import io.recount.cells.model.Measure;
import io.recount.cells.model.Model;
import io.recount.demo.clickhouse.ClickHouseHttp;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Fills the tables by SQL: documents from numbers, columns of measures from those, and the job's tables from the columns, so
 * that all three say the same. A fiftieth of the documents and a twentieth of the rows have an older version.
 */
final class Filling {

    /** Registers that are folded at once: their aggregates are in memory. */
    private static final int FOLDED_REGISTERS = 100;

    private final ClickHouseHttp clickHouse;
    private final ReportShape shape;
    private final Consumer<String> words;
    private final MeasureColumns measures;
    private final MeasureColumns ofFields;
    private final String popular;
    private final String popularValues;

    /** {@code words} takes a line about each step. */
    Filling(ClickHouseHttp clickHouse, Model model, ReportShape shape, Consumer<String> words) {
        this.clickHouse = clickHouse;
        this.shape = shape;
        this.words = words;
        measures = MeasureColumns.of(model);
        ofFields = MeasureColumns.ofFields(model);
        List<Measure> columns =
                model.measures().stream().filter(Measure::column).toList();
        popular = columns.stream().map(measure -> ", " + measure.name()).collect(Collectors.joining());
        popularValues = columns.stream()
                .map(measure -> ", ifNull(m" + measure.id() + ", 0)")
                .collect(Collectors.joining());
    }

    void fill() {
        step("documents", this::documents);
        step("a column of each measure", this::wide);
        step("cells, shifts, field_cells", this::published);
        step("merges", this::settle);
    }

    private void step(String what, Runnable fills) {
        long begun = System.nanoTime();
        fills.run();
        words.accept("%s: %.0f s".formatted(what, (System.nanoTime() - begun) / 1e9));
    }

    private void documents() {
        // Parts of few rows each would be merged again and again, and no two parts have registers in common.
        clickHouse.execute("SYSTEM STOP MERGES documents");
        int dense = shape.registers() / ReportShape.DENSE_EVERY;
        insertDocuments(dense, "r * " + ReportShape.DENSE_EVERY, ReportShape.DENSE_DOCUMENTS);
        insertDocuments(
                shape.registers() - dense,
                "intDiv(r, 9) * " + ReportShape.DENSE_EVERY + " + r % 9 + 1",
                ReportShape.OTHER_DOCUMENTS);
        clickHouse.execute(
                "INSERT INTO documents SELECT * REPLACE (toDateTime64(written_at - toIntervalSecond(1), 6, 'UTC') AS"
                        + " written_at, total + 1000 AS total, _hash + 1 AS _hash) FROM documents WHERE number % 50 = 7");
        clickHouse.execute(
                "INSERT INTO registers (register, store) SELECT 'R' || leftPad(toString(number), 6, '0'), 'S-' ||"
                        + " toString(number % " + shape.stores() + ") FROM numbers(" + shape.registers()
                        + ")");
        clickHouse.execute(
                "INSERT INTO commits (timeline, checkpoint, kind, watermark, committed_at) VALUES (1, 1, 'commit',"
                        + " '" + ReportShape.TO + " 00:00:00', '" + ReportShape.TO + " 00:00:10')");
    }

    /** Of {@code count} registers, the r-th of which has the number {@code register}. */
    private void insertDocuments(int count, String register, int documentsACell) {
        long ofDay = (long) ReportShape.LONGEST_DAY * documentsACell;
        clickHouse.execute("""
                INSERT INTO documents (register, drive, number, shift, printed_at, written_at, kind, type, total,
                    payments_cash, payments_card, payments_prepaid, payments_credit, payments_barter,
                    vat_r20, vat_r10, vat_r7, vat_r5, vat_r0, vat_none, vat_r20_120, vat_r10_110,
                    discount, items, tips, channel, marked_items, cashier, store, custom,
                    _state, _hash, _timeline, _topic, _partition, _offset, _appended_at)
                SELECT 'R' || leftPad(toString(its), 6, '0'), '99604403' || leftPad(toString(its), 8, '0'),
                    (day * open + hour) * %1$d + k + 1, day + 1, printed_at, printed_at + toIntervalSecond(1), 'receipt',
                    multiIf(a < 84, 'SALE', a < 91, 'SALE_REFUND', a < 94, 'BUY', a < 95, 'BUY_REFUND', a < 96, 'CORRECTION_SALE',
                        a < 97, 'CORRECTION_SALE_REFUND', a < 98, 'CORRECTION_BUY', 'CORRECTION_BUY_REFUND'),
                    amount,
                    if(b < 35 OR b > 94, intDiv(amount, 2), NULL), if(b >= 35 AND b < 85 OR b > 94, amount, NULL),
                    if(b >= 85 AND b < 89, amount, NULL), if(b >= 89 AND b < 93, amount, NULL), if(b IN (93, 94), amount, NULL),
                    if(c < 60, intDiv(amount, 6), NULL), if(c >= 40 AND c < 80, intDiv(amount, 11), NULL),
                    if(c IN (80, 81), intDiv(amount, 15), NULL), if(c IN (82, 83), intDiv(amount, 21), NULL),
                    if(c IN (84, 85, 86), 1, NULL), if(c >= 87 AND c < 95, amount, NULL),
                    if(c IN (95, 96), intDiv(amount, 6), NULL), if(c >= 97, intDiv(amount, 11), NULL),
                    if(d < 20, intDiv(amount, 10), NULL), 1 + d %% 9, if(d = 50, 100, NULL),
                    if(d >= 90, 'online', 'shop'), if(d %% 3 = 0, d %% 4, NULL), 'Cashier ' || toString(d %% 7), '',
                    CAST(if(d < 30, map('promo', 'p' || toString(b %% 20)), map()), 'Map(LowCardinality(String), String)'),
                    'good', h, 1, 'receipts@bench', its %% 8, number, toDateTime64(printed_at, 3, 'UTC')
                FROM
                (
                    SELECT number, %2$s AS its, intDiv(number, %3$d) %% %4$d AS day, intDiv(number, %1$d) %% %5$d AS hour, number %% %1$d AS k,
                        %6$d + intDiv(its, 10) %% %7$d AS open, sipHash64(its, number) AS h,
                        h %% 100 AS a, intDiv(h, 100) %% 100 AS b, intDiv(h, 10000) %% 100 AS c, intDiv(h, 1000000) %% 100 AS d,
                        toInt64(1000 + intDiv(h, 100000000) %% 500000) AS amount,
                        toDateTime64('%8$s 08:00:00', 6, 'UTC') + toIntervalSecond(day * 86400 + hour * 3600 + intDiv(k * 3600, %1$d)) AS printed_at
                    FROM (SELECT number, intDiv(number, %9$d) AS r FROM numbers(%10$d))
                )
                WHERE hour < open
                SETTINGS max_insert_threads = 2""".formatted(
                        documentsACell,
                        register,
                        ofDay,
                        shape.days(),
                        ReportShape.LONGEST_DAY,
                        ReportShape.SHORTEST_DAY,
                        ReportShape.LONGEST_DAY - ReportShape.SHORTEST_DAY + 1,
                        shape.begin(),
                        ofDay * shape.days(),
                        ofDay * shape.days() * count));
    }

    private void wide() {
        String counts = "documents UInt64, late_documents UInt64, errors UInt64, tainted UInt8, version UInt64";
        table(
                "wide_cells",
                "register String, shift UInt64, bucket DateTime('UTC')",
                measures,
                "PARTITION BY toYYYYMM(bucket)",
                "register, shift, bucket",
                1024,
                counts);
        table("wide_shifts", "register String, shift UInt64", measures, "", "register, shift", 32, counts);
        table(
                "wide_field_cells",
                "register String, shift UInt64, bucket DateTime('UTC'), field LowCardinality(String), value String",
                ofFields,
                "PARTITION BY toYYYYMM(bucket)",
                "register, shift, bucket, field, value",
                2048,
                counts);
        for (int from = 0; from < shape.registers(); from += FOLDED_REGISTERS) {
            String newest = Questions.newestDocuments(
                    "register >= 'R%06d' AND register < 'R%06d'".formatted(from, from + FOLDED_REGISTERS));
            clickHouse.execute(
                    "INSERT INTO wide_cells SELECT register, shift, toStartOfHour(printed_at) AS bucket, count(), 0, 0, 0, 2, "
                            + measures.ofDocuments() + " FROM " + newest + " GROUP BY register, shift, bucket");
            clickHouse.execute(
                    "INSERT INTO wide_field_cells SELECT register, shift, toStartOfHour(printed_at) AS bucket, entry.1 AS"
                            + " field, entry.2 AS value, count(), 0, 0, 0, 2, " + ofFields.ofDocuments()
                            + " FROM (SELECT *, arrayJoin(CAST(custom, 'Array(Tuple(String, String))')) AS entry FROM "
                            + newest
                            + ") GROUP BY register, shift, bucket, field, value");
        }
        clickHouse.execute("INSERT INTO wide_shifts SELECT register, shift, sum(documents), 0, 0, 0, 2, "
                + measures.ofColumns() + " FROM wide_cells AS " + MeasureColumns.ROW
                + " GROUP BY register, shift SETTINGS optimize_aggregation_in_order = 1");
    }

    private void table(
            String name,
            String key,
            MeasureColumns columns,
            String partition,
            String order,
            int granularity,
            String counts) {
        clickHouse.execute("CREATE TABLE " + name + " (" + key + ", " + counts + ", " + columns.definitions()
                + ") ENGINE = ReplacingMergeTree(version) " + partition + " ORDER BY (" + order
                + ") SETTINGS index_granularity = " + granularity + ", min_bytes_for_wide_part = 0");
    }

    private void published() {
        publish("cells", "register, shift, bucket", popular, popularValues, measures);
        publish("shifts", "register, shift", popular, popularValues, measures);
        publish("field_cells", "register, shift, bucket, field, value", "", "", ofFields);
    }

    private void publish(String table, String key, String columns, String values, MeasureColumns of) {
        clickHouse.execute(
                "INSERT INTO " + table + " (" + key + ", documents, late_documents, errors, tainted, version, epoch"
                        + columns + ", m_id, m_val) SELECT " + key
                        + ", documents, late_documents, errors, tainted, version, 1" + values
                        + ", " + of.arrays() + " FROM wide_" + table + " SETTINGS max_block_size = 8192");
    }

    /** As tables are that have been written to for long: most of it in few parts, and something newer beside it. */
    private void settle() {
        for (String table :
                List.of("cells", "shifts", "field_cells", "wide_cells", "wide_shifts", "wide_field_cells")) {
            clickHouse.execute("OPTIMIZE TABLE " + table + " FINAL");
            clickHouse.execute("SYSTEM STOP MERGES " + table);
            clickHouse.execute("INSERT INTO " + table
                    + " SELECT * REPLACE (documents + 1 AS documents, toUInt64(1) AS version) FROM " + table
                    + " WHERE cityHash64(register, shift) % 20 = 7 SETTINGS max_block_size = 8192");
        }
    }
}
