package io.recount.cells.model;

import java.io.Serializable;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * One number kept for every cell, or one sketch.
 *
 * @param id what the tables hold, 1 to 65535, never reused; first and last also take {@code id + 1}, the value's time. Of a
 *     sketch the tables hold the checksum of its values under it
 * @param of what is measured; null for a count of documents
 * @param where all must hold for a document to take part
 * @param negate the value's sign is turned where it holds, or null; sums only
 * @param column also a column of its own in {@code cells} and {@code shifts}; never of a sketch, which has its own anyway
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
        LAST,
        /** About how many different values, by the least of their hashes. */
        UNIQ,
        /** How many different values, by all of them. */
        UNIQ_EXACT,
        /** How values are distributed, by a t-digest. */
        QUANTILE;

        /** Whether it keeps the value's time too: under the next id, and in reports as {@code NAME_at}. */
        public boolean keepsTime() {
            return this == FIRST || this == LAST;
        }

        /** Whether more than one number is kept of a cell: a sketch, of which those of any cells are merged in reports. */
        public boolean isSketch() {
            return this == UNIQ || this == UNIQ_EXACT || this == QUANTILE;
        }

        /** What its columns of {@code cells} are called behind its name; none if its values are numbers under its id. */
        public List<String> columnSuffixes() {
            return switch (this) {
                case COUNT, SUM, MIN, MAX, FIRST, LAST -> List.of();
                case UNIQ -> List.of("_hashes");
                case UNIQ_EXACT -> List.of("_values");
                case QUANTILE -> List.of("_means", "_weights");
            };
        }

        /** What its columns of reports are called behind its name. */
        public List<String> reportSuffixes() {
            return switch (this) {
                case COUNT, SUM, MIN, MAX, UNIQ, UNIQ_EXACT -> List.of("");
                case FIRST, LAST -> List.of("", "_at");
                case QUANTILE -> List.of("_p50", "_p95", "_p99");
            };
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
