package io.recount.clickhouse.check;

import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Whether a column holds every value that is written as a type, unchanged.
 *
 * <p>The server converts what is inserted and says nothing when it has to change a value for that: a narrower integer
 * keeps the low bits, a DateTime64 of fewer digits cuts, a column that is not Nullable takes the default for NULL. So
 * what is not known to keep every value does not fit.
 */
final class TypeFit {

    private static final Pattern INTEGER = Pattern.compile("(U?)Int(8|16|32|64|128|256)");
    private static final Pattern ENUM = Pattern.compile("Enum(8|16)");

    /** With nine digits the years end at 2262, with fewer at 2299. */
    private static final int MOST_DIGITS_OF_ALL_YEARS = 8;

    private TypeFit() {}

    /**
     * Whether it does.
     *
     * @param written the type values are written as
     * @param column the column's type
     */
    static boolean holds(String written, String column) {
        return holds(TypeTree.of(written), TypeTree.of(column));
    }

    private static boolean holds(TypeTree written, TypeTree column) {
        TypeTree from = written.without("LowCardinality");
        TypeTree into = column.without("LowCardinality");
        if (from.is("Nullable") && !into.is("Nullable")) {
            return false;
        }
        return holdsPlain(from.without("Nullable"), into.without("Nullable"));
    }

    private static boolean holdsPlain(TypeTree from, TypeTree into) {
        Optional<Integers> integers = Integers.of(from);
        if (integers.isPresent()) {
            return Integers.of(into).map(wider -> wider.hold(integers.get())).orElse(false);
        }
        if (isEnum(from) && isEnum(into)) {
            return values(into).entrySet().containsAll(values(from).entrySet());
        }
        if (from.is("DateTime64") && into.is("DateTime64")) {
            return holdsTime(from, into);
        }
        if (from.is("DateTime") && into.is("DateTime")) {
            return from.arguments().equals(into.arguments());
        }
        if (from.is("SimpleAggregateFunction") && into.is("SimpleAggregateFunction")) {
            return from.arguments().get(0).equals(into.arguments().get(0)) && holds(from.argument(1), into.argument(1));
        }
        if (isContainer(from) && from.is(into.head())) {
            return holdsEach(from, into);
        }
        return from.equals(into);
    }

    private static boolean isContainer(TypeTree type) {
        return type.is("Array") || type.is("Map") || type.is("Tuple");
    }

    private static boolean holdsEach(TypeTree from, TypeTree into) {
        int size = from.arguments().size();
        if (into.arguments().size() != size) {
            return false;
        }
        for (int i = 0; i < size; i++) {
            if (!holds(from.argument(i), into.argument(i))) {
                return false;
            }
        }
        return true;
    }

    /** A time zone of the column's own would move the borders of hours, days and partitions. */
    private static boolean holdsTime(TypeTree from, TypeTree into) {
        int digits = Integer.parseInt(into.arguments().get(0));
        int needed = Integer.parseInt(from.arguments().get(0));
        boolean sameZone = from.arguments()
                .subList(1, from.arguments().size())
                .equals(into.arguments().subList(1, into.arguments().size()));
        return sameZone && (digits == needed || (digits > needed && digits <= MOST_DIGITS_OF_ALL_YEARS));
    }

    private static boolean isEnum(TypeTree type) {
        return ENUM.matcher(type.head()).matches();
    }

    private static Map<String, String> values(TypeTree type) {
        return type.arguments().stream()
                .collect(Collectors.toMap(
                        value -> value.substring(0, value.lastIndexOf('=')).strip(),
                        value -> value.substring(value.lastIndexOf('=') + 1).strip()));
    }

    /** The integers of a width. */
    private record Integers(boolean unsigned, int bits) {

        static Optional<Integers> of(TypeTree type) {
            Matcher matcher = INTEGER.matcher(type.head());
            return matcher.matches() && type.arguments().isEmpty()
                    ? Optional.of(new Integers(!matcher.group(1).isEmpty(), Integer.parseInt(matcher.group(2))))
                    : Optional.empty();
        }

        boolean hold(Integers other) {
            return unsigned == other.unsigned ? bits >= other.bits : other.unsigned && bits > other.bits;
        }
    }
}
