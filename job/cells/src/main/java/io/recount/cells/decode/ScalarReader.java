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
import java.util.Objects;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * Reads scalar values as 64-bit integers.
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
            return money(money.scale(), numberText(parser, token));
        }
        if (type instanceof FieldType.InstantOf instant) {
            return instant(instant, parser, token);
        }
        long value = integer(numberText(parser, token));
        if (type instanceof FieldType.Uint && value < 0) {
            throw new UnreadableValueException(Reason.OUT_OF_RANGE, "must not be negative");
        }
        return value;
    }

    private static long enumeration(Enumeration values, JsonParser parser, JsonToken token) throws IOException {
        String text = text(parser, token);
        for (Enumeration.Value value : values.values()) {
            if (value.value().equals(text)) {
                return value.id();
            }
        }
        throw new UnreadableValueException(
                Reason.UNKNOWN_VALUE, "has a value outside its enumeration " + values.name());
    }

    private static long bool(JsonToken token) {
        return switch (token) {
            case VALUE_TRUE -> 1;
            case VALUE_FALSE -> 0;
            default -> throw new UnreadableValueException(Reason.WRONG_TYPE, "must be true or false");
        };
    }

    private static String numberText(JsonParser parser, JsonToken token) throws IOException {
        return switch (token) {
            case VALUE_STRING, VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> parser.getText();
            default -> throw new UnreadableValueException(Reason.WRONG_TYPE, "must be a number or its decimal text");
        };
    }

    private static long integer(String text) {
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

    static long money(int scale, String text) {
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
            case OFFSET ->
                micros(text(parser, token), text -> OffsetDateTime.parse(text).toInstant(), OFFSET_EXAMPLE);
            case LOCAL -> {
                ZoneId zone = Objects.requireNonNull(type.zone());
                yield micros(text(parser, token), text -> local(text, zone), LOCAL_EXAMPLE);
            }
            case EPOCH_SECONDS -> scaled(wholeNumber(parser, token), 1_000_000);
            case EPOCH_MILLIS -> scaled(wholeNumber(parser, token), 1_000);
            case EPOCH_MICROS -> wholeNumber(parser, token);
        };
    }

    private static String text(JsonParser parser, JsonToken token) throws IOException {
        if (token != JsonToken.VALUE_STRING) {
            throw new UnreadableValueException(Reason.WRONG_TYPE, "must be text");
        }
        return parser.getText();
    }

    private static long wholeNumber(JsonParser parser, JsonToken token) throws IOException {
        if (token != JsonToken.VALUE_NUMBER_INT) {
            throw new UnreadableValueException(Reason.WRONG_TYPE, "must be a whole number");
        }
        return integer(parser.getText());
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
