package io.recount.harness.expectation;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Expands the measures of a model file: {@code each} names enums, and every combination of their values is a measure. */
final class MeasureTemplates {

    private final Map<String, Object> enums;

    MeasureTemplates(Map<String, Object> enums) {
        this.enums = enums;
    }

    List<DeclaredMeasure> expand(Map<String, Object> template) {
        List<Map<String, Choice>> combinations = List.of(Map.of());
        for (Map.Entry<String, Object> each :
                DeclaredModel.entries(template.get("each")).entrySet()) {
            combinations = multiplied(combinations, each.getKey(), String.valueOf(each.getValue()));
        }
        return combinations.stream().map(chosen -> measure(template, chosen)).toList();
    }

    private List<Map<String, Choice>> multiplied(
            List<Map<String, Choice>> combinations, String variable, String enumeration) {
        List<Map<String, Choice>> more = new ArrayList<>();
        for (Map<String, Choice> combination : combinations) {
            DeclaredModel.entries(enums.get(enumeration)).forEach((value, declared) -> {
                Map<String, Choice> extended = new LinkedHashMap<>(combination);
                extended.put(variable, Choice.of(value, DeclaredModel.entries(declared)));
                more.add(extended);
            });
        }
        return more;
    }

    private static DeclaredMeasure measure(Map<String, Object> template, Map<String, Choice> chosen) {
        for (DeclaredMeasure.Kind kind : DeclaredMeasure.Kind.values()) {
            Object of = template.get(kind.name().toLowerCase(Locale.ROOT));
            if (of == null) {
                continue;
            }
            boolean documents = of.toString().equals("true");
            String operand = withValues(of.toString(), chosen);
            int point = operand.indexOf('.');
            return new DeclaredMeasure(
                    id(template.get("id"), chosen),
                    withNames(String.valueOf(template.get("name")), chosen),
                    kind,
                    documents ? null : point < 0 ? operand : operand.substring(0, point),
                    documents || point < 0 ? null : operand.substring(point + 1),
                    conditions(template.get("where"), chosen),
                    conditions(template.get("negate"), chosen));
        }
        throw new IllegalArgumentException("The model's measure " + template.get("name") + " measures nothing");
    }

    private static int id(@Nullable Object declared, Map<String, Choice> chosen) {
        if (!(declared instanceof Map<?, ?>)) {
            return Integer.parseInt(String.valueOf(declared));
        }
        Map<String, Object> steps = DeclaredModel.entries(declared);
        int id = Integer.parseInt(String.valueOf(steps.get("base")));
        for (Map.Entry<String, Choice> choice : chosen.entrySet()) {
            id += choice.getValue().id() * Integer.parseInt(String.valueOf(steps.get(choice.getKey())));
        }
        return id;
    }

    static Map<String, List<String>> conditions(@Nullable Object declared) {
        return conditions(declared, Map.of());
    }

    private static Map<String, List<String>> conditions(@Nullable Object declared, Map<String, Choice> chosen) {
        Map<String, List<String>> conditions = new LinkedHashMap<>();
        DeclaredModel.entries(declared)
                .forEach((field, values) -> conditions.put(
                        field,
                        DeclaredModel.texts(values).stream()
                                .map(value -> withValues(value, chosen))
                                .toList()));
        return conditions;
    }

    private static String withValues(String text, Map<String, Choice> chosen) {
        String expanded = text;
        for (Map.Entry<String, Choice> choice : chosen.entrySet()) {
            expanded = expanded.replace(
                    "{" + choice.getKey() + "}", choice.getValue().value());
        }
        return expanded;
    }

    private static String withNames(String text, Map<String, Choice> chosen) {
        String expanded = text;
        for (Map.Entry<String, Choice> choice : chosen.entrySet()) {
            expanded = expanded.replace(
                    "{" + choice.getKey() + "}", choice.getValue().name());
        }
        return expanded;
    }

    /** A value of an enum. */
    private record Choice(String value, int id, String name) {

        static Choice of(String value, Map<String, Object> declared) {
            Object name = declared.get("name");
            return new Choice(
                    value,
                    Integer.parseInt(String.valueOf(declared.get("id"))),
                    name == null ? value.toLowerCase(Locale.ROOT) : name.toString());
        }
    }
}
