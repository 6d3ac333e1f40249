package io.recount.cells;

/**
 * How the values of one measure combine, over pairs of 64-bit words held in parallel arrays.
 *
 * <p>A ladder of two rungs. Every piece is a commutative monoid: for all a, b, c
 *
 * <pre>combine(a, b) = combine(b, a)     combine(combine(a, b), c) = combine(a, combine(b, c))</pre>
 *
 * so the order of documents never matters. {@link #SUM} is a group as well: what was combined can be retracted, {@code
 * retract(combine(a, b), b) = a}. The others can retract only what did not decide the value; where {@link #retract} says
 * no, the value must be folded again from the documents that are left.
 *
 * <p>What the words hold: {@code SUM} a 128-bit two's complement number, wide enough for 2^64 addends of 64 bits;
 * {@code LEAST, GREATEST} the value in {@code low}; {@code EARLIEST, LATEST} the time in {@code high} and the value in
 * {@code low}, compared in this order, so that equal times are decided by the value and not by arrival.
 */
enum Piece {
    SUM {
        @Override
        void combine(long[] high, long[] low, int at, long otherHigh, long otherLow) {
            long sum = low[at] + otherLow;
            long carry = Long.compareUnsigned(sum, otherLow) < 0 ? 1 : 0;
            low[at] = sum;
            high[at] += otherHigh + carry;
        }

        @Override
        boolean retract(long[] high, long[] low, int at, long otherHigh, long otherLow) {
            long borrow = Long.compareUnsigned(low[at], otherLow) < 0 ? 1 : 0;
            low[at] -= otherLow;
            high[at] -= otherHigh + borrow;
            return true;
        }
    },
    LEAST {
        @Override
        boolean wins(long high, long low, long otherHigh, long otherLow) {
            return otherLow < low;
        }
    },
    GREATEST {
        @Override
        boolean wins(long high, long low, long otherHigh, long otherLow) {
            return otherLow > low;
        }
    },
    EARLIEST {
        @Override
        boolean wins(long high, long low, long otherHigh, long otherLow) {
            return otherHigh < high || (otherHigh == high && otherLow < low);
        }
    },
    LATEST {
        @Override
        boolean wins(long high, long low, long otherHigh, long otherLow) {
            return otherHigh > high || (otherHigh == high && otherLow > low);
        }
    };

    /** Of two values, whether the other one is the combination. */
    boolean wins(long high, long low, long otherHigh, long otherLow) {
        throw new IllegalStateException(this + " does not choose");
    }

    /** Combines the other value into position {@code at}. */
    void combine(long[] high, long[] low, int at, long otherHigh, long otherLow) {
        if (wins(high[at], low[at], otherHigh, otherLow)) {
            high[at] = otherHigh;
            low[at] = otherLow;
        }
    }

    /**
     * Undoes {@link #combine}.
     *
     * @return false if the other value decided this one: fold again
     */
    boolean retract(long[] high, long[] low, int at, long otherHigh, long otherLow) {
        return high[at] != otherHigh || low[at] != otherLow;
    }
}
