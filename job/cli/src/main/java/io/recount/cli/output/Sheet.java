package io.recount.cli.output;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVPrinter;
import org.jspecify.annotations.Nullable;

/** Rows below named columns, and how they are printed. */
public final class Sheet {

    private static final JsonFactory JSON = new JsonFactory().disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);

    /** What a spreadsheet takes for the beginning of a formula. */
    private static final String FORMULA = "=+-@\t\r";

    private static final Pattern NUMBER = Pattern.compile("-?[0-9]+(\\.[0-9]+)?");

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
            case csv -> printCsv(out);
            case json -> printJson(out);
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

    private void printCsv(PrintWriter out) {
        CSVFormat format = CSVFormat.RFC4180.builder().setHeader(names()).get();
        try {
            @SuppressWarnings("resource") // the writer is somebody else's
            CSVPrinter csv = new CSVPrinter(out, format);
            for (@Nullable String[] row : rows) {
                for (int i = 0; i < row.length; i++) {
                    csv.print(columns.get(i).isNumber() ? row[i] : harmless(row[i]));
                }
                csv.println();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static @Nullable String harmless(@Nullable String cell) {
        return cell != null
                        && !cell.isEmpty()
                        && FORMULA.indexOf(cell.charAt(0)) >= 0
                        && !NUMBER.matcher(cell).matches()
                ? "'" + cell
                : cell;
    }

    private void printJson(PrintWriter out) {
        try (JsonGenerator json = JSON.createGenerator(out).setPrettyPrinter(new DefaultPrettyPrinter())) {
            write(json);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        out.println();
    }

    /** An array of objects. */
    public void write(JsonGenerator json) throws IOException {
        json.writeStartArray();
        for (@Nullable String[] row : rows) {
            json.writeStartObject();
            for (int i = 0; i < row.length; i++) {
                write(json, columns.get(i), row[i]);
            }
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private static void write(JsonGenerator json, Column column, @Nullable String cell) throws IOException {
        json.writeFieldName(column.name());
        if (cell == null) {
            json.writeNull();
        } else if (column.isNumber()) {
            json.writeNumber(cell);
        } else {
            json.writeString(cell);
        }
    }

    private String[] names() {
        return columns.stream().map(Column::name).toArray(String[]::new);
    }
}
