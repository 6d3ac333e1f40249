package io.recount.cells.model;

import io.recount.cells.model.EnumSection.ReadEnumeration;
import io.recount.cells.yaml.Entry;
import io.recount.cells.yaml.Mapping;
import io.recount.cells.yaml.Mapping.Member;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads {@code each}: the variables of a template, and the cross product they stand for. */
final class TemplateVariables {

    private final Map<String, Optional<ReadEnumeration>> variables = new LinkedHashMap<>();
    private boolean readable = true;

    private TemplateVariables() {}

    static TemplateVariables read(Optional<Entry> each, Declared<ReadEnumeration> enumerations) {
        TemplateVariables read = new TemplateVariables();
        List<Member> members =
                each.flatMap(Entry::mapping).map(Mapping::members).orElse(List.of());
        read.readable = each.isEmpty() || !members.isEmpty();
        for (Member member : members) {
            Identifier.check(member.key(), member.name());
            if (member.name().equals("base")) {
                member.key()
                        .wrong("'base' can't be a variable: it is where ids start", "Choose another name, e.g. 'b'.");
            }
            read.variables.put(member.name(), enumerations.resolve(member.value()));
        }
        return read;
    }

    Set<String> names() {
        return variables.keySet();
    }

    boolean isEmpty() {
        return variables.isEmpty();
    }

    /** False if {@code each} is there but is no mapping: then nothing is known about the variables. */
    boolean isReadable() {
        return readable;
    }

    /** How many combinations there are; 1 without variables. */
    long size() {
        return variables.values().stream()
                .flatMap(Optional::stream)
                .mapToLong(read -> read.enumeration().values().size())
                .reduce(1, (a, b) -> Math.min(a * b, Integer.MAX_VALUE));
    }

    /** All combinations; a single unsettled one if an enum is unknown or wrong. */
    List<Binding> bindings() {
        List<Map<String, Optional<Enumeration.Value>>> products = new ArrayList<>();
        products.add(Map.of());
        if (!areSound()) {
            return List.of(unsettled());
        }
        for (var variable : variables.entrySet()) {
            List<Map<String, Optional<Enumeration.Value>>> longer = new ArrayList<>();
            for (var product : products) {
                for (Enumeration.Value value :
                        variable.getValue().orElseThrow().enumeration().values()) {
                    var extended = new LinkedHashMap<>(product);
                    extended.put(variable.getKey(), Optional.of(value));
                    longer.add(extended);
                }
            }
            products = longer;
        }
        return products.stream().map(product -> new Binding(product, true)).toList();
    }

    Binding unsettled() {
        Map<String, Optional<Enumeration.Value>> values = new LinkedHashMap<>();
        variables.keySet().forEach(variable -> values.put(variable, Optional.empty()));
        return new Binding(values, readable);
    }

    /** Steps with which every combination gets ids of its own, as they are written: {@code type: 6, payment: 1}. */
    String roomySteps(int width) {
        List<String> steps = new ArrayList<>();
        long step = width;
        List<String> names = new ArrayList<>(variables.keySet());
        for (int i = names.size() - 1; i >= 0; i--) {
            steps.add(0, names.get(i) + ": " + step);
            step *= 1
                    + variables
                            .getOrDefault(names.get(i), Optional.empty())
                            .flatMap(read -> read.enumeration().values().stream()
                                    .map(Enumeration.Value::id)
                                    .max(Integer::compare))
                            .orElse(0);
        }
        return String.join(", ", steps);
    }

    private boolean areSound() {
        return readable
                && variables.values().stream()
                        .allMatch(read -> read.map(ReadEnumeration::sound).orElse(false));
    }
}
