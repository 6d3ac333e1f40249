package io.recount.harness.expectation;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A field's type as the model file declares it.
 *
 * @param kind {@code money} of {@code money(2)}
 * @param argument {@code 2} of {@code money(2)}, {@code payment} of {@code map(payment, money(2))}; empty where there is
 *     none
 * @param values what a map holds
 */
record DeclaredType(String kind, String argument, @Nullable DeclaredType values) {

    private static final Pattern TYPE = Pattern.compile("(\\w+)(?:\\((.*)\\))?");

    static DeclaredType of(String text) {
        Matcher matcher = TYPE.matcher(text.trim());
        if (!matcher.matches()) {
            throw new IllegalArgumentException("The model has a field of type \"" + text
                    + "\", which is none; `recount model check` says what is allowed");
        }
        String kind = matcher.group(1);
        String argument = matcher.group(2) == null ? "" : matcher.group(2).trim();
        if (!kind.equals("map")) {
            return new DeclaredType(kind, argument, null);
        }
        int comma = argument.indexOf(',');
        return comma < 0
                ? new DeclaredType(kind, "", of(argument))
                : new DeclaredType(kind, argument.substring(0, comma).trim(), of(argument.substring(comma + 1)));
    }
}
