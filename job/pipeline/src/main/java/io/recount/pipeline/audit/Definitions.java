package io.recount.pipeline.audit;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/** Expressions that a query has once, under a name, however many measures use them. */
final class Definitions {

    private final Map<String, String> names = new LinkedHashMap<>();

    /** What the expression is called. */
    String name(String expression) {
        return names.computeIfAbsent(expression, each -> "e" + names.size());
    }

    /** Columns of a SELECT, behind others. */
    String columns() {
        return names.entrySet().stream()
                .map(each -> ",\n        " + each.getKey() + " AS " + each.getValue())
                .collect(Collectors.joining());
    }
}
