package io.recount.harness.expectation;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A field as the model file declares it.
 *
 * @param path keys from the root of the JSON object
 * @param maxBytes of a text in UTF-8
 */
record DeclaredField(String name, DeclaredType type, List<String> path, boolean required, int maxBytes) {

    private static final int DEFAULT_MAX_BYTES = 256;

    static DeclaredField of(String name, Map<String, Object> declared) {
        Object max = declared.get("max");
        return new DeclaredField(
                name,
                DeclaredType.of(String.valueOf(declared.get("type"))),
                path(name, declared.get("path")),
                Boolean.TRUE.equals(declared.get("required")),
                max == null ? DEFAULT_MAX_BYTES : Integer.parseInt(max.toString()));
    }

    /** Dots separate keys; a list is for keys that hold some. */
    private static List<String> path(String name, @Nullable Object declared) {
        if (declared instanceof List<?> keys) {
            return keys.stream().map(String::valueOf).toList();
        }
        return declared == null ? List.of(name) : List.of(declared.toString().split("\\."));
    }
}
