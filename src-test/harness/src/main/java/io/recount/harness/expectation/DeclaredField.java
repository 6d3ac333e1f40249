package io.recount.harness.expectation;

import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A field as the model file declares it.
 *
 * @param type as written in the file, {@code money(2)} say
 * @param path keys from the root of the JSON object
 * @param maxBytes of a text in UTF-8
 */
record DeclaredField(String name, String type, List<String> path, boolean required, int maxBytes) {

    private static final Pattern TYPE = Pattern.compile("(\\w+)(?:\\((.*)\\))?");

    static DeclaredField of(String name, Map<?, ?> declared) {
        Object path = declared.get("path");
        List<String> keys =
                path == null ? List.of(name) : List.of(path.toString().split("\\."));
        Object max = declared.get("max");
        return new DeclaredField(
                name,
                String.valueOf(declared.get("type")).trim(),
                keys,
                Boolean.TRUE.equals(declared.get("required")),
                max == null ? Integer.MAX_VALUE : Integer.parseInt(max.toString()));
    }

    /** {@code money} of {@code money(2)}. */
    static String kind(String type) {
        return part(type, 1);
    }

    /** {@code 2} of {@code money(2)}; empty where there is nothing in brackets. */
    static String argument(String type) {
        return part(type, 2);
    }

    private static String part(String type, int group) {
        Matcher matcher = TYPE.matcher(type);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("The model has a field of type \"" + type
                    + "\", which is none; `recount model check` says what is allowed");
        }
        String found = matcher.group(group);
        return found == null ? "" : found.trim();
    }
}
