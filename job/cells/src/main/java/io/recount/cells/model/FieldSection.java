package io.recount.cells.model;

import io.recount.cells.model.EnumSection.ReadEnumeration;
import io.recount.cells.yaml.Entry;
import io.recount.cells.yaml.Mapping;
import io.recount.cells.yaml.Mapping.Member;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** Reads {@code fields}. */
final class FieldSection {

    private static final int DEFAULT_MAX_BYTES = 256;
    private static final int GREATEST_MAX_BYTES = 1 << 20;

    private final Declared<ReadEnumeration> enumerations;
    private final Declared<Field> fields = new Declared<>("field", "Declare it under 'fields'.");
    private final Map<String, Entry> saidOptional = new HashMap<>();
    private final FieldPaths paths = new FieldPaths();

    private FieldSection(Declared<ReadEnumeration> enumerations) {
        this.enumerations = enumerations;
    }

    static FieldSection read(Optional<Entry> section, Declared<ReadEnumeration> enumerations) {
        FieldSection read = new FieldSection(enumerations);
        Optional<Mapping> mapping = section.flatMap(Entry::mapping);
        if (mapping.isEmpty() || mapping.get().members().isEmpty()) {
            read.fields.incomplete();
            return read;
        }
        mapping.get().members().forEach(read::add);
        new FieldColumns(mapping.get(), enumerations).check(read.fields.values());
        return read;
    }

    Declared<Field> fields() {
        return fields;
    }

    /** The {@code required: false} of a field, if it says so. */
    Optional<Entry> saidOptional(String field) {
        return Optional.ofNullable(saidOptional.get(field));
    }

    private void add(Member member) {
        Identifier.checkColumn(member.key(), member.name());
        Optional<Field> field = member.value()
                .mapping()
                .map(body -> body.only("type", "path", "required", "max", "label"))
                .flatMap(body -> field(member, body));
        fields.put(member.name(), field);
    }

    private Optional<Field> field(Member member, Mapping body) {
        OptionalInt max = body.get("max")
                .map(entry -> entry.number(1, GREATEST_MAX_BYTES))
                .orElse(OptionalInt.empty());
        Optional<FieldType> type = body.require("type", FieldTypeReader.GRAMMAR)
                .flatMap(entry -> entry.text()
                        .flatMap(notation -> new FieldTypeReader(entry, max.orElse(DEFAULT_MAX_BYTES), enumerations)
                                .read(notation)));
        type.filter(it -> !(it instanceof FieldType.Text || it instanceof FieldType.TextMap))
                .ifPresent(it -> body.get("max")
                        .ifPresent(entry -> entry.wrong(
                                "'%s' has no length".formatted(it.notation()), "Remove max: it is for texts.")));
        type.filter(FieldType.EnumMap.class::isInstance)
                .ifPresent(it -> body.get("required")
                        .ifPresent(entry -> entry.wrong(
                                "'%s' can't be required".formatted(it.notation()),
                                "Remove required: a map that is absent has no amounts.")));
        boolean required = body.get("required").flatMap(Entry::flag).orElse(true);
        if (!required) {
            body.get("required").ifPresent(entry -> saidOptional.put(member.name(), entry));
        }
        var path = paths.read(member.name(), body.get("path"), member.key());
        String label =
                body.get("label").flatMap(Entry::label).orElse(member.name().replace('_', ' '));
        return type.map(it -> new Field(
                member.name(), it, path, required && body.get("required").isPresent(), label));
    }
}
