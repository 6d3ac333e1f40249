package io.recount.cells.decode;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.recount.cells.Problem.Reason;
import io.recount.cells.model.Enumeration;
import io.recount.cells.model.FieldType;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * Reads scalar values as 64-bit integers.
 *
 * <p>Plain forms are read from the characters, all others from a text of them; what the two read in common is equal.
 *
 * <p>Numbers never pass through binary floating point: they are read from their decimal text. Money with more digits than
 * its scale is rounded half to even, once, here.
 */
final class ScalarReader {

    /** Longer numbers, and exponents of more than two digits, are no amounts; refused before they cost anything. */
    private static final int MAX_DIGITS = 64;

    private static final Pattern INTEGER = Pattern.compile("-?[0-9]{1,19}");
    private static final Pattern DECIMAL = Pattern.compile("-?[0-9]+(\\.[0-9]+)?([eE][+-]?[0-9]{1,2})?");
    private static final String OFFSET_EXAMPLE = "with an offset such as 2026-10-12T09:41:07+03:00";
    private static final String LOCAL_EXAMPLE =
            "without offset such as 2026-10-12T09:41:07, shown by the zone's clocks";
    private static final BigInteger LONG_MAX = BigInteger.valueOf(Long.MAX_VALUE);

    private ScalarReader() {}

    /** Reads the value the parser stands on; throws {@link UnreadableValueException} if it is not of the type. */
    static long read(FieldType.Scalar type, JsonParser parser, JsonToken token) throws IOException {
        if (type instanceof FieldType.EnumOf enumeration) {
            return enumeration(enumeration.values(), parser, token);
        }
        if (type instanceof FieldType.Bool) {
            return bool(token);
        }
        if (type instanceof FieldType.Money money) {
            return money(money.scale(), parser, token);
        }
        if (type instanceof FieldType.InstantOf instant) {
            return instant(instant, parser, token);
        }
        requireNumber(token);
        long value = integer(parser);
        if (type instanceof FieldType.Uint && value < 0) {
            throw new UnreadableValueException(Reason.OUT_OF_RANGE, "must not be negative");
        }
        return value;
    }

    private static long enumeration(Enumeration values, JsonParser parser, JsonToken token) throws IOException {
        requireText(token);
        char[] chars = parser.getTextCharacters();
        int from = parser.getTextOffset();
        int length = parser.getTextLength();
        List<Enumeration.Value> all = values.values();
        for (int i = 0; i < all.size(); i++) {
            if (equal(all.get(i).value(), chars, from, length)) {
                return all.get(i).id();
            }
        }
        throw new UnreadableValueException(
                Reason.UNKNOWN_VALUE, "has a value outside its enumeration " + values.name());
    }

    private static boolean equal(String text, char[] chars, int from, int length) {
        if (text.length() != length) {
            return false;
        }
        for (int i = 0; i < length; i++) {
            if (text.charAt(i) != chars[from + i]) {
                return false;
            }
        }
        return true;
    }

    private static long bool(JsonToken token) {
        return switch (token) {
            case VALUE_TRUE -> 1;
            case VALUE_FALSE -> 0;
            default -> throw new UnreadableValueException(Reason.WRONG_TYPE, "must be true or false");
        };
    }

    private static void requireNumber(JsonToken token) {
        if (token != JsonToken.VALUE_STRING
                && token != JsonToken.VALUE_NUMBER_INT
                && token != JsonToken.VALUE_NUMBER_FLOAT) {
            throw new UnreadableValueException(Reason.WRONG_TYPE, "must be a number or its decimal text");
        }
    }

    private static long integer(JsonParser parser) throws IOException {
        long plain = Digits.integer(parser.getTextCharacters(), parser.getTextOffset(), parser.getTextLength());
        return plain == Digits.NOT_PLAIN ? anyInteger(parser.getText()) : plain;
    }

    private static long anyInteger(String text) {
        if (!INTEGER.matcher(text).matches()) {
            throw new UnreadableValueException(Reason.NOT_A_NUMBER, "must be a whole number of at most 19 digits");
        }
        try {
            return symmetric(Long.parseLong(text));
        } catch (NumberFormatException e) {
            throw new UnreadableValueException(Reason.OUT_OF_RANGE, "does not fit 64 bits");
        }
    }

