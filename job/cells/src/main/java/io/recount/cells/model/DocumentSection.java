package io.recount.cells.model;

import io.recount.cells.model.DocumentRules.IdKind;
import io.recount.cells.yaml.Entry;
import io.recount.cells.yaml.Mapping;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/** Reads {@code document}: the roles of fields, and whether their types fit. */
final class DocumentSection {

    private static final Map<String, Duration> BUCKETS =
            Map.of("15m", Duration.ofMinutes(15), "1h", Duration.ofHours(1));
    private static final Map<String, IdKind> ID_KINDS =
            Map.of("sequential", IdKind.SEQUENTIAL, "random", IdKind.RANDOM);

    private final FieldSection fields;
    private final Set<String> required = new HashSet<>();

    DocumentSection(FieldSection fields) {
        this.fields = fields;
    }

    /** With placeholders for what is wrong. */
    DocumentRules read(Mapping section) {
        section.only("key", "id", "version", "time", "shift", "bucket", "deleted");
        Optional<Mapping> id = section.require("id", "Write e.g. id: {number: FIELD, ids: sequential}.")
                .flatMap(Entry::mapping)
                .map(body -> body.only("scope", "number", "text", "ids"));
        id.ifPresent(this::checkIdKind);
        Optional<String> number = id.flatMap(body -> role(body, "number", "uint", DocumentSection::isUint));
        Optional<String> text = id.flatMap(body -> role(body, "text", "text", DocumentSection::isText));
        return new DocumentRules(
                column(section, "key", requiredRole(section, "key", "text", DocumentSection::isText)),
                id.flatMap(body -> role(body, "scope", "text", DocumentSection::isText))
                        .orElse(null),
                number.or(() -> text).orElse(""),
                id.flatMap(body -> choice(body, "ids", ID_KINDS, "ids are")).orElse(IdKind.RANDOM),
                requiredRole(section, "version", "instant or uint", type -> isInstant(type) || isUint(type)),
                requiredRole(section, "time", "instant", DocumentSection::isInstant),
                role(section, "shift", "uint", DocumentSection::isUint)
                        .map(name -> column(section, "shift", name))
                        .orElse(null),
                choice(section, "bucket", BUCKETS, "a bucket is").orElse(Duration.ofHours(1)),
                section.get("deleted")
                        .flatMap(entry -> field(entry, "deleted", "bool", DocumentSection::isBool))
                        .orElse(null));
    }

    /** Fields that a document must have because of their role. */
    Set<String> required() {
        return required;
    }

    private String requiredRole(Mapping section, String role, String needs, Predicate<FieldType> accepts) {
        section.require(role, "Name a field of type %s.".formatted(needs));
        return role(section, role, needs, accepts).orElse("");
    }

    /** Key and shift are columns of every table and report: they must not be one that is there anyway. */
    private static String column(Mapping section, String role, String field) {
        if (Identifier.isReportColumn(field)) {
            section.get(role)
                    .ifPresent(entry -> entry.wrong(
                            "'%s' is a column of every report".formatted(field),
                            "Name the field otherwise, e.g. '%s_%s', with path: %s.".formatted(field, role, field)));
        }
        return field;
    }

    private Optional<String> role(Mapping section, String role, String needs, Predicate<FieldType> accepts) {
        Optional<String> name = section.get(role).flatMap(entry -> field(entry, role, needs, accepts));
        name.ifPresent(field -> {
            required.add(field);
            fields.saidOptional(field)
                    .ifPresent(entry -> entry.wrong(
                            "a document can't do without its %s".formatted(role), "Remove required: false."));
        });
        return name;
    }

    private Optional<String> field(Entry entry, String role, String needs, Predicate<FieldType> accepts) {
        Optional<Field> field = fields.fields().resolve(entry);
        field.filter(it -> !accepts.test(it.type()))
                .ifPresent(it -> entry.wrong(
                        "'%s' is '%s', but %s must be %s"
                                .formatted(it.name(), it.type().notation(), role, needs),
                        "Name a field of type %s.".formatted(needs)));
        return field.map(Field::name);
    }

    private void checkIdKind(Mapping id) {
        Optional<Entry> number = id.get("number");
        Optional<Entry> text = id.get("text");
        if (number.isEmpty() && text.isEmpty()) {
            id.entry().wrong("names no field", "Write number: FIELD for a uint, text: FIELD for a text.");
        } else if (number.isPresent() && text.isPresent()) {
            text.get().wrong("an id is a number or a text, not both", "Remove one of the two.");
        }
        id.get("ids")
                .filter(entry -> number.isEmpty() && text.isPresent())
                .filter(entry -> entry.text().equals(Optional.of("sequential")))
                .ifPresent(entry -> entry.wrong("texts are not sequential", "Write ids: random."));
    }

    private static <T> Optional<T> choice(Mapping section, String key, Map<String, T> choices, String noun) {
        String mend = "Write %s: %s."
                .formatted(
                        key,
                        String.join(" or ", choices.keySet().stream().sorted().toList()));
        Optional<Entry> entry = section.require(key, mend);
        Optional<String> text = entry.flatMap(Entry::text);
        if (text.isPresent() && !choices.containsKey(text.get())) {
            entry.get().wrong("%s not %s".formatted(noun, Entry.quoted(text.get())), mend);
        }
        return text.map(choices::get);
    }

    private static boolean isText(FieldType type) {
        return type instanceof FieldType.Text;
    }

    private static boolean isUint(FieldType type) {
        return type instanceof FieldType.Uint;
    }

    private static boolean isInstant(FieldType type) {
        return type instanceof FieldType.InstantOf;
    }

    private static boolean isBool(FieldType type) {
        return type instanceof FieldType.Bool;
    }
}
