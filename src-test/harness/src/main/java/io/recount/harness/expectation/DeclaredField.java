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

    static DeclaredField of(String name, Map<String, Object> declared) {
        Object path = declared.get("path");
        Object max = declared.get("max");
        return new DeclaredField(
                name,
                DeclaredType.of(String.valueOf(declared.get("type"))),
                path == null ? List.of(name) : List.of(path.toString().split("\\.")),
                Boolean.TRUE.equals(declared.get("required")),
                max == null ? Integer.MAX_VALUE : Integer.parseInt(max.toString()));
    }
}
