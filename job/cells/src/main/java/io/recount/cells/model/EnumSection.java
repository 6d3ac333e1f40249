package io.recount.cells.model;

import io.recount.cells.yaml.Entry;
import io.recount.cells.yaml.Mapping;
import io.recount.cells.yaml.Mapping.Member;
import io.recount.cells.yaml.Problems;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/** Reads {@code enums}. */
final class EnumSection {

    private static final int GREATEST_ID = 255;

    /**
     * An enumeration as far as it could be read.
     *
     * @param sound false if a value is wrong: values can be referred to, but their ids and names mean nothing
     */
    record ReadEnumeration(Enumeration enumeration, boolean sound) {}

    private record Draft(Member member, Optional<Mapping> body, OptionalInt id) {}

    private EnumSection() {}

    static Declared<ReadEnumeration> read(Optional<Entry> section) {
        Declared<ReadEnumeration> enumerations = new Declared<>("enum", "Declare it under 'enums'.");
        if (section.isEmpty()) {
            return enumerations;
        }
        Optional<Mapping> mapping = section.get().mapping();
        if (mapping.isEmpty()) {
            enumerations.incomplete();
        } else {
            for (Member member : mapping.get().members()) {
                Identifier.check(member.key(), member.name());
                enumerations.put(member.name(), member.value().mapping().map(body -> enumeration(member.name(), body)));
            }
        }
        return enumerations;
    }

    private static ReadEnumeration enumeration(String name, Mapping body) {
        Problems problems = body.entry().problems();
        int before = problems.count();
        List<Draft> drafts = body.members().stream().map(EnumSection::draft).toList();
        Set<Integer> taken = new HashSet<>();
        drafts.forEach(draft -> draft.id().ifPresent(taken::add));
        String freeId = FreeId.mend(taken, GREATEST_ID, 1);
        Map<Integer, Draft> byId = new HashMap<>();
        Map<String, Draft> byName = new HashMap<>();
        List<Enumeration.Value> values = new ArrayList<>();
        for (Draft draft : drafts) {
            draft.body().ifPresent(value -> checkId(value, draft, byId, freeId));
            values.add(value(draft, byName));
        }
        values.sort(Comparator.comparingInt(Enumeration.Value::id));
        return new ReadEnumeration(new Enumeration(name, values), problems.count() == before);
    }

    private static Draft draft(Member member) {
        Optional<Mapping> body = member.value().mapping().map(value -> value.only("id", "name", "label"));
        OptionalInt id = body.flatMap(value -> value.get("id"))
                .map(entry -> entry.number(1, GREATEST_ID))
                .orElse(OptionalInt.empty());
        return new Draft(member, body, id);
    }

    private static void checkId(Mapping value, Draft draft, Map<Integer, Draft> byId, String freeId) {
        value.require("id", freeId);
        if (draft.id().isEmpty()) {
            return;
        }
        int id = draft.id().getAsInt();
        Draft first = byId.putIfAbsent(id, draft);
        if (first != null) {
            value.get("id")
                    .ifPresent(entry -> entry.wrong(
                            "id %d is already that of %s"
                                    .formatted(id, Entry.quoted(first.member().name())),
                            freeId));
        }
    }

    private static Enumeration.Value value(Draft draft, Map<String, Draft> byName) {
        String text = draft.member().name();
        Optional<Entry> nameEntry = draft.body().flatMap(body -> body.get("name"));
        String name = nameEntry.flatMap(Entry::text).orElse(text.toLowerCase(Locale.ROOT));
        Entry named = nameEntry.orElse(draft.member().key());
        if (nameEntry.isEmpty() && !Identifier.isName(name)) {
            named.wrong(
                    "%s needs a name, because in lower case it is none".formatted(Entry.quoted(text)),
                    "Add e.g. name: v%s.".formatted(name.replaceAll("[^a-z0-9]+", "_")));
        } else if (Identifier.check(named, name)) {
            Draft first = byName.putIfAbsent(name, draft);
            if (first != null) {
                named.wrong(
                        "name '%s' is already that of %s"
                                .formatted(name, Entry.quoted(first.member().name())),
                        "Give each value a name of its own.");
            }
        }
        String label = draft.body()
                .flatMap(body -> body.get("label"))
                .flatMap(Entry::label)
                .orElse(text.replace('_', ' '));
        return new Enumeration.Value(text, draft.id().orElse(0), name, label);
    }
}
