package io.recount.cli.output;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Rows below named columns, and how they are printed. */
public final class Sheet {

    /** For people, for spreadsheets, for programs. */
    public enum Format {
        table,
        csv,
        json
    }

    /** A column; numbers are no texts to programs, and harmless to spreadsheets. */
    public record Column(String name, boolean isNumber) {}

    private final List<Column> columns;
    private final List<@Nullable String[]> rows = new ArrayList<>();

    public Sheet(List<Column> columns) {
        this.columns = List.copyOf(columns);
    }

    /** Of columns that are all texts, or numbers now and then. */
    public static Sheet ofTexts(String... columns) {
        return new Sheet(
                Arrays.stream(columns).map(name -> new Column(name, false)).toList());
    }

    /** The same, with rows as long as the head. */
    public static Sheet ofTexts(List<String> columns, List<List<String>> rows) {
        Sheet sheet = ofTexts(columns.toArray(String[]::new));
        rows.forEach(row -> sheet.add(row.toArray(String[]::new)));
        return sheet;
    }

    /** Adds a row as long as the head; null where there is no value. */
    public void add(@Nullable String... cells) {
        if (cells.length != columns.size()) {
            throw new IllegalArgumentException(cells.length + " cells in a sheet of " + columns.size() + " columns");
        }
        rows.add(cells);
    }

    public List<Column> columns() {
        return columns;
    }

    public List<@Nullable String[]> rows() {
        return rows;
    }

    public void print(Format format, PrintWriter out) {
        switch (format) {
            case table -> lines().forEach(out::println);
            case csv -> printRows(RowPrinter.csv(columns, out));
            case json -> printRows(RowPrinter.json(columns, out));
        }
        out.flush();
    }

    /** For people. */
    public List<String> lines() {
        TextTable table = new TextTable(names());
        for (@Nullable String[] row : rows) {
            table.add(Arrays.stream(row).map(Sheet::shown).toArray(String[]::new));
        }
        return table.lines();
    }

    /** A line break or an escape in a text would forge a row, or do something to the terminal. */
    private static String shown(@Nullable String cell) {
        return cell == null ? "" : cell.replaceAll("\\p{Cntrl}", "\uFFFD");
    }

    private void printRows(RowPrinter printer) {
        rows.forEach(printer::add);
        printer.end();
    }

    /** An array of objects. */
    public void write(JsonGenerator json) throws IOException {
        json.writeStartArray();
        for (@Nullable String[] row : rows) {
            RowPrinter.write(json, columns, row);
        }
        json.writeEndArray();
    }

    private String[] names() {
        return columns.stream().map(Column::name).toArray(String[]::new);
    }
}
