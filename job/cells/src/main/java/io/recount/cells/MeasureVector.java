package io.recount.cells;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The values of measures, sparse and ascending by id. Not thread-safe.
 *
 * <p>A value is one word, or two where it needs them: a time and its value, or a sum beyond 64 bits. The second word, the
 * high one, has a place of its own behind the low one and under the same id, so that the many values of one word cost no
 * more than that.
 *
 * <p>Measures are asked for ascending nearly always: those of a document, of another vector, of an encoded one. So a place
 * is first looked for behind the one that was found last.
 */
final class MeasureVector {

    /** Follows the last position. */
    static final int END = -1;

    private static final int FIRST_CAPACITY = 4;

    /** Places that are looked at one by one before all others are searched. */
    private static final int NEAR = 6;

    private static final byte SUM = Piece.SUM.code();

    private static final int OBJECT_BYTES = 32;
    private static final int ARRAY_BYTES = 16;
    private static final int ALIGNMENT_BYTES = 8;

    private int size;
    private int lastFound;
    private char[] ids;
    private byte[] pieces;
    private long[] words;

    MeasureVector() {
        this(FIRST_CAPACITY);
    }

    /** {@code words} are expected to come. */
    MeasureVector(int words) {
        this(0, new char[words], new byte[words], new long[words]);
    }

    private MeasureVector(int size, char[] ids, byte[] pieces, long[] words) {
        this.size = size;
        this.ids = ids;
        this.pieces = pieces;
        this.words = words;
    }

    MeasureVector copy() {
        return new MeasureVector(
                size, Arrays.copyOf(ids, size), Arrays.copyOf(pieces, size), Arrays.copyOf(words, size));
    }

    /** How many words there are; not more than what is published of them. */
    int size() {
        return size;
    }

    /** The position of the first measure that is there, or {@link #END}. */
    int first() {
        return thereFrom(0);
    }

    /** The position of the measure behind another, or {@link #END}. */
    int after(int position) {
        return thereFrom(position + width(position));
    }

    private int thereFrom(int position) {
        int at = position;
        while (at < size && !isThere(at)) {
            at += width(at);
        }
        return at < size ? at : END;
    }

    /** A sum of zero is the same as none. */
    private boolean isThere(int at) {
        return words[at] != 0 || pieces[at] != SUM || high(at) != 0;
    }

    private int width(int at) {
        return isWide(at) ? 2 : 1;
    }

    private boolean isWide(int at) {
        return at + 1 < size && ids[at + 1] == ids[at];
    }

    int id(int position) {
        return ids[position];
    }

    Piece piece(int position) {
        return Piece.ofCode(pieces[position]);
    }

    long low(int position) {
        return words[position];
    }

    long high(int position) {
        if (isWide(position)) {
            return words[position + 1];
        }
        return pieces[position] == SUM ? words[position] >> 63 : 0;
    }

    /** Whether this one has the same value for the measure at a position of another. */
    boolean holds(MeasureVector other, int position) {
        int at = find(other.ids[position]);
        return at >= 0 && words[at] == other.words[position] && high(at) == other.high(position);
    }

    void combine(int id, Piece piece, long high, long low) {
        int at = find(id);
        if (at < 0) {
            insert(-at - 1, id, piece, high, low);
        } else if (piece == Piece.SUM) {
            add(at, high, low);
        } else if (piece.wins(high(at), words[at], high, low)) {
            words[at] = low;
            if (isWide(at)) {
                words[at + 1] = high;
            }
        }
    }

    /** Undoes {@link #combine}; false if the value must be folded again. */
    boolean retract(int id, Piece piece, long high, long low) {
        if (piece == Piece.SUM) {
            combine(id, piece, ~high + (low == 0 ? 1 : 0), -low);
            return true;
        }
        int at = find(id);
        return at >= 0 && (high(at) != high || words[at] != low);
    }

    private void add(int at, long high, long low) {
        long before = words[at];
        long sum = before + low;
        words[at] = sum;
        boolean wide = isWide(at);
        boolean fits = ((before ^ sum) & (low ^ sum)) >= 0;
        if (!wide && fits && high == low >> 63) {
            return;
        }
        long carry = Long.compareUnsigned(sum, low) < 0 ? 1 : 0;
        long sumHigh = (wide ? words[at + 1] : before >> 63) + high + carry;
        if (wide) {
            words[at + 1] = sumHigh;
        } else if (sumHigh != sum >> 63) {
            open(at + 1, 1);
            set(at + 1, ids[at], pieces[at], sumHigh);
        }
    }

    /** The position of a measure; if it is not there, -1 less the one where it would be. */
    private int find(int id) {
        int from = lastFound;
        if (from >= size || ids[from] > id) {
            return found(0, Math.min(from, size), id);
        }
        int end = Math.min(size, from + NEAR);
        for (int at = from; at < end; at++) {
            if (ids[at] >= id) {
                lastFound = at;
                return ids[at] == id ? at : -at - 1;
            }
        }
        return found(end, size, id);
    }

    private int found(int from, int to, int id) {
        int at = Arrays.binarySearch(ids, from, to, (char) id);
        if (at > 0 && ids[at - 1] == id) {
            at--;
        }
        lastFound = at >= 0 ? at : -at - 1;
        return at;
    }

    private void insert(int at, int id, Piece piece, long high, long low) {
        boolean wide = switch (piece) {
            case SUM -> high != low >> 63;
            case LEAST, GREATEST -> false;
            case EARLIEST, LATEST -> true;
        };
        open(at, wide ? 2 : 1);
        set(at, (char) id, piece.code(), low);
        if (wide) {
            set(at + 1, (char) id, piece.code(), high);
        }
    }

    private void open(int at, int places) {
        int needed = size + places;
        if (needed > ids.length) {
            int capacity = Math.max(needed, FIRST_CAPACITY + size + (size >> 1));
            ids = Arrays.copyOf(ids, capacity);
            pieces = Arrays.copyOf(pieces, capacity);
            words = Arrays.copyOf(words, capacity);
        }
        if (at < size) {
            System.arraycopy(ids, at, ids, at + places, size - at);
            System.arraycopy(pieces, at, pieces, at + places, size - at);
            System.arraycopy(words, at, words, at + places, size - at);
        }
        size = needed;
    }

    private void set(int at, char id, byte piece, long word) {
        ids[at] = id;
        pieces[at] = piece;
        words[at] = word;
    }

    int heapBytes() {
        int capacity = ids.length;
        return OBJECT_BYTES
                + 3 * ARRAY_BYTES
                + aligned(capacity * Character.BYTES)
                + aligned(capacity)
                + capacity * Long.BYTES;
    }

    private static int aligned(int bytes) {
        return (bytes + ALIGNMENT_BYTES - 1) / ALIGNMENT_BYTES * ALIGNMENT_BYTES;
    }

    @Override
    public boolean equals(@Nullable Object object) {
        if (!(object instanceof MeasureVector other)) {
            return false;
        }
        int mine = first();
        int theirs = other.first();
        while (mine != END && theirs != END) {
            if (ids[mine] != other.ids[theirs]
                    || words[mine] != other.words[theirs]
                    || high(mine) != other.high(theirs)) {
                return false;
            }
            mine = after(mine);
            theirs = other.after(theirs);
        }
        return mine == theirs;
    }

    @Override
    public int hashCode() {
        int hash = 0;
        for (int i = first(); i != END; i = after(i)) {
            hash = 31 * hash + Long.hashCode(words[i]);
        }
        return hash;
    }
}
