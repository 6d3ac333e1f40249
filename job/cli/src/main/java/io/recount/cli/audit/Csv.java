package io.recount.cli.audit;

import java.util.List;
import java.util.stream.Collectors;

/**
 * Lines of comma-separated values (RFC 4180) that a spreadsheet opens without taking a text for a formula: one that begins
 * like a formula gets a {@code '} in front. Plain numbers stay as they are.
 */
public final class Csv {

    private static final String FORMULA = "=+-@\t\r";

    private Csv() {}

    public static String line(List<String> cells) {
        return cells.stream().map(Csv::cell).collect(Collectors.joining(","));
    }

    static String cell(String text) {
        boolean isNumber = text.matches("-?[0-9]+(\\.[0-9]+)?");
        String safe = !text.isEmpty() && !isNumber && FORMULA.indexOf(text.charAt(0)) >= 0 ? "'" + text : text;
        boolean isQuoted =
                safe.chars().anyMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r' || c == '\t' || c == '\'');
        return isQuoted ? "\"" + safe.replace("\"", "\"\"") + "\"" : safe;
    }
}