    /** Keeps -2^63 out, so that every value can be negated. */
    private static long symmetric(long value) {
        if (value == Long.MIN_VALUE) {
            throw new UnreadableValueException(Reason.OUT_OF_RANGE, "does not fit 64 bits");
        }
        return value;
    }

    private static long money(int scale, JsonParser parser, JsonToken token) throws IOException {
        requireNumber(token);
        long plain = Digits.amount(scale, parser.getTextCharacters(), parser.getTextOffset(), parser.getTextLength());
        return plain == Digits.NOT_PLAIN ? anyMoney(scale, parser.getText()) : plain;
    }

    private static long anyMoney(int scale, String text) {
        if (text.length() > MAX_DIGITS || !DECIMAL.matcher(text).matches()) {
            throw new UnreadableValueException(
                    Reason.NOT_A_NUMBER, "must be a decimal number such as 12.50 (digits, a point, no separators)");
        }
        BigInteger minor =
                new BigDecimal(text).setScale(scale, RoundingMode.HALF_EVEN).unscaledValue();
        if (minor.abs().compareTo(LONG_MAX) > 0) {
            throw new UnreadableValueException(Reason.OUT_OF_RANGE, "does not fit 64 bits of minor units");
        }
        return minor.longValue();
    }

    private static long instant(FieldType.InstantOf type, JsonParser parser, JsonToken token) throws IOException {
        return switch (type.form()) {
            case OFFSET -> offsetTime(parser, token);
            case LOCAL -> {
                requireText(token);
                ZoneId zone = Objects.requireNonNull(type.zone());
                yield micros(parser.getText(), text -> local(text, zone), LOCAL_EXAMPLE);
            }
            case EPOCH_SECONDS -> scaled(wholeNumber(parser, token), 1_000_000);
            case EPOCH_MILLIS -> scaled(wholeNumber(parser, token), 1_000);
            case EPOCH_MICROS -> wholeNumber(parser, token);
        };
    }

    private static long offsetTime(JsonParser parser, JsonToken token) throws IOException {
        requireText(token);
        long plain = PlainTime.micros(parser.getTextCharacters(), parser.getTextOffset(), parser.getTextLength());
        return plain == Digits.NOT_PLAIN
                ? micros(parser.getText(), text -> OffsetDateTime.parse(text).toInstant(), OFFSET_EXAMPLE)
                : plain;
    }

    private static void requireText(JsonToken token) {
        if (token != JsonToken.VALUE_STRING) {
            throw new UnreadableValueException(Reason.WRONG_TYPE, "must be text");
        }
    }

    private static long wholeNumber(JsonParser parser, JsonToken token) throws IOException {
        if (token != JsonToken.VALUE_NUMBER_INT) {
            throw new UnreadableValueException(Reason.WRONG_TYPE, "must be a whole number");
        }
        return integer(parser);
    }

    /** A time that the clocks skip is refused; of one that they show twice the first is meant. */
    private static Instant local(String text, ZoneId zone) {
        LocalDateTime local = LocalDateTime.parse(text);
        if (zone.getRules().getValidOffsets(local).isEmpty()) {
            throw new DateTimeException("skipped by the clocks of " + zone);
        }
        return local.atZone(zone).withEarlierOffsetAtOverlap().toInstant();
    }

    private static long micros(String text, Function<String, Instant> parse, String example) {
        try {
            Instant instant = parse.apply(text);
            return Math.addExact(Math.multiplyExact(instant.getEpochSecond(), 1_000_000L), instant.getNano() / 1_000);
        } catch (DateTimeException | ArithmeticException e) {
            throw new UnreadableValueException(Reason.NOT_A_TIME, "must be a time " + example);
        }
    }

    private static long scaled(long number, long factor) {
        try {
            return Math.multiplyExact(number, factor);
        } catch (ArithmeticException e) {
            throw new UnreadableValueException(Reason.OUT_OF_RANGE, "is no time that can be held");
        }
    }
}
