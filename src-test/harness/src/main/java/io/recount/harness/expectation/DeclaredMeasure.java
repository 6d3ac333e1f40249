package io.recount.harness.expectation;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A measure after its template was expanded.
 *
 * @param field what is measured; null counts documents
 * @param key of the field's map, or null where the field is no map
 * @param where values a field must have one of, by field
 * @param negate like {@code where}; the sign is turned where all hold and there is any
 */
public record DeclaredMeasure(
        int id,
        String name,
        Kind kind,
        @Nullable String field,
        @Nullable String key,
        Map<String, List<String>> where,
        Map<String, List<String>> negate) {

    /** Ids are unique, and a hash of all that is declared would be the dearest part of adding up. */
    @Override
    public int hashCode() {
        return id;
    }

    /** How values become one. */
    public enum Kind {
        COUNT,
        SUM,
        MIN,
        MAX,
        FIRST,
        LAST,
        UNIQ,
        UNIQ_EXACT,
        QUANTILE;

        /** Whether it is of all values of a cell, and not one number. */
        public boolean isSketch() {
            return this == UNIQ || this == UNIQ_EXACT || this == QUANTILE;
        }

        /** Whether a value of zero is the same as none. */
        boolean zeroIsAbsent() {
            return this == COUNT || this == SUM || isSketch();
        }

        /** Whether the time of the value is kept too. */
        boolean timed() {
            return this == FIRST || this == LAST;
        }
    }
}
