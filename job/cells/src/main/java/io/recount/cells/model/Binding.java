package io.recount.cells.model;

import io.recount.cells.yaml.DidYouMean;
import io.recount.cells.yaml.Entry;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One combination of the variables of a template. A variable without a value comes from an enum that is wrong itself:
 * texts that use it are left unread, without a problem.
 *
 * @param allKnown false if the variables themselves could not be read: then any may exist
 */
record Binding(Map<String, Optional<Enumeration.Value>> variables, boolean allKnown) {

    /** For entries that are no templates. */
    static final Binding NONE = new Binding(Map.of(), true);

    private static final Pattern VARIABLE = Pattern.compile("\\{([^{}]*)}");

    /** With names of the values, for names. */
    Optional<String> names(Entry entry) {
        return substitute(entry, Enumeration.Value::name);
    }

    Optional<String> labels(Entry entry) {
        return substitute(entry, Enumeration.Value::label);
    }

    /** With the values as they stand in messages, for what is compared with a message. */
    Optional<String> texts(Entry entry) {
        return substitute(entry, Enumeration.Value::value);
    }

    static boolean uses(String text, String variable) {
        return text.contains("{" + variable + "}");
    }

    private Optional<String> substitute(Entry entry, Function<Enumeration.Value, String> as) {
        Optional<String> text = entry.text();
        if (text.isEmpty()) {
            return text;
        }
        Matcher uses = VARIABLE.matcher(text.get());
        boolean settled = true;
        StringBuilder substituted = new StringBuilder();
        while (uses.find()) {
            String variable = uses.group(1);
            Optional<Enumeration.Value> value = variables.getOrDefault(variable, Optional.empty());
            if (!variables.containsKey(variable) && allKnown) {
                entry.wrong(
                        "unknown variable '{%s}'".formatted(variable),
                        DidYouMean.mend(
                                uses.group(),
                                variables.keySet().stream()
                                        .map(known -> "{" + known + "}")
                                        .toList(),
                                "Declare it, e.g. each: {%s: E}, or remove the braces.".formatted(variable)));
            }
            settled &= value.isPresent();
            uses.appendReplacement(
                    substituted, Matcher.quoteReplacement(value.map(as).orElse("")));
        }
        uses.appendTail(substituted);
        return settled ? Optional.of(substituted.toString()) : Optional.empty();
    }

    /** What names of this template look like. */
    static Pattern shape(String text) {
        String quoted = VARIABLE.matcher(text)
                .results()
                .map(MatchResult::group)
                .reduce(Pattern.quote(text), (shape, variable) -> shape.replace(variable, "\\E.*\\Q"));
        return Pattern.compile(quoted);
    }
}
