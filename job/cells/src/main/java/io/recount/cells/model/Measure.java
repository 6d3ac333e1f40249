package io.recount.cells.model;

import java.io.Serializable;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * One number kept for every cell.
 *
 * @param id what the tables hold, 1 to 65535, never reused; first and last also take {@code id + 1}, the value's time
 * @param of what is measured; null for a count of documents
 * @param where all must hold for a document to take part
 * @param negate the value's sign is turned where it holds, or null; sums only
 * @param column also a column of its own in {@code cells} and {@code shifts}
 */
public record Measure(
        int id,
        String name,
        String label,
        Kind kind,
        @Nullable Operand of,
        List<Match> where,
        @Nullable Match negate,
        boolean column)
        implements Serializable {

    public Measure {
        where = List.copyOf(where);
    }

    /** How values of several documents become one. */
    public enum Kind {
        COUNT,
        SUM,
        MIN,
        MAX,
        FIRST,
        LAST;

        /** Whether it keeps the value's time too: under the next id, and in reports as {@code NAME_at}. */
        public boolean keepsTime() {
            return this == FIRST || this == LAST;
        }

        /** How many ids in a row it takes. */
        int ids() {
            return keepsTime() ? 2 : 1;
        }

        /** Its key in a model file. */
        String notation() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * A field, or one key of an {@link FieldType.EnumMap}.
     *
     * @param key the enum value as it stands in the message, or null for a scalar field
     */
    public record Operand(String field, @Nullable String key) implements Serializable {}
}
