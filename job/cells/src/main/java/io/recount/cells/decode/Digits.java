package io.recount.cells.decode;

/**
 * Reads the plain forms of numbers straight from characters. What is not plain is left to whoever reads all forms: it is
 * {@link #NOT_PLAIN}, which is no value of a field.
 */
final class Digits {

    static final long NOT_PLAIN = Long.MIN_VALUE;

    /** So many always fit 64 bits. */
    private static final int MOST = 18;

    private static final long[] POWERS = {1, 10, 100, 1_000, 10_000, 100_000, 1_000_000};

    private Digits() {}

    /** {@code -?[0-9]{1,18}}. */
    static long integer(char[] chars, int from, int length) {
        return amount(0, chars, from, length);
    }

    /** {@code -?[0-9]+(\.[0-9]+)?} in units of 10^-scale, if it has no digits beyond the scale and at most 18 with it. */
    static long amount(int scale, char[] chars, int from, int length) {
        int at = from;
        int end = from + length;
        boolean negative = at < end && chars[at] == '-';
        if (negative) {
            at++;
        }
        int point = -1;
        long value = 0;
        int digits = 0;
        for (int first = at; at < end; at++) {
            int digit = chars[at] - '0';
            if (digit >= 0 && digit <= 9) {
                value = value * 10 + digit;
                digits++;
            } else if (chars[at] == '.' && point < 0 && at > first && at + 1 < end) {
                point = at;
            } else {
                return NOT_PLAIN;
            }
        }
        int fraction = point < 0 ? 0 : end - point - 1;
        if (digits == 0 || fraction > scale || digits + scale - fraction > MOST) {
            return NOT_PLAIN;
        }
        long minor = value * POWERS[scale - fraction];
        return negative ? -minor : minor;
    }
}
