package io.recount.harness.expectation;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.regex.Pattern;

/** Money, from decimal text to minor units: exact, and half-even where there are more digits than the scale. */
final class Amount {

    private static final Pattern DECIMAL = Pattern.compile("-?[0-9]+(\\.[0-9]+)?([eE][+-]?[0-9]{1,2})?");
    /** Longer texts are no amounts, whatever they say. */
    private static final int MOST_CHARACTERS = 64;
    /** No amount of 64 bits has more digits before the point, at whatever scale. */
    private static final int MOST_DIGITS = 19;

    private Amount() {}

    /** Minor units: {@code 10^-scale}. */
    static long minor(String text, int scale) {
        if (text.length() > MOST_CHARACTERS || !DECIMAL.matcher(text).matches()) {
            throw new UnreadableException("no decimal number");
        }
        BigDecimal amount = new BigDecimal(text);
        if (amount.signum() == 0) {
            return 0;
        }
        long digitsBeforePoint = (long) amount.precision() - amount.scale();
        if (digitsBeforePoint > MOST_DIGITS) {
            throw new UnreadableException("an amount beyond 64 bits");
        }
        try {
            // The least number of 64 bits has no opposite, and signs are turned.
            return Math.negateExact(amount.setScale(scale, RoundingMode.HALF_EVEN)
                    .negate()
                    .unscaledValue()
                    .longValueExact());
        } catch (ArithmeticException e) {
            throw new UnreadableException("an amount beyond 64 bits");
        }
    }
}
