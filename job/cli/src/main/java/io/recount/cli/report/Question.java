package io.recount.cli.report;

import io.recount.cli.output.RowPrinter;
import io.recount.cli.output.Sheet;
import io.recount.clickhouse.ClickHouseClient;
import io.recount.clickhouse.ClickHouseFailure;
import io.recount.clickhouse.RowReader;
import io.recount.clickhouse.ServerError;
import io.recount.pipeline.schema.Schema;
import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A question to a view with parameters.
 *
 * @param arguments by the names of the parameters: expressions
 * @param columns what is asked for, and shown
 * @param charted columns that can be added up
 * @param order names of columns, perhaps with DESC
 * @param limit rows at most; 0 for all
 */
public record Question(
        String view,
        Map<String, String> arguments,
        List<Sheet.Column> columns,
        List<String> charted,
        List<String> order,
        int limit) {

    /** What is grouped and sorted goes to the server's disk beyond so much, instead of being refused. */
    private static final Map<String, String> SPILLING =
            Map.of("max_bytes_before_external_group_by", "134217728", "max_bytes_before_external_sort", "134217728");

    /** Values of an answer that are kept at once; they and what is made of them fit a heap of 1 GB. */
    private static final long MOST_KEPT = 4_000_000;

    /** A text as an argument. */
    public static String text(String value) {
        return Schema.literal(value);
    }

    /** Texts as an argument. */
    public static String texts(List<String> values) {
        return values.stream().map(Question::text).collect(Collectors.joining(", ", "[", "]"));
    }

    /**
     * Asks it, and keeps the whole answer.
     *
     * @throws ClickHouseFailure also if the answer is too long to be kept
     */
    public Sheet answer(ClickHouseClient client) throws ClickHouseFailure {
        Sheet sheet = new Sheet(columns);
        try (RowReader rows = read(client)) {
            while (rows.next()) {
                if ((sheet.rows().size() + 1L) * columns.size() > MOST_KEPT) {
                    throw ClickHouseFailure.refused(
                            "It has more than %,d rows of %d columns, too many for a table or a page. Next: take --format csv or json without --html, which may be of any length, or ask for less"
                                    .formatted(sheet.rows().size(), columns.size()));
                }
                sheet.add(row(rows));
            }
        }
        return sheet;
    }

    /**
     * Asks it, and prints the answer; what is not for people is printed as it comes, and not kept.
     *
     * @return rows
     */
    public long print(ClickHouseClient client, Sheet.Format format, PrintWriter out) throws ClickHouseFailure {
        return switch (format) {
            case table -> {
                Sheet sheet = answer(client);
                sheet.print(format, out);
                yield sheet.rows().size();
            }
            case csv -> print(client, () -> RowPrinter.csv(columns, out));
            case json -> print(client, () -> RowPrinter.json(columns, out));
        };
    }

    /** Nothing is printed before there is an answer. */
    private long print(ClickHouseClient client, Supplier<RowPrinter> to) throws ClickHouseFailure {
        try (RowReader rows = read(client)) {
            RowPrinter printer = to.get();
            long count = 0;
            while (rows.next()) {
                printer.add(row(rows));
                count++;
            }
            printer.end();
            return count;
        }
    }

    private RowReader read(ClickHouseClient client) throws ClickHouseFailure {
        try {
            return client.read(sql(), SPILLING);
        } catch (ClickHouseFailure e) {
            // A user who may read only can't choose settings, either: his profile's hold.
            if (e.error().filter(error -> error == ServerError.READONLY).isEmpty()) {
                throw e;
            }
            return client.read(sql(), Map.of());
        }
    }

    private @Nullable String[] row(RowReader rows) {
        @Nullable String[] cells = new @Nullable String[columns.size()];
        for (int i = 0; i < cells.length; i++) {
            cells[i] = rows.textOrNull(i + 1);
        }
        return cells;
    }

    /** Its answer as a page. */
    public Page page(Sheet answer, Axis axis) {
        String remark = arguments.entrySet().stream()
                .map(argument -> argument.getKey() + " = " + argument.getValue())
                .collect(Collectors.joining(", "));
        return new Page(view.replace('_', ' '), remark, answer, axis, charted);
    }

    String sql() {
        StringBuilder expressions = new StringBuilder();
        for (int i = 0; i < columns.size(); i++) {
            String column = Schema.quoted(columns.get(i).name());
            // As a number money keeps all its digits; as a text a time keeps its zone.
            expressions
                    .append(i == 0 ? "" : ", ")
                    .append(columns.get(i).isNumber() ? column : "toString(" + column + ")")
                    .append(" AS c")
                    .append(i);
        }
        return "SELECT " + expressions + " FROM " + view
                + arguments.entrySet().stream()
                        .map(argument -> argument.getKey() + " = " + argument.getValue())
                        .collect(Collectors.joining(", ", "(", ")"))
                + " ORDER BY " + String.join(", ", order)
                + (limit == 0 ? "" : " LIMIT " + limit);
    }
}
