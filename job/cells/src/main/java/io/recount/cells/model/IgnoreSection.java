package io.recount.cells.model;

import io.recount.cells.yaml.Entry;
import io.recount.cells.yaml.Mapping;
import io.recount.cells.yaml.Mapping.Member;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads {@code ignore}. */
record IgnoreSection(Declared<Field> fields) {

    List<IgnoreRule> read(Optional<Entry> section) {
        List<IgnoreRule> rules = new ArrayList<>();
        for (Member member :
                section.flatMap(Entry::mapping).map(Mapping::members).orElse(List.of())) {
            Identifier.check(member.key(), member.name());
            member.value().mapping().ifPresent(body -> rules.add(rule(member.name(), body)));
        }
        return rules;
    }

    private IgnoreRule rule(String name, Mapping body) {
        body.only("when", "absent");
        if (body.get("when").isEmpty() && body.get("absent").isEmpty()) {
            body.entry().wrong("would ignore every message", "Add when: {field: value} or absent: [field].");
        }
        List<Match> when = body.get("when")
                .map(entry -> new MatchReader(fields).read(entry, Binding.NONE))
                .orElse(List.of());
        List<String> absent = body.get("absent").flatMap(Entry::oneOrMore).orElse(List.of()).stream()
                .flatMap(reference -> fields.resolve(reference).stream())
                .map(Field::name)
                .toList();
        return new IgnoreRule(name, when, absent);
    }
}
