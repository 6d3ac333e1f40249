package io.recount.cells.model.draft;

import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * The type that most of what was seen at a path is of.
 *
 * @param notation as in a model file; {@code enum} without its name
 * @param seen how many values there were
 * @param fitting how many of them are of the type
 * @param values of an enum, each with how often it was seen; else empty
 */
record TypeGuess(String notation, int seen, int fitting, SortedMap<String, Integer> values) {

    /** In tenths: a sample holds bad messages too. */
    private static final int MOST = 8;

    private static final int LEAST_ENUM_VALUES = 2;
    private static final int MOST_ENUM_VALUES = 16;
    /** How often each value must occur, on average, to be taken for one of a closed set. */
    private static final int ENUM_REPETITION = 2;

    /** One in so many is a slip. */
    private static final int FEW = 200;

    private static final int GREATEST_SCALE = 6;
    private static final int SECONDS_DIGITS = 10;
    private static final int MILLIS_DIGITS = 13;
    private static final int MICROS_DIGITS = 16;
    /** A code and no running number: begins with a letter, few digits. */
    private static final Pattern CODE = Pattern.compile("\\p{L}(?=[^0-9]*[0-9]?[^0-9]*$)[\\p{L}0-9_./ -]{0,30}");

    private static final List<String> TIME_WORDS = List.of(
            "at",
            "time",
            "timestamp",
            "ts",
            "date",
            "when",
            "created",
            "updated",
            "modified",
            "written",
            "received",
            "sent",
            "taken",
            "printed",
            "occurred");

    TypeGuess {
        values = Collections.unmodifiableSortedMap(values);
    }

    /** Of a type that has no values of its own. */
    TypeGuess(String notation, int seen, int fitting) {
        this(notation, seen, fitting, Collections.emptySortedMap());
    }

    /** Of scalars; {@code name} is the last key of their path. */
    static TypeGuess of(String name, List<Sighting> seen) {
        if (most(seen, Sighting::isFlag)) {
            return guess("bool", seen, Sighting::isFlag);
        }
        if (most(seen, TypeGuess::isOffsetTime)) {
            return guess("instant(offset)", seen, TypeGuess::isOffsetTime);
        }
        if (most(seen, TypeGuess::isLocalTime)) {
            return guess("instant(local, UTC)", seen, TypeGuess::isLocalTime);
        }
        if (Words.score(name, TIME_WORDS) > 0) {
            for (Epoch epoch : Epoch.values()) {
                if (most(seen, epoch::fits)) {
                    return guess("instant(" + epoch.form + ")", seen, epoch::fits);
                }
            }
        }
        // Quoted numbers are numbers if some stand there without quotes or have a point, else names made of digits.
        if (most(seen, Sighting::isDecimal)
                && seen.stream().filter(Sighting::isAmount).count() * 5 >= seen.size()) {
            return amount(seen);
        }
        return text(seen);
    }

    /** Of values that are numbers or their decimal texts. */
    static TypeGuess amount(List<Sighting> seen) {
        List<Sighting> decimals = seen.stream().filter(Sighting::isDecimal).toList();
        int[] scales = decimals.stream().mapToInt(Sighting::scale).sorted().toArray();
        // Few amounts are written finer than all others.
        int scale = scales[(scales.length - 1) * 9 / 10];
        if (scale > 0) {
            return guess("money(" + Math.min(scale, GREATEST_SCALE) + ")", seen, Sighting::isDecimal);
        }
        long negative = decimals.stream().filter(Sighting::isNegative).count();
        return negative * FEW > decimals.size()
                ? guess("int", seen, Sighting::isDecimal)
                : guess("uint", seen, value -> value.isDecimal() && !value.isNegative());
    }

    private static TypeGuess text(List<Sighting> seen) {
        TypeGuess text = guess("text", seen, Sighting::isText);
        SortedMap<String, Integer> values = new TreeMap<>();
        seen.stream().filter(Sighting::isText).forEach(value -> values.merge(value.text(), 1, Integer::sum));
        boolean closed = values.size() >= LEAST_ENUM_VALUES
                && values.size() <= MOST_ENUM_VALUES
                && text.fitting() >= ENUM_REPETITION * values.size()
                && values.keySet().stream()
                        .allMatch(value -> CODE.matcher(value).matches());
        return closed ? new TypeGuess("enum", text.seen(), text.fitting(), values) : text;
    }

    /** The same values as texts, whatever else they may be. */
    TypeGuess asText() {
        return new TypeGuess("text", seen, fitting);
    }

    boolean is(String... notations) {
        return Arrays.asList(notations).contains(notation);
    }

    boolean isInstant() {
        return notation.startsWith("instant(");
    }

    boolean isMoney() {
        return notation.startsWith("money(");
    }

    /** Whether it can be added up. */
    boolean isAmount() {
        return isMoney() || is("uint", "int");
    }

    private static TypeGuess guess(String notation, List<Sighting> seen, Predicate<Sighting> fits) {
        int fitting = (int) seen.stream().filter(fits).count();
        return new TypeGuess(notation, seen.size(), fitting);
    }

    static boolean most(List<Sighting> seen, Predicate<Sighting> fits) {
        return !seen.isEmpty() && seen.stream().filter(fits).count() * 10 >= (long) seen.size() * MOST;
    }

    private static boolean isOffsetTime(Sighting value) {
        return value.isText() && parses(OffsetDateTime::parse, value.text());
    }

    private static boolean isLocalTime(Sighting value) {
        return value.isText() && parses(LocalDateTime::parse, value.text());
    }

    private static boolean parses(Function<String, ?> parser, String text) {
        try {
            return parser.apply(text) != null;
        } catch (DateTimeException e) {
            return false;
        }
    }

    /** Whole numbers since 1970 that are in this century: told from each other by their digits. */
    private enum Epoch {
        SECONDS("epoch_s", SECONDS_DIGITS),
        MILLIS("epoch_ms", MILLIS_DIGITS),
        MICROS("epoch_us", MICROS_DIGITS);

        private final String form;
        private final int digits;

        Epoch(String form, int digits) {
            this.form = form;
            this.digits = digits;
        }

        boolean fits(Sighting value) {
            return value.isWholeNumber() && value.text().length() == digits && !value.isNegative();
        }
    }
}
