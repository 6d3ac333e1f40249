package io.recount.harness.expectation;

/**
 * A row of a table or report, expected or found.
 *
 * @param documents good ones that are the latest version of theirs
 * @param errors bad ones that are
 */
public record Row<K extends Comparable<? super K>>(K key, long documents, long errors, MeasureValues values) {

    /** A row of only zeros says the same as none. */
    public boolean isEmpty() {
        return documents == 0 && errors == 0 && values.allZero();
    }
}
