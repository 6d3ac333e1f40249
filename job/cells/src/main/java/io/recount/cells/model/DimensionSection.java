package io.recount.cells.model;

import io.recount.cells.yaml.Entry;
import io.recount.cells.yaml.Mapping;
import io.recount.cells.yaml.Mapping.Member;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Reads {@code dimensions}. */
record DimensionSection(Declared<Field> fields, Declared<Measure> measures) {

    List<Dimension> read(Optional<Entry> section) {
        List<Dimension> dimensions = new ArrayList<>();
        for (Member member :
                section.flatMap(Entry::mapping).map(Mapping::members).orElse(List.of())) {
            Identifier.check(member.key(), member.name());
            if (!dimensions.isEmpty()) {
                member.key().wrong("a model has one dimension", "Remove it; every key of the map is a field anyway.");
            }
            member.value().mapping().ifPresent(body -> dimensions.add(dimension(member.name(), body)));
        }
        return dimensions;
    }

    private Dimension dimension(String name, Mapping body) {
        body.only("map", "measures");
        String map = body.require("map", "Name a field of type map(text).")
                .flatMap(this::map)
                .orElse("");
        List<Entry> references = body.require("measures", "List the measures to keep for each value.")
                .flatMap(Entry::list)
                .orElse(List.of());
        List<Integer> ids = new ArrayList<>();
        Set<String> kept = new HashSet<>();
        for (Entry reference : references) {
            measures.resolve(reference).ifPresent(measure -> {
                if (measure.kind().keepsTime() || measure.kind().isSketch()) {
                    reference.wrong(
                            "'%s' is '%s', which is not kept by value"
                                    .formatted(measure.name(), measure.kind().notation()),
                            "Use count, sum, min or max.");
                }
                if (!kept.add(measure.name())) {
                    reference.wrong("'%s' is there twice".formatted(measure.name()), "Remove one of the two.");
                }
                ids.add(measure.id());
            });
        }
        return new Dimension(name, map, ids);
    }

    private Optional<String> map(Entry reference) {
        Optional<Field> field = fields.resolve(reference);
        field.filter(it -> !(it.type() instanceof FieldType.TextMap))
                .ifPresent(it -> reference.wrong(
                        "'%s' is '%s' and not 'map(text)'"
                                .formatted(it.name(), it.type().notation()),
                        "Name a field of type map(text)."));
        return field.map(Field::name);
    }
}
