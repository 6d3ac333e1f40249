package io.recount.cells.model;

import io.recount.cells.yaml.Entry;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** The rule for names: whatever passes stands unquoted in SQL. */
public final class Identifier {

    private static final Pattern FORM = Pattern.compile("[a-z][a-z0-9_]{0,62}");

    /** Words that end or turn an expression in ClickHouse's grammar where a column would stand. */
    private static final Set<String> SQL_WORDS =
            Set.of(("all and anti any array as asc asof between by case cast cross desc distinct div else end "
                            + "except exists false final format from full global group having ilike in inner intersect "
                            + "interval into is join left like limit mod not null offset on or order outer prewhere "
                            + "qualify right sample select semi settings then true union using when where window with")
                    .split(" "));

    /** Of the columns of every report, those that are the key and the group within it: a model may name them so. */
    private static final Set<String> OWN_COLUMNS = Set.of("register", "shift");

    private static final int LONGEST = 63;

    private Identifier() {}

    /**
     * A name as near to a text as can be: lower case, words joined by {@code _}, not too long.
     *
     * @param longest characters, at most 63
     */
    public static String of(String text, int longest) {
        String name = repaired(text);
        return name.length() > longest ? name.substring(0, longest) : name;
    }

    /** Like {@link #of}, and no word of SQL. */
    public static String columnOf(String text, int longest) {
        String name = of(text, longest);
        return SQL_WORDS.contains(name) ? name + "_value" : name;
    }

    /** Whether every report has such a column anyway, so that neither a key nor a shift may be called so. */
    public static boolean isReportColumn(String name) {
        return MeasureNames.RESERVED.contains(name) && !OWN_COLUMNS.contains(name);
    }

    /** A name that is only part of others, or a value in a column. */
    static boolean check(Entry where, String name) {
        if (FORM.matcher(name).matches()) {
            return true;
        }
        where.wrong(
                "%s can't be a name".formatted(Entry.quoted(name)),
                "Names are lower-case letters, digits and _, start with a letter and have at most 63 characters, e.g. '%s'."
                        .formatted(repaired(name)));
        return false;
    }

    /** A name that is a column by itself. */
    static boolean checkColumn(Entry where, String name) {
        if (SQL_WORDS.contains(name)) {
            where.wrong(
                    "'%s' is a word of SQL and can't be a column".formatted(name),
                    "Choose another name, e.g. '%s_value'.".formatted(name));
            return false;
        }
        return check(where, name);
    }

    /** Whether it has the form of a name; without a message. */
    public static boolean isName(String text) {
        return FORM.matcher(text).matches();
    }

    private static String repaired(String name) {
        String snake = name.replaceAll("([a-z0-9])([A-Z])", "$1_$2")
                .toLowerCase(Locale.ROOT)
                .replaceAll("[^a-z0-9]+", "_")
                .replaceAll("^_|_$", "");
        String started = snake.isEmpty() || Character.isDigit(snake.charAt(0)) ? "n" + snake : snake;
        return started.length() > LONGEST ? started.substring(0, LONGEST) : started;
    }
}
