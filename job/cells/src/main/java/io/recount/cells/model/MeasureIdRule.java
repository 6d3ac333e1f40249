package io.recount.cells.model;

import io.recount.cells.yaml.Entry;
import io.recount.cells.yaml.Mapping;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.snakeyaml.engine.v2.nodes.MappingNode;

/** Reads {@code id}: a number, or for a template a base and a step for each variable. */
record MeasureIdRule(int base, Map<String, Integer> steps) {

    static final int GREATEST = 65_535;

    /** @param width how many ids each measure takes */
    static Optional<MeasureIdRule> read(Entry id, TemplateVariables variables, int width) {
        if (!variables.isReadable()) {
            return Optional.empty();
        }
        if (!variables.isEmpty()) {
            return template(id, variables, width);
        }
        if (id.node() instanceof MappingNode) {
            id.wrong(
                    "a base and steps are for templates, but there is no 'each'",
                    "Write one number, or declare the variables: each: {type: E}.");
            return Optional.empty();
        }
        OptionalInt number = id.number(1, GREATEST);
        return number.isPresent() ? Optional.of(new MeasureIdRule(number.getAsInt(), Map.of())) : Optional.empty();
    }

    OptionalInt of(Binding binding) {
        long id = base;
        for (var step : steps.entrySet()) {
            Optional<Enumeration.Value> value = binding.variables().getOrDefault(step.getKey(), Optional.empty());
            if (value.isEmpty()) {
                return OptionalInt.empty();
            }
            id += (long) step.getValue() * value.get().id();
        }
        // Beyond the greatest id one is as wrong as another.
        return OptionalInt.of((int) Math.min(id, 2 * GREATEST));
    }

    private static Optional<MeasureIdRule> template(Entry id, TemplateVariables variables, int width) {
        if (!(id.node() instanceof MappingNode)) {
            id.wrong(
                    "one id, but 'each' makes many measures",
                    "Write a base and steps, e.g. {base: 1000, %s}.".formatted(variables.roomySteps(width)));
            return Optional.empty();
        }
        Mapping body = id.mapping()
                .orElseThrow()
                .only(Stream.concat(Stream.of("base"), variables.names().stream())
                        .toArray(String[]::new));
        OptionalInt base = body.require("base", "Say where its ids start, e.g. base: 1000.")
                .map(entry -> entry.number(0, GREATEST))
                .orElse(OptionalInt.empty());
        Map<String, Integer> steps = new LinkedHashMap<>();
        for (String variable : variables.names()) {
            body.require(variable, "Give the variable a step, e.g. %s.".formatted(variables.roomySteps(width)))
                    .ifPresent(step -> step.number(1, GREATEST).ifPresent(number -> steps.put(variable, number)));
        }
        return base.isPresent() && steps.size() == variables.names().size()
                ? Optional.of(new MeasureIdRule(base.getAsInt(), steps))
                : Optional.empty();
    }
}
