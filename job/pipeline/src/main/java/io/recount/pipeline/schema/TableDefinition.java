package io.recount.pipeline.schema;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a CREATE TABLE of {@code sql/} says of the table, so that it is said there and nowhere else. Clauses begin at the
 * beginning of their lines.
 *
 * @param engine with its arguments
 * @param partitionKey empty for none
 */
record TableDefinition(String engine, String partitionKey, String sortingKey, List<ColumnDefinition> columns) {

    private static final Pattern BODY = Pattern.compile("^\\(\n(.*?)^\\)", Pattern.MULTILINE | Pattern.DOTALL);
    private static final Pattern NO_COLUMN = Pattern.compile("(INDEX|PROJECTION|CONSTRAINT)\\s.*", Pattern.DOTALL);

    TableDefinition {
        columns = List.copyOf(columns);
    }

    /**
     * A column.
     *
     * @param definition the type and all that follows it
     */
    record ColumnDefinition(String name, String type, String definition) {}

    /**
     * Reads a statement.
     *
     * @throws IllegalArgumentException if it has no columns, engine or sorting key where they are expected
     */
    static TableDefinition of(String createTable) {
        return new TableDefinition(
                required("ENGINE = ", createTable),
                clause("PARTITION BY ", createTable),
                required("ORDER BY ", createTable),
                columns(createTable));
    }

    private static String required(String keyword, String createTable) {
        String value = clause(keyword, createTable);
        if (value.isEmpty()) {
            throw new IllegalArgumentException("No line begins with " + keyword + "in: " + createTable);
        }
        return value;
    }

    private static String clause(String keyword, String createTable) {
        Matcher line =
                Pattern.compile("^" + keyword + "(.+)$", Pattern.MULTILINE).matcher(createTable);
        return line.find() ? line.group(1).strip() : "";
    }

    private static List<ColumnDefinition> columns(String createTable) {
        Matcher body = BODY.matcher(createTable);
        if (!body.find()) {
            throw new IllegalArgumentException(
                    "No columns between parentheses on lines of their own in: " + createTable);
        }
        List<ColumnDefinition> columns = new ArrayList<>();
        for (String element : split(body.group(1), ',')) {
            if (!NO_COLUMN.matcher(element).matches()) {
                List<String> words = split(element, ' ');
                String name = words.get(0);
                String plain = name.startsWith("`")
                        ? name.substring(1, name.length() - 1).replace("\\`", "`")
                        : name;
                columns.add(new ColumnDefinition(
                        plain, words.get(1), element.substring(name.length()).strip()));
            }
        }
        return columns;
    }

    /** Splits where the separator is in no parentheses and no quotes; leaves out what is blank. */
    private static List<String> split(String text, char separator) {
        List<String> parts = new ArrayList<>();
        StringBuilder part = new StringBuilder();
        int depth = 0;
        char quote = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (quote != 0 && c == '\\') {
                part.append(c);
                i++;
            } else if (quote != 0) {
                quote = c == quote ? 0 : quote;
            } else if (c == '\'' || c == '`') {
                quote = c;
            } else {
                depth += c == '(' ? 1 : c == ')' ? -1 : 0;
            }
            if (quote == 0 && depth == 0 && text.charAt(i) == separator) {
                parts.add(part.toString().strip());
                part.setLength(0);
            } else {
                part.append(text.charAt(i));
            }
        }
        parts.add(part.toString().strip());
        return parts.stream().filter(each -> !each.isEmpty()).toList();
    }
}
