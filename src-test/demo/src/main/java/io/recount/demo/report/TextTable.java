package io.recount.demo.report;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** A table in plain text: columns as wide as they need to be, numbers to the right. */
public final class TextTable {

    private static final Pattern NUMBER = Pattern.compile("-?[0-9]+(\\.[0-9]+)?");

    private TextTable() {}

    /** Lines of the table, the head first; every row has as many values as the head. */
    public static List<String> lines(List<String> head, List<List<String>> rows) {
        int[] widths = head.stream().mapToInt(TextTable::width).toArray();
        for (List<String> row : rows) {
            for (int column = 0; column < widths.length; column++) {
                widths[column] = Math.max(widths[column], width(row.get(column)));
            }
        }
        List<String> lines = new ArrayList<>();
        lines.add(line(head, widths, rows));
        rows.forEach(row -> lines.add(line(row, widths, rows)));
        return lines;
    }

    private static String line(List<String> values, int[] widths, List<List<String>> rows) {
        StringBuilder line = new StringBuilder();
        for (int column = 0; column < widths.length; column++) {
            String value = values.get(column);
            String padding = " ".repeat(widths[column] - width(value));
            line.append("  ").append(isNumeric(column, rows) ? padding + value : value + padding);
        }
        return line.toString().stripTrailing();
    }

    private static boolean isNumeric(int column, List<List<String>> rows) {
        return rows.stream()
                .map(row -> row.get(column))
                .allMatch(value -> value.isEmpty() || NUMBER.matcher(value).matches());
    }

    private static int width(String text) {
        return text.codePointCount(0, text.length());
    }
}
