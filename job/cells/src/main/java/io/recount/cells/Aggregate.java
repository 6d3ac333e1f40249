package io.recount.cells;

import org.jspecify.annotations.Nullable;

/**
 * The value of a cell, a shift or a field cell: three counts and a sparse vector of measures, ascending by id.
 *
 * <p>Invariant: a function of the set of documents folded into it, whatever their order. A sum of zero is the same as
 * none; {@link #equals} and the encoding see no difference. Not thread-safe.
 */
public final class Aggregate {

    private static final int OBJECT_BYTES = 48;

    private final MeasureVector measures;
    private long documents;
    private long lateDocuments;
    private long errors;

    public Aggregate() {
        this(new MeasureVector());
    }

    Aggregate(MeasureVector measures) {
        this.measures = measures;
    }

    /** Good documents. */
    public long documents() {
        return documents;
    }

    /** Those of the {@link #documents} that came after the watermark had passed their bucket. */
    public long lateDocuments() {
        return lateDocuments;
    }

    /** Documents whose newest version is bad. */
    public long errors() {
        return errors;
    }

    void count(long moreDocuments, long moreLate, long moreErrors) {
        documents += moreDocuments;
        lateDocuments += moreLate;
        errors += moreErrors;
    }

    void combine(int id, Piece piece, long high, long low) {
        measures.combine(id, piece, high, low);
    }

    /** Undoes {@link #combine}; false if the value must be folded again. */
    boolean retract(int id, Piece piece, long high, long low) {
        return measures.retract(id, piece, high, low);
    }

    /** Combines all of another aggregate: the value of the union of two disjoint sets of documents. */
    public void merge(Aggregate other) {
        count(other.documents, other.lateDocuments, other.errors);
        MeasureVector theirs = other.measures;
        for (int i = theirs.first(); i != MeasureVector.END; i = theirs.after(i)) {
            combine(theirs.id(i), theirs.piece(i), theirs.high(i), theirs.low(i));
        }
    }

    /**
     * Puts the value of a changed part in the place of its old one: {@code merge(next)}, {@code unmerge(old)}, but what
     * both have in common stays untouched, so that a part which only grew never needs a new fold.
     *
     * @return false if a value must be folded again
     */
    public boolean replace(Aggregate old, Aggregate next) {
        count(next.documents - old.documents, next.lateDocuments - old.lateDocuments, next.errors - old.errors);
        MeasureVector come = next.measures;
        MeasureVector go = old.measures;
        for (int i = come.first(); i != MeasureVector.END; i = come.after(i)) {
            if (!go.holds(come, i)) {
                combine(come.id(i), come.piece(i), come.high(i), come.low(i));
            }
        }
        boolean exact = true;
        for (int i = go.first(); i != MeasureVector.END; i = go.after(i)) {
            if (!come.holds(go, i)) {
                exact &= retract(go.id(i), go.piece(i), go.high(i), go.low(i));
            }
        }
        return exact;
    }

    /** Whether nothing was ever folded into it; what was and was retracted again may have left zeros. */
    public boolean isUntouched() {
        return documents == 0 && lateDocuments == 0 && errors == 0 && measures.size() == 0;
    }

    /** No documents, no errors: nothing is left that a report would show. */
    public boolean isEmpty() {
        return documents == 0 && errors == 0;
    }

    MeasureVector measures() {
        return measures;
    }

    /** Calls the consumer for every measure that is there, ascending by id. */
    public void forEach(MeasureConsumer consumer) {
        for (int i = measures.first(); i != MeasureVector.END; i = measures.after(i)) {
            consumer.accept(measures.id(i), measures.piece(i), measures.high(i), measures.low(i));
        }
    }

    /** Takes the words of one measure; see {@link Piece} for what they hold. */
    @FunctionalInterface
    interface MeasureConsumer {
        void accept(int id, Piece piece, long high, long low);
    }

    public Aggregate copy() {
        Aggregate copy = new Aggregate(measures.copy());
        copy.count(documents, lateDocuments, errors);
        return copy;
    }

    /** About what it holds of the heap. */
    public int heapBytes() {
        return OBJECT_BYTES + measures.heapBytes();
    }

    @Override
    public boolean equals(@Nullable Object object) {
        return object instanceof Aggregate other
                && documents == other.documents
                && lateDocuments == other.lateDocuments
                && errors == other.errors
                && measures.equals(other.measures);
    }

    @Override
    public int hashCode() {
        return Long.hashCode(documents * 31 + errors);
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(
                "Aggregate[documents=" + documents + ", late=" + lateDocuments + ", errors=" + errors);
        forEach((id, piece, high, low) ->
                text.append(", ").append(id).append('=').append(low));
        return text.append(']').toString();
    }
}
