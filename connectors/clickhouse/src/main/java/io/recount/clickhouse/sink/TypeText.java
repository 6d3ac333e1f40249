package io.recount.clickhouse.sink;

import io.recount.clickhouse.Column;
import io.recount.clickhouse.SinkTable;
import java.util.ArrayList;
import java.util.List;

/** Reads a type as ClickHouse writes it: {@code Map(LowCardinality(String), UInt64)}. */
final class TypeText {

    private final String text;
    private final String head;
    private final List<String> arguments;

    private TypeText(String text) {
        this.text = text.strip();
        int open = this.text.indexOf('(');
        if (open < 0) {
            head = this.text;
            arguments = List.of();
        } else if (this.text.endsWith(")")) {
            head = this.text.substring(0, open).strip();
            arguments = split(this.text.substring(open + 1, this.text.length() - 1));
        } else {
            throw unknown("its parentheses do not match");
        }
    }

    /**
     * The type.
     *
     * @throws IllegalArgumentException if the sink cannot write it
     */
    static ColumnType parse(String text) {
        return new TypeText(text).type();
    }

    /** Refuses a table with a column that the sink cannot write, naming both. */
    static void check(SinkTable table) {
        for (Column column : table.columns()) {
            try {
                parse(column.type());
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException(
                        "Table " + table.name() + ", column " + column.name() + ": " + e.getMessage(), e);
            }
        }
    }

    private ColumnType type() {
        return switch (head) {
            case "Int8", "UInt8", "Bool" -> plain(1);
            case "Int16", "UInt16", "Date" -> plain(2);
            case "Int32", "UInt32" -> plain(4);
            case "Int64", "UInt64", "Float64" -> plain(8);
            case "String" -> {
                expectArguments(0);
                yield new ColumnType.Text();
            }
            case "DateTime" -> new ColumnType.Fixed(text, 4);
            case "DateTime64" -> new ColumnType.Fixed(text, 8);
            case "Enum8" -> new ColumnType.Fixed(text, 1);
            case "Enum16" -> new ColumnType.Fixed(text, 2);
            case "FixedString" -> new ColumnType.Fixed(text, width());
            case "Nullable" -> nullable();
            case "LowCardinality" -> parse(argument(0, 1));
            case "Array" -> new ColumnType.ArrayOf(parse(argument(0, 1)));
            case "Map" -> new ColumnType.MapOf(parse(argument(0, 2)), parse(argument(1, 2)));
            default -> throw unknown("the sink does not know it");
        };
    }

    private ColumnType plain(int width) {
        expectArguments(0);
        return new ColumnType.Fixed(text, width);
    }

    private ColumnType nullable() {
        ColumnType inner = parse(argument(0, 1));
        if (inner instanceof ColumnType.Fixed || inner instanceof ColumnType.Text) {
            return new ColumnType.OrNull(inner);
        }
        throw unknown("only a plain type can be nullable");
    }

    private int width() {
        String argument = argument(0, 1);
        if (!argument.matches("[1-9][0-9]{0,8}")) {
            throw unknown("its length is not a number");
        }
        return Integer.parseInt(argument);
    }

    private String argument(int index, int of) {
        expectArguments(of);
        return arguments.get(index);
    }

    private void expectArguments(int expected) {
        if (arguments.size() != expected) {
            throw unknown("it takes " + expected + " arguments, not " + arguments.size());
        }
    }

    private IllegalArgumentException unknown(String why) {
        return new IllegalArgumentException("type " + text + " cannot be written: " + why
                + ". Known are (U)Int8 to 64, Float64, Bool, String, FixedString, Date, DateTime, DateTime64, Enum8, Enum16,"
                + " and Nullable, LowCardinality, Array and Map of them");
    }

    /** Splits at the commas that are in no parentheses and no quotes. */
    private static List<String> split(String inside) {
        List<String> parts = new ArrayList<>();
        int depth = 0;
        int begin = 0;
        boolean quoted = false;
        for (int i = 0; i < inside.length(); i++) {
            char c = inside.charAt(i);
            if (quoted && c == '\\') {
                i++;
            } else if (c == '\'') {
                quoted = !quoted;
            } else if (!quoted && c == '(') {
                depth++;
            } else if (!quoted && c == ')') {
                depth--;
            } else if (!quoted && c == ',' && depth == 0) {
                parts.add(inside.substring(begin, i).strip());
                begin = i + 1;
            }
        }
        parts.add(inside.substring(begin).strip());
        return parts;
    }
}
