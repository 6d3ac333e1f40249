package io.recount.demo.audit;

import io.recount.demo.clickhouse.Sql;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/**
 * What the columns of {@code documents} are called, by the model file: which say what a document is and where it
 * belongs, and which hold the values of its fields. Takes a valid file for granted; the job has checked it.
 */
public final class DocumentRoles {

    private final Map<String, Object> document;
    private final Map<String, Object> fields;
    private final Map<String, Object> enums;
    private final Map<String, Object> dimensions;
    private final List<?> measures;

    private DocumentRoles(Map<String, Object> root) {
        document = entries(root.get("document"));
        fields = entries(root.get("fields"));
        enums = entries(root.get("enums"));
        dimensions = entries(root.get("dimensions"));
        measures = root.get("measures") instanceof List<?> list ? list : List.of();
    }

    public static DocumentRoles read(Path model) throws IOException {
        return parse(Files.readString(model));
    }

    static DocumentRoles parse(String yaml) {
        return new DocumentRoles(entries(new Load(LoadSettings.builder().build()).loadFromString(yaml)));
    }

    /** What documents are called: the first measure that counts all of them is named after them. */
    public String noun() {
        return measures.stream()
                .map(DocumentRoles::entries)
                .filter(measure -> String.valueOf(measure.get("count")).equals("true")
                        && measure.get("where") == null
                        && measure.get("each") == null)
                .map(measure -> String.valueOf(measure.get("name")))
                .findFirst()
                .orElse("documents");
    }

    public String key() {
        return text("key");
    }

    /** Whether documents are in shifts; else no shifts are published. */
    public boolean hasShift() {
        return document.get("shift") != null;
    }

    /** The column of the shift; tables have one although a model may have none. */
    public String shiftColumn() {
        return hasShift() ? text("shift") : "shift";
    }

    /** An expression over rows of {@code documents} that are called {@code row}. */
    String shift(String row) {
        return !hasShift() ? "toUInt64(0)" : row + "." + Sql.name(shiftColumn());
    }

    /** Columns that together tell documents apart. */
    public List<String> id() {
        Map<String, Object> id = entries(document.get("id"));
        List<String> columns = new ArrayList<>(List.of(key()));
        for (String part : List.of("scope", "number", "text")) {
            if (id.get(part) != null) {
                columns.add(id.get(part).toString());
            }
        }
        return columns;
    }

    String version() {
        return text("version");
    }

    String time() {
        return text("time");
    }

    Duration bucket() {
        return Duration.parse("PT" + text("bucket").toUpperCase(Locale.ROOT));
    }

    /** The column of a field, or of one key of a map: the map's name and the name of the key. */
    String column(String field, @Nullable String key) {
        if (key == null) {
            return field;
        }
        String type = type(field);
        String keys = type.substring(type.indexOf('(') + 1, type.indexOf(',')).trim();
        Object name = entries(entries(enums.get(keys)).get(key)).get("name");
        return field + "_" + (name == null ? key.toLowerCase(Locale.ROOT) : name);
    }

    /** Whether a field is a point in time. */
    boolean isInstant(String field) {
        return type(field).startsWith("instant");
    }

    /** The text maps whose values have rows of their own, each with the names of the measures they have. */
    Map<String, List<String>> measuresByMap() {
        Map<String, List<String>> measures = new LinkedHashMap<>();
        dimensions.values().forEach(dimension -> {
            Map<String, Object> declared = entries(dimension);
            List<?> names = declared.get("measures") instanceof List<?> list ? list : List.of();
            measures.put(
                    String.valueOf(declared.get("map")),
                    names.stream().map(String::valueOf).toList());
        });
        return measures;
    }

    private String type(String field) {
        return String.valueOf(entries(fields.get(field)).get("type"));
    }

    private String text(String role) {
        return String.valueOf(document.get(role));
    }

    private static Map<String, Object> entries(@Nullable Object value) {
        Map<String, Object> entries = new LinkedHashMap<>();
        if (value instanceof Map<?, ?> map) {
            map.forEach((key, entry) -> entries.put(String.valueOf(key), entry));
        }
        return entries;
    }
}
