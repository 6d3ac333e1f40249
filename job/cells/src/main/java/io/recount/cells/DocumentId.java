package io.recount.cells;

import java.util.Comparator;

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

    @Override
    public int compareTo(DocumentId other) {
        return ORDER.compare(this, other);
    }
}
