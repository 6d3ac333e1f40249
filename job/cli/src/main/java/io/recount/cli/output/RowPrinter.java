package io.recount.cli.output;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import io.recount.cli.output.Sheet.Column;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.regex.Pattern;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVPrinter;
import org.jspecify.annotations.Nullable;

/**
 * Prints rows one after another and keeps none, so that a report may be of any length. What was printed is whole only once
 * {@link #end} was called: a reader that fails in between must not make it look so.
 */
public abstract class RowPrinter {

    private static final JsonFactory JSON = new JsonFactory().disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);

    /** What a spreadsheet takes for the beginning of a formula. */
    private static final String FORMULA = "=+-@\t\r";

    private static final Pattern NUMBER = Pattern.compile("-?[0-9]+(\\.[0-9]+)?");

    private RowPrinter() {}

    /** For spreadsheets. */
    public static RowPrinter csv(List<Column> columns, PrintWriter out) {
        return new Csv(columns, out);
    }

    /** For programs: an array of objects. */
    public static RowPrinter json(List<Column> columns, PrintWriter out) {
        return new Json(columns, out);
    }

    /** A row as long as the head; null where there is no value. */
    public final void add(@Nullable String[] row) {
        try {
            write(row);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** There are no more rows. */
    public final void end() {
        try {
            finish();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    abstract void write(@Nullable String[] row) throws IOException;

    abstract void finish() throws IOException;

    /** A row as an object. */
    static void write(JsonGenerator json, List<Column> columns, @Nullable String[] row) throws IOException {
        json.writeStartObject();
        for (int i = 0; i < row.length; i++) {
            String cell = row[i];
            json.writeFieldName(columns.get(i).name());
            if (cell == null) {
                json.writeNull();
            } else if (columns.get(i).isNumber()) {
                json.writeNumber(cell);
            } else {
                json.writeString(cell);
            }
        }
        json.writeEndObject();
    }

    private static final class Csv extends RowPrinter {

        private final List<Column> columns;
        private final PrintWriter out;
        private final CSVPrinter csv;

        Csv(List<Column> columns, PrintWriter out) {
            this.columns = columns;
            this.out = out;
            try {
                csv = new CSVPrinter(
                        out,
                        CSVFormat.RFC4180
                                .builder()
                                .setHeader(columns.stream().map(Column::name).toArray(String[]::new))
                                .get());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        void write(@Nullable String[] row) throws IOException {
            for (int i = 0; i < row.length; i++) {
                csv.print(columns.get(i).isNumber() ? row[i] : harmless(row[i]));
            }
            csv.println();
        }

        private static @Nullable String harmless(@Nullable String cell) {
            return cell != null
                            && !cell.isEmpty()
                            && FORMULA.indexOf(cell.charAt(0)) >= 0
                            && !NUMBER.matcher(cell).matches()
                    ? "'" + cell
                    : cell;
        }

        @Override
        void finish() {
            // The writer is somebody else's, and stays open.
            out.flush();
        }
    }

    private static final class Json extends RowPrinter {

        private final List<Column> columns;
        private final PrintWriter out;
        private final JsonGenerator json;

        Json(List<Column> columns, PrintWriter out) {
            this.columns = columns;
            this.out = out;
            try {
                json = JSON.createGenerator(out).setPrettyPrinter(new DefaultPrettyPrinter());
                json.writeStartArray();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        void write(@Nullable String[] row) throws IOException {
            write(json, columns, row);
        }

        @Override
        void finish() throws IOException {
            json.writeEndArray();
            json.close();
            out.println();
            out.flush();
        }
    }
}
