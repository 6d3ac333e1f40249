package io.recount.pipeline.tables;

import io.recount.cells.Aggregate;
import io.recount.cells.CellKey;
import io.recount.cells.Layout;
import io.recount.cells.Measures;
import io.recount.cells.Sketch;
import io.recount.cells.Sketches;
import io.recount.cells.model.DocumentRules;
import io.recount.cells.model.Measure;
import io.recount.cells.model.Model;
import io.recount.clickhouse.Phase;
import io.recount.clickhouse.RowVersion;
import io.recount.clickhouse.RowWriter;
import io.recount.clickhouse.SinkTable;
import io.recount.clickhouse.TableRow;
import io.recount.pipeline.types.Invalidation;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.stream.Stream;

/**
 * The tables the job publishes to: their columns, in the order of the sink, and their rows. A subtask has its own; not
 * thread-safe.
 */
public final class Tables {

    public static final String CELLS = "cells";
    public static final String SHIFTS = "shifts";
    public static final String FIELD_CELLS = "field_cells";

    private static final int DOCUMENTS_INDEX = 0;
    private static final int CELLS_INDEX = 1;
    private static final int SHIFTS_INDEX = 2;
    private static final int FIELD_CELLS_INDEX = 3;

    private final DocumentsTable documents;
    private final List<TableColumn> cellKey;
    private final List<TableColumn> shiftKey;
    private final List<TableColumn> fieldKey;
    private final AggregateColumns sketched;
    private final AggregateColumns measured;
    private final AggregateColumns measuredByField = new AggregateColumns(List.of(), List.of());
    private final List<Sketch> noSketches;
    private final RequestTables requests = new RequestTables();
    private final RowWriter row = new RowWriter();

    /** {@code timeline} of the submission, seconds since 1970. */
    public Tables(Model model, long timeline) {
        documents = new DocumentsTable(DOCUMENTS_INDEX, model, new Layout(model), timeline);
        List<Measure> popular =
                model.measures().stream().filter(Measure::column).toList();
        sketched = new AggregateColumns(popular, Sketches.measures(model));
        measured = new AggregateColumns(popular, List.of());
        noSketches = Sketches.of(model, new Layout(model)).collect().sketches();
        TableColumn key = new TableColumn(keyColumn(model), "String", "ZSTD(1)", "Key of the documents");
        TableColumn shift = new TableColumn(shiftColumn(model), "UInt64", "Delta, ZSTD(1)", "Group within the key");
        TableColumn bucket = new TableColumn(
                "bucket", "DateTime('UTC')", "Delta, ZSTD(1)", "Start of the bucket, from the document's time");
        cellKey = List.of(key, shift, bucket);
        shiftKey = List.of(key, shift);
        fieldKey = List.of(
                key,
                shift,
                bucket,
                new TableColumn("field", "LowCardinality(String)", "", "Key within the map"),
                new TableColumn("value", "String", "ZSTD(1)", "Value of the field"));
    }

    /** Name of the column that all tables are keyed by. */
    public static String keyColumn(Model model) {
        return model.document().key();
    }

    /** Name of the column of the group within the key. */
    public static String shiftColumn(Model model) {
        DocumentRules rules = model.document();
        return rules.shift() == null ? "shift" : rules.shift();
    }

    public List<SinkTable> sinkTables() {
        return Stream.concat(
                        Stream.of(
                                documents.sinkTable(),
                                onCommit(CELLS, cellColumns()),
                                onCommit(SHIFTS, shiftColumns()),
                                onCommit(FIELD_CELLS, fieldCellColumns())),
                        RequestTables.sinkTables().stream())
                .toList();
    }

    private static SinkTable onCommit(String name, List<TableColumn> columns) {
        return new SinkTable(
                name, Phase.ON_COMMIT, columns.stream().map(TableColumn::column).toList());
    }

    public DocumentsTable documents() {
        return documents;
    }

    public RequestTables requests() {
        return requests;
    }

    public List<TableColumn> cellColumns() {
        return concat(cellKey, sketched);
    }

    public List<TableColumn> shiftColumns() {
        return concat(shiftKey, measured);
    }

    public List<TableColumn> fieldCellColumns() {
        return concat(fieldKey, measuredByField);
    }

    private static List<TableColumn> concat(List<TableColumn> key, AggregateColumns measured) {
        return Stream.concat(key.stream(), measured.columns().stream()).toList();
    }

    /** {@code sketches}: of the documents of the cell, as {@link Sketches} gives them. */
    public TableRow cell(String key, CellKey cell, Aggregate aggregate, List<Sketch> sketches, RowVersion version) {
        row.reset();
        row.string(key).uint64(cell.shift()).dateTime(cell.bucketSeconds());
        int keyLength = row.position();
        sketched.write(row, aggregate, sketches, version);
        return new TableRow(CELLS_INDEX, ShardKey.hash(key), month(cell), version.version(), keyLength, row.toRow());
    }

    /** What is published of a cell, as {@link PublishedTable#value} gives it. */
    public Aggregate cell(byte[] value, Measures measures) {
        return sketched.read(value, measures);
    }

    public TableRow shift(String key, long shift, Aggregate aggregate, RowVersion version) {
        row.reset();
        row.string(key).uint64(shift);
        int keyLength = row.position();
        measured.write(row, aggregate, List.of(), version);
        return new TableRow(SHIFTS_INDEX, ShardKey.hash(key), 0, version.version(), keyLength, row.toRow());
    }

    public TableRow fieldCell(
            String key, CellKey cell, String field, String value, Aggregate aggregate, RowVersion version) {
        row.reset();
        row.string(key)
                .uint64(cell.shift())
                .dateTime(cell.bucketSeconds())
                .string(field)
                .string(value);
        int keyLength = row.position();
        measuredByField.write(row, aggregate, List.of(), version);
        return new TableRow(
                FIELD_CELLS_INDEX, ShardKey.hash(key), month(cell), version.version(), keyLength, row.toRow());
    }

    /** The row of a value that is empty. */
    public TableRow emptyRow(String key, Invalidation.Single target, RowVersion version) {
        return row(key, target, new Aggregate(), noSketches, version);
    }

    /**
     * The row of any value.
     *
     * @param sketches of a cell
     */
    public TableRow row(
            String key, Invalidation.Single target, Aggregate aggregate, List<Sketch> sketches, RowVersion version) {
        if (target instanceof Invalidation.Cell its) {
            return cell(key, its.cell(), aggregate, sketches, version);
        }
        if (target instanceof Invalidation.FieldCell its) {
            return fieldCell(
                    key, its.cell().cell(), its.cell().field(), its.cell().value(), aggregate, version);
        }
        return shift(key, ((Invalidation.Shift) target).shift(), aggregate, version);
    }

    /** The partition of a cell's row, as in {@code PARTITION BY toYYYYMM(bucket)}: a function of its key. */
    private static int month(CellKey cell) {
        var time = Instant.ofEpochSecond(cell.bucketSeconds()).atOffset(ZoneOffset.UTC);
        return time.getYear() * 100 + time.getMonthValue();
    }
}
