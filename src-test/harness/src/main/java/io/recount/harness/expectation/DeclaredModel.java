package io.recount.harness.expectation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/**
 * What the expectation needs of a model file. A lenient reader: it takes a valid file for granted and fails with some
 * exception on another.
 */
public final class DeclaredModel {

    private final Map<String, Object> root;
    private final Map<String, DeclaredField> fields = new LinkedHashMap<>();
    private final Map<String, Set<String>> enumerations = new LinkedHashMap<>();
    private final Map<Integer, DeclaredMeasure> measures = new TreeMap<>();

    private DeclaredModel(Map<String, Object> root) {
        this.root = root;
        entries(root.get("fields")).forEach((name, field) -> fields.put(name, DeclaredField.of(name, entries(field))));
        entries(root.get("enums"))
                .forEach(
                        (name, values) -> enumerations.put(name, entries(values).keySet()));
        MeasureTemplates templates = new MeasureTemplates(entries(root.get("enums")));
        for (Object template : (List<?>) root.getOrDefault("measures", List.of())) {
            for (DeclaredMeasure measure : templates.expand(entries(template))) {
                measures.put(measure.id(), measure);
            }
        }
    }

    public static DeclaredModel read(Path file) throws IOException {
        return parse(Files.readString(file));
    }

    public static DeclaredModel parse(String yaml) {
        return new DeclaredModel(entries(new Load(LoadSettings.builder().build()).loadFromString(yaml)));
    }

    public String name() {
        return String.valueOf(root.get("name"));
    }

    /** Ascending by id. */
    public List<DeclaredMeasure> measures() {
        return List.copyOf(measures.values());
    }

    /** The path into the JSON of the field that is the key. */
    public List<String> keyPath() {
        return documentField("key").path();
    }

    /** What a stored number is called: a measure's name, {@code _at} behind it where it is a time beside a value. */
    public String nameOf(int id) {
        DeclaredMeasure measure = measures.get(id);
        if (measure != null) {
            return measure.name();
        }
        DeclaredMeasure before = measures.get(id - 1);
        return before != null && before.kind().timed() ? before.name() + "_at" : "undeclared measure " + id;
    }

    boolean zeroIsAbsent(int id) {
        DeclaredMeasure measure = measures.get(id);
        return measure != null && measure.kind().zeroIsAbsent();
    }

    List<DeclaredField> fields() {
        return List.copyOf(fields.values());
    }

    DeclaredField field(String name) {
        DeclaredField field = fields.get(name);
        if (field == null) {
            throw new IllegalArgumentException("The model names the field " + name + " and does not declare it");
        }
        return field;
    }

    Set<String> enumeration(String name) {
        Set<String> values = enumerations.get(name);
        if (values == null) {
            throw new IllegalArgumentException("The model names the enum " + name + " and does not declare it");
        }
        return values;
    }

    DeclaredField documentField(String role) {
        DeclaredField field = optionalDocumentField(role);
        if (field == null) {
            throw new IllegalArgumentException("The model's document has no " + role);
        }
        return field;
    }

    @Nullable
    DeclaredField optionalDocumentField(String role) {
        Object name = entries(root.get("document")).get(role);
        return name == null ? null : field(name.toString());
    }

    /** The field that numbers or names a document within its scope. */
    DeclaredField idField() {
        Object number = documentId().get("number");
        return field(String.valueOf(number == null ? documentId().get("text") : number));
    }

    @Nullable
    DeclaredField scopeField() {
        Object name = documentId().get("scope");
        return name == null ? null : field(name.toString());
    }

    Duration bucket() {
        String bucket = String.valueOf(entries(root.get("document")).get("bucket"));
        return Duration.parse("PT" + bucket.toUpperCase(Locale.ROOT));
    }

    List<IgnoreRule> ignoreRules() {
        List<IgnoreRule> rules = new ArrayList<>();
        entries(root.get("ignore")).forEach((name, rule) -> {
            Map<String, Object> declared = entries(rule);
            rules.add(new IgnoreRule(
                    name, MeasureTemplates.conditions(declared.get("when")), texts(declared.get("absent"))));
        });
        return rules;
    }

    /** The map whose keys are the merchant's fields, and the measures kept for each value. */
    Map<String, List<DeclaredMeasure>> dimensions() {
        Map<String, List<DeclaredMeasure>> dimensions = new LinkedHashMap<>();
        entries(root.get("dimensions")).values().forEach(dimension -> {
            Map<String, Object> declared = entries(dimension);
            List<String> names = texts(declared.get("measures"));
            dimensions.put(
                    String.valueOf(declared.get("map")),
                    measures.values().stream()
                            .filter(measure -> names.contains(measure.name()))
                            .sorted(Comparator.comparingInt(DeclaredMeasure::id))
                            .toList());
        });
        return dimensions;
    }

    private Map<String, Object> documentId() {
        return entries(entries(root.get("document")).get("id"));
    }

    /** One text or a list of them, as a list. */
    static List<String> texts(@Nullable Object value) {
        if (value == null) {
            return List.of();
        }
        return value instanceof List<?> list
                ? list.stream().map(String::valueOf).toList()
                : List.of(value.toString());
    }

    static Map<String, Object> entries(@Nullable Object value) {
        Map<String, Object> entries = new LinkedHashMap<>();
        if (value instanceof Map<?, ?> map) {
            map.forEach((key, entry) -> entries.put(String.valueOf(key), entry));
        }
        return entries;
    }

    /**
     * Messages that are no documents.
     *
     * @param when values a field must have one of, by field
     * @param absent fields that must be absent or null
     */
    record IgnoreRule(String name, Map<String, List<String>> when, List<String> absent) {}
}
