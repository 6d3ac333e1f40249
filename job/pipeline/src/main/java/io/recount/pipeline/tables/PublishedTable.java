package io.recount.pipeline.tables;

import io.recount.cells.CellKey;
import io.recount.cells.FieldCellKey;
import io.recount.cells.FrozenLine;
import io.recount.cells.model.Model;
import io.recount.clickhouse.RowReader;
import io.recount.clickhouse.TableRow;
import io.recount.pipeline.types.Invalidation;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A table that values are published to, as it is read: its keys, and what of a row is its value.
 *
 * @param key names of the key columns
 * @param shown what is read of a key: expressions
 * @param value what is read of a value: an expression for the hexadecimal RowBinary that the job writes of it
 */
public record PublishedTable(Kind kind, List<String> key, List<String> shown, String value) {

    private static final long DAY_SECONDS = 86_400;

    /** Version and epoch. */
    private static final int VERSION_BYTES = 2 * Long.BYTES;

    private static final String BUCKET_SECONDS = "toInt64(toUnixTimestamp(bucket))";

    /** What a row is of. */
    public enum Kind {
        SHIFT(Tables.SHIFTS),
        CELL(Tables.CELLS),
        FIELD_CELL(Tables.FIELD_CELLS);

        private final String table;

        Kind(String table) {
            this.table = table;
        }

        /** Of a value. */
        public static Kind of(Invalidation.Single target) {
            if (target instanceof Invalidation.Cell) {
                return CELL;
            }
            return target instanceof Invalidation.FieldCell ? FIELD_CELL : SHIFT;
        }
    }

    /** All that a model has. */
    public static List<PublishedTable> of(Model model) {
        Tables tables = new Tables(model, 0);
        String key = quoted(Tables.keyColumn(model));
        String shift = quoted(Tables.shiftColumn(model));
        // All 64 bits: what is beyond a long is a negative one, as in the job.
        String shiftNumber = "reinterpretAsInt64(" + shift + ")";
        return List.of(
                new PublishedTable(
                        Kind.SHIFT, List.of(key, shift), List.of(key, shiftNumber), value(tables.shiftColumns(), 2)),
                new PublishedTable(
                        Kind.CELL,
                        List.of(key, shift, "bucket"),
                        List.of(key, shiftNumber, BUCKET_SECONDS),
                        value(tables.cellColumns(), 3)),
                new PublishedTable(
                        Kind.FIELD_CELL,
                        List.of(key, shift, "bucket", "field", "value"),
                        List.of(key, shiftNumber, BUCKET_SECONDS, "toString(field)", "value"),
                        value(tables.fieldCellColumns(), 5)));
    }

    /** Without version and epoch. */
    private static String value(List<TableColumn> columns, int keyColumns) {
        return columns.subList(keyColumns, columns.size() - 2).stream()
                .map(column -> "CAST(assumeNotNull(" + quoted(column.name()) + "), '" + column.type() + "')")
                .collect(Collectors.joining(", ", "hex(formatRow('RowBinary', ", "))"));
    }

    /** What {@link #value} gives of a row that the job writes. */
    public static byte[] value(TableRow row) {
        return Arrays.copyOfRange(row.row(), row.keyLength(), row.row().length - VERSION_BYTES);
    }

    public String name() {
        return kind.table;
    }

    /** What the row that the reader is at is of, from the columns of {@link #shown}; the first is the register. */
    public Invalidation.Single targetOf(RowReader row) {
        return switch (kind) {
            case SHIFT -> new Invalidation.Shift(row.number(2));
            case CELL -> new Invalidation.Cell(new CellKey(row.number(2), row.number(3)));
            case FIELD_CELL ->
                new Invalidation.FieldCell(
                        new FieldCellKey(new CellKey(row.number(2), row.number(3)), row.text(4), row.text(5)));
        };
    }

    /**
     * A condition for the rows of some pages of registers.
     *
     * @param byShift pages are shifts, else days
     * @param places a register and a page, of each at least one
     */
    public String inPages(boolean byShift, List<Place> places) {
        String registers = places.stream()
                .map(place -> literal(place.register()))
                .distinct()
                .collect(Collectors.joining(", "));
        String page = page(byShift);
        return key.get(0) + " IN (" + registers + ") AND (" + key.get(0) + ", " + page + ") IN ("
                + places.stream()
                        .map(place ->
                                "(" + literal(place.register()) + ", " + Long.toUnsignedString(place.page()) + ")")
                        .collect(Collectors.joining(", "))
                + ")";
    }

    /** The page of a row of cells or field cells: its shift, or its day, counted from 1970. */
    public String page(boolean byShift) {
        return byShift ? key.get(1) : "toInt64(intDiv(toUnixTimestamp(bucket), " + DAY_SECONDS + "))";
    }

    /** A condition for the rows that may change; a shift does as long as one of its cells may. */
    public String notFrozen(FrozenLine line) {
        return kind == Kind.SHIFT || !line.isDrawn() ? "1" : "bucket >= toDateTime(" + line.seconds() + ", 'UTC')";
    }

    /** A page of a register. */
    public record Place(String register, long page) {}

    /** The values of the key columns. */
    public String keyOf(String register, Invalidation.Single target) {
        Stream<String> values = Stream.of(literal(register));
        if (target instanceof Invalidation.Shift its) {
            values = Stream.concat(values, Stream.of(Long.toUnsignedString(its.shift())));
        } else if (target instanceof Invalidation.Cell its) {
            values = Stream.concat(values, cell(its.cell()));
        } else if (target instanceof Invalidation.FieldCell its) {
            values = Stream.concat(
                    values,
                    Stream.concat(
                            cell(its.cell().cell()),
                            Stream.of(
                                    literal(its.cell().field()),
                                    literal(its.cell().value()))));
        }
        return values.collect(Collectors.joining(", ", "(", ")"));
    }

    private static Stream<String> cell(CellKey cell) {
        return Stream.of(Long.toUnsignedString(cell.shift()), "toDateTime(" + cell.bucketSeconds() + ", 'UTC')");
    }

    private static String quoted(String identifier) {
        return '`' + identifier + '`';
    }

    /** A text in a statement. */
    public static String literal(String text) {
        return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
    }
}
