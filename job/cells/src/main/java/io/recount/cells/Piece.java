package io.recount.cells;

/**
 * How the values of one measure combine, over pairs of 64-bit words; {@link MeasureVector} holds them.
 *
 * <p>A ladder of two rungs. Every piece is a commutative monoid: for all a, b, c
 *
 * <pre>combine(a, b) = combine(b, a)     combine(combine(a, b), c) = combine(a, combine(b, c))</pre>
 *
 * so the order of documents never matters. {@link #SUM} is a group as well: what was combined can be retracted, {@code
 * retract(combine(a, b), b) = a}. The others can retract only what did not decide the value; where retraction is
 * refused, the value must be folded again from the documents that are left.
 *
 * <p>What the words hold: {@code SUM} a 128-bit two's complement number, wide enough for 2^64 addends of 64 bits;
 * {@code LEAST, GREATEST} the value in {@code low}; {@code EARLIEST, LATEST} the time in {@code high} and the value in
 * {@code low}, compared in this order, so that equal times are decided by the value and not by arrival.
 */
enum Piece {
    SUM(0),
    LEAST(1) {
        @Override
        boolean wins(long high, long low, long otherHigh, long otherLow) {
            return otherLow < low;
        }
    },
    GREATEST(2) {
        @Override
        boolean wins(long high, long low, long otherHigh, long otherLow) {
            return otherLow > low;
        }
    },
    EARLIEST(3) {
        @Override
        boolean wins(long high, long low, long otherHigh, long otherLow) {
            return otherHigh < high || (otherHigh == high && otherLow < low);
        }
    },
    LATEST(4) {
        @Override
        boolean wins(long high, long low, long otherHigh, long otherLow) {
            return otherHigh > high || (otherHigh == high && otherLow > low);
        }
    };

    private static final Piece[] ALL = values();

    private final byte code;

    Piece(int code) {
        this.code = (byte) code;
    }

    /** Its number on the heap; it is written nowhere. */
    byte code() {
        return code;
    }

    static Piece ofCode(byte code) {
        return ALL[code];
    }

    /** Of two values, whether the other one is the combination. */
    boolean wins(long high, long low, long otherHigh, long otherLow) {
        throw new IllegalStateException(this + " does not choose");
    }
}
