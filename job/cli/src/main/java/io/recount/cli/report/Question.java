package io.recount.cli.report;

import com.clickhouse.client.api.query.GenericRecord;
import io.recount.cli.output.Sheet;
import io.recount.clickhouse.ClickHouseClient;
import io.recount.clickhouse.ClickHouseFailure;
import io.recount.pipeline.schema.Schema;
import java.util.List;
import java.util.Map;
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

    /** A text as an argument. */
    public static String text(String value) {
        return Schema.literal(value);
    }

    /** Texts as an argument. */
    public static String texts(List<String> values) {
        return values.stream().map(Question::text).collect(Collectors.joining(", ", "[", "]"));
    }

    /** Asks it. */
    public Sheet answer(ClickHouseClient client) throws ClickHouseFailure, InterruptedException {
        Sheet sheet = new Sheet(columns);
        for (GenericRecord row : client.rows(sql())) {
            @Nullable String[] cells = new @Nullable String[columns.size()];
            for (int i = 0; i < cells.length; i++) {
                cells[i] = row.getString("c" + i);
            }
            sheet.add(cells);
        }
        return sheet;
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
