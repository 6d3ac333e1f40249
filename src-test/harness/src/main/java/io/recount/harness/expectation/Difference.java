package io.recount.harness.expectation;

import org.jspecify.annotations.Nullable;

/**
 * One number that is not what it must be.
 *
 * @param table or report that was compared
 * @param key of the row
 * @param measure by name; {@code documents} and {@code errors} for those of the row, {@code row} where one of several
 *     rows with the same key is meant
 * @param expected null: absent
 * @param actual null: absent
 */
public record Difference(
        String table,
        String key,
        String measure,
        @Nullable Long expected,
        @Nullable Long actual) {

    @Override
    public String toString() {
        return "%s %s %s: expected %s, found %s".formatted(table, key, measure, text(expected), text(actual));
    }

    private static String text(@Nullable Long value) {
        return value == null ? "nothing" : value.toString();
    }
}
