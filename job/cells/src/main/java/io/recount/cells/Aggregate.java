package io.recount.cells;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The value of a cell, a shift or a field cell: three counts and a sparse vector of measures, ascending by id.
 *
 * <p>Invariant: a function of the set of documents folded into it, whatever their order. A sum of zero is the same as
 * none; {@link #equals} and the encoding see no difference. Not thread-safe.
 */
public final class Aggregate {

    private static final int NONE = -1;

    private long documents;
    private long lateDocuments;
    private long errors;
    private int size;
    private int[] ids = new int[8];
    private Piece[] pieces = new Piece[8];
    private long[] high = new long[8];
    private long[] low = new long[8];

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

    void combine(int id, Piece piece, long otherHigh, long otherLow) {
        int at = Arrays.binarySearch(ids, 0, size, id);
        if (at >= 0) {
            piece.combine(high, low, at, otherHigh, otherLow);
        } else {
            insert(-at - 1, id, piece, otherHigh, otherLow);
        }
    }

    /** Undoes {@link #combine}; false if the value must be folded again. */
    boolean retract(int id, Piece piece, long otherHigh, long otherLow) {
        int at = Arrays.binarySearch(ids, 0, size, id);
        if (at >= 0) {
            return piece.retract(high, low, at, otherHigh, otherLow);
        }
        if (piece != Piece.SUM) {
            return false;
        }
        insert(-at - 1, id, piece, 0, 0);
        return piece.retract(high, low, -at - 1, otherHigh, otherLow);
    }

    /** Combines all of another aggregate: the value of the union of two disjoint sets of documents. */
    public void merge(Aggregate other) {
        count(other.documents, other.lateDocuments, other.errors);
        for (int i = 0; i < other.size; i++) {
            combine(other.ids[i], other.pieces[i], other.high[i], other.low[i]);
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
        for (int i = 0; i < next.size; i++) {
            if (!old.holds(next, i)) {
                combine(next.ids[i], next.pieces[i], next.high[i], next.low[i]);
            }
        }
        boolean exact = true;
        for (int i = 0; i < old.size; i++) {
            if (!next.holds(old, i)) {
                exact &= retract(old.ids[i], old.pieces[i], old.high[i], old.low[i]);
            }
        }
        return exact;
    }

    /** Whether this one has the same value for the measure at a position of another. */
    private boolean holds(Aggregate other, int position) {
        int at = Arrays.binarySearch(ids, 0, size, other.ids[position]);
        return at >= 0 && high[at] == other.high[position] && low[at] == other.low[position];
    }

    private void insert(int at, int id, Piece piece, long highWord, long lowWord) {
        if (size == ids.length) {
            int capacity = size * 2;
            ids = Arrays.copyOf(ids, capacity);
            pieces = Arrays.copyOf(pieces, capacity);
            high = Arrays.copyOf(high, capacity);
            low = Arrays.copyOf(low, capacity);
        }
        System.arraycopy(ids, at, ids, at + 1, size - at);
        System.arraycopy(pieces, at, pieces, at + 1, size - at);
        System.arraycopy(high, at, high, at + 1, size - at);
        System.arraycopy(low, at, low, at + 1, size - at);
        ids[at] = id;
        pieces[at] = piece;
        high[at] = highWord;
        low[at] = lowWord;
        size++;
    }

    /** No documents, no errors: nothing is left that a report would show. */
    public boolean isEmpty() {
        return documents == 0 && errors == 0;
    }

    /** Calls the consumer for every measure that is there, ascending by id. */
    public void forEach(MeasureConsumer consumer) {
        for (int i = 0; i < size; i++) {
            if (isThere(i)) {
                consumer.accept(ids[i], pieces[i], high[i], low[i]);
            }
        }
    }

    private boolean isThere(int i) {
        return pieces[i] != Piece.SUM || high[i] != 0 || low[i] != 0;
    }

    /** Takes the words of one measure; see {@link Piece} for what they hold. */
    @FunctionalInterface
    interface MeasureConsumer {
        void accept(int id, Piece piece, long high, long low);
    }

    public Aggregate copy() {
        Aggregate copy = new Aggregate();
        copy.merge(this);
        return copy;
    }

    /** About what it takes of the heap. */
    public int heapBytes() {
        return 96 + ids.length * 24;
    }

    private int next(int i) {
        int at = i;
        while (at < size && !isThere(at)) {
            at++;
        }
        return at < size ? at : NONE;
    }

    @Override
    public boolean equals(@Nullable Object object) {
        if (!(object instanceof Aggregate other)
                || documents != other.documents
                || lateDocuments != other.lateDocuments
                || errors != other.errors) {
            return false;
        }
        int mine = next(0);
        int theirs = other.next(0);
        while (mine != NONE && theirs != NONE) {
            if (ids[mine] != other.ids[theirs] || high[mine] != other.high[theirs] || low[mine] != other.low[theirs]) {
                return false;
            }
            mine = next(mine + 1);
            theirs = other.next(theirs + 1);
        }
        return mine == theirs;
    }

    @Override
    public int hashCode() {
        return Long.hashCode(documents * 31 + errors);
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(
                "Aggregate[documents=" + documents + ", late=" + lateDocuments + ", errors=" + errors);
        forEach((id, piece, highWord, lowWord) ->
                text.append(", ").append(id).append('=').append(lowWord));
        return text.append(']').toString();
    }
}
