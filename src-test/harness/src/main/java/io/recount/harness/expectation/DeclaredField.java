package io.recount.harness.expectation;

import java.util.List;
import java.util.Map;

/**
 * A field as the model file declares it.
 *
 * @param path keys from the root of the JSON object
 * @param maxBytes of a text in UTF-8
 */
record DeclaredField(String name, DeclaredType type, List<String> path, boolean required, int maxBytes) {

    private static final int USUAL_MAX_BYTES = 256;

    static DeclaredField of(String name, Map<String, Object> declared) {
        Object path = declared.get("path");
        Object max = declared.get("max");
        return new DeclaredField(
                name,
                DeclaredType.of(String.valueOf(declared.get("type"))),
                path == null ? List.of(name) : path(path),
                Boolean.TRUE.equals(declared.get("required")),
                max == null ? USUAL_MAX_BYTES : Integer.parseInt(max.toString()));
    }

    /** A list holds keys as they are, which may have dots; in a text dots separate them. */
    private static List<String> path(Object declared) {
        return declared instanceof List<?> keys
                ? keys.stream().map(String::valueOf).toList()
                : List.of(declared.toString().split("\\."));
    }
}
