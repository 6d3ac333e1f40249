package io.recount.harness.feed;

import java.math.BigDecimal;
import java.util.SplittableRandom;

/** How an amount is written. Devices of many makes write amounts in many ways. */
public enum MoneyNotation {
    /** {@code "1250.40"}. */
    TEXT,
    /** {@code 1250.40}, a JSON number. */
    NUMBER,
    /** {@code "1250.4000"}. */
    ZEROS,
    /** {@code "1250.405"}: more digits than the scale, halfway between two amounts. */
    FINER,
    /** {@code "125040E-2"}, {@code "1E+2"}. */
    EXPONENT;

    /** Mostly text; that many amounts of a thousand are numbers or in rare forms. */
    public static MoneyNotation draw(SplittableRandom random, int notPlain) {
        int drawn = random.nextInt(1_000);
        return switch (drawn) {
            case 0, 1 -> ZEROS;
            case 2, 3 -> FINER;
            case 4, 5 -> EXPONENT;
            default -> drawn < notPlain ? NUMBER : TEXT;
        };
    }

    /**
     * The amount as text.
     *
     * @param minor units of 10<sup>-scale</sup>
     */
    public String write(long minor, int scale) {
        BigDecimal amount = BigDecimal.valueOf(minor, scale);
        return switch (this) {
            case TEXT, NUMBER -> amount.toPlainString();
            case ZEROS -> amount.toPlainString() + "00";
            case FINER -> amount.toPlainString() + "5";
            case EXPONENT -> exponent(amount.stripTrailingZeros());
        };
    }

    private static String exponent(BigDecimal amount) {
        return amount.scale() < 0 ? amount.toString() : amount.unscaledValue() + "E-" + amount.scale();
    }
}
