package io.recount.cells;

import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * What a document is a version of, unique within its key.
 *
 * @param scope numbers are unique within it and may restart in another (empty if the model has none)
 * @param number the id, or 0 where ids are text
 * @param text the id, or empty where ids are numbers
 */
public record DocumentId(String scope, long number, String text) implements Comparable<DocumentId> {

    private static final Comparator<DocumentId> ORDER = Comparator.comparing(DocumentId::scope)
            .thenComparingLong(DocumentId::number)
            .thenComparing(DocumentId::text);

    /** By hand, as {@link #equals}: every document asks several times. */
    @Override
    public int hashCode() {
        return (scope.hashCode() * 31 + Long.hashCode(number)) * 31 + text.hashCode();
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other
                || (other instanceof DocumentId id
                        && number == id.number
                        && scope.equals(id.scope)
                        && text.equals(id.text));
    }

    @Override
    public int compareTo(DocumentId other) {
        return ORDER.compare(this, other);
    }
}
