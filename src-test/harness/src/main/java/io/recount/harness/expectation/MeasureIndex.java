package io.recount.harness.expectation;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Measures by their first condition, so that not all hundreds of them are tried for each document. Whoever asks still
 * has to check the conditions.
 */
final class MeasureIndex {

    private final List<DeclaredMeasure> unconditional = new ArrayList<>();
    private final Map<String, Map<String, List<DeclaredMeasure>>> byField = new HashMap<>();

    MeasureIndex(Collection<DeclaredMeasure> measures) {
        for (DeclaredMeasure measure : measures) {
            if (measure.where().isEmpty()) {
                unconditional.add(measure);
            } else {
                Map.Entry<String, List<String>> first =
                        measure.where().entrySet().iterator().next();
                for (String value : first.getValue()) {
                    byField.computeIfAbsent(first.getKey(), field -> new HashMap<>())
                            .computeIfAbsent(value, same -> new ArrayList<>())
                            .add(measure);
                }
            }
        }
    }

    /** All measures that a document with these fields may take part in. */
    List<DeclaredMeasure> candidates(Map<String, Object> values) {
        List<DeclaredMeasure> candidates = new ArrayList<>(unconditional);
        byField.forEach((field, byValue) -> {
            Object value = values.get(field);
            if (value != null) {
                candidates.addAll(byValue.getOrDefault(value.toString(), List.of()));
            }
        });
        return candidates;
    }
}
