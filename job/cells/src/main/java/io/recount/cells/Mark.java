package io.recount.cells;

import java.util.List;

/**
 * How far the numbers of a sequence have been seen: what lies beyond is certainly new, and needs no look-up.
 *
 * <p>A number that jumps further than {@value #JUMP} does not move the mark, so that one wrong number does not make all
 * later ones look old. Beside the mark stand the least and the greatest of such jumps: between them nothing is certain,
 * until the sequence has passed them.
 *
 * @param upTo every accepted number but the jumps is at most this; {@link #NOTHING} before the first
 * @param leastBeyond the least number beyond a jump, or {@link #NOTHING}
 * @param greatestBeyond the greatest number beyond a jump, or {@link #NOTHING}
 */
public record Mark(long upTo, long leastBeyond, long greatestBeyond) {

    public static final long NOTHING = -1;

    /** Nothing was accepted. */
    public static final Mark NONE = new Mark(NOTHING, NOTHING, NOTHING);

    static final long JUMP = 10_000;

    /** The mark of numbers, least first. */
    public static Mark of(List<Long> ascending) {
        Mark mark = NONE;
        for (long number : ascending) {
            mark = mark.accepting(number);
        }
        return mark;
    }

    /** Whether a number was certainly never accepted. */
    public boolean isNew(long number) {
        return number > upTo && (leastBeyond == NOTHING || number < leastBeyond);
    }

    /** The mark once a number, 0 or more, is accepted. */
    public Mark accepting(long number) {
        if (number <= upTo) {
            return this;
        }
        if (upTo != NOTHING && number - upTo > JUMP) {
            return leastBeyond != NOTHING && leastBeyond <= number && number <= greatestBeyond
                    ? this
                    : new Mark(
                            upTo,
                            leastBeyond == NOTHING ? number : Math.min(leastBeyond, number),
                            Math.max(greatestBeyond, number));
        }
        return greatestBeyond <= number
                ? new Mark(number, NOTHING, NOTHING)
                : new Mark(number, leastBeyond, greatestBeyond);
    }

    public void write(PackedWriter out) {
        out.signed(upTo);
        out.signed(leastBeyond);
        out.signed(greatestBeyond);
    }

    public static Mark read(PackedReader in) {
        return new Mark(in.signed(), in.signed(), in.signed());
    }
}
