package io.recount.clickhouse.check;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A type as ClickHouse writes it, taken apart: {@code Map(LowCardinality(String), UInt64)}.
 *
 * @param head the name before the parentheses
 * @param arguments what stands between them, split at the outer commas
 */
record TypeTree(String head, List<String> arguments) {

    TypeTree {
        arguments = List.copyOf(arguments);
    }

    static TypeTree of(String text) {
        String type = text.strip();
        int open = type.indexOf('(');
        return open < 0 || !type.endsWith(")")
                ? new TypeTree(type, List.of())
                : new TypeTree(type.substring(0, open).strip(), split(type.substring(open + 1, type.length() - 1)));
    }

    boolean is(String name) {
        return head.equals(name);
    }

    TypeTree argument(int index) {
        return of(arguments.get(index));
    }

    /** The type below this one, if it is the named wrapper, else this one. */
    TypeTree without(String wrapper) {
        return is(wrapper) && arguments.size() == 1 ? argument(0) : this;
    }

    @Override
    public String toString() {
        return arguments.isEmpty() ? head : arguments.stream().collect(Collectors.joining(", ", head + "(", ")"));
    }

    /** Splits at the commas that are in no parentheses and no quotes. */
    static List<String> split(String inside) {
        List<String> parts = new ArrayList<>();
        int depth = 0;
        int begin = 0;
        char quote = 0;
        for (int i = 0; i < inside.length(); i++) {
            char c = inside.charAt(i);
            if (quote != 0) {
                if (c == '\\') {
                    i++;
                } else if (c == quote) {
                    quote = 0;
                }
            } else if (c == '\'' || c == '`') {
                quote = c;
            } else if (c == '(') {
                depth++;
            } else if (c == ')') {
                depth--;
            } else if (c == ',' && depth == 0) {
                parts.add(inside.substring(begin, i).strip());
                begin = i + 1;
            }
        }
        parts.add(inside.substring(begin).strip());
        return parts;
    }
}
