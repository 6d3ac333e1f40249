package io.recount.cells.model;

import io.recount.cells.model.FieldType.EnumMap;
import io.recount.cells.model.FieldType.EnumOf;
import io.recount.cells.model.FieldType.TextMap;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What of a model the numbers depend on, an entry a line, such as {@code measure 12} with {@code sum of tips}. It is written
 * down with what is published under the model, so that a later model can be compared with it, see {@link ModelChange}.
 *
 * @param entries what each says
 */
public record Meaning(Map<String, String> entries) {

    static final String FIELD = "field ";
    static final String VALUE = "enum ";
    static final String MEASURE = "measure ";
    static final String NAME = "name ";
    static final String COLUMN = "column ";
    static final String DOCUMENT = "document.";
    static final String DIMENSION = "dimension ";

    /** What the second id of a measure says that keeps the time of its value. */
    static final String TIME_OF = "time of ";

    public Meaning {
        entries = Map.copyOf(entries);
    }

    /** Of a model. */
    public static Meaning of(Model model) {
        Map<String, String> entries = new HashMap<>();
        addDocument(model.document(), entries);
        for (Enumeration enumeration : model.enumerations()) {
            for (Enumeration.Value value : enumeration.values()) {
                entries.put(value(enumeration, value.value()), "id " + value.id() + ", name " + value.name());
            }
        }
        for (Field field : model.fields()) {
            String max = field.type() instanceof TextMap map ? ", max " + map.maxBytes() : "";
            entries.put(
                    FIELD + field.name(),
                    field.type().notation() + max + " at "
                            + field.path().stream()
                                    .map(key -> key.replace("\\", "\\\\").replace(".", "\\."))
                                    .collect(Collectors.joining(".")));
        }
        for (Dimension dimension : model.dimensions()) {
            entries.put(
                    DIMENSION + dimension.name(),
                    "map " + dimension.map() + ", measures "
                            + dimension.measures().stream().sorted().toList());
        }
        model.measures().forEach(measure -> addMeasure(measure, entries));
        return new Meaning(entries);
    }

    private static void addDocument(DocumentRules rules, Map<String, String> entries) {
        entries.put(DOCUMENT + "key", rules.key());
        entries.put(DOCUMENT + "id.scope", orNone(rules.scope()));
        entries.put(DOCUMENT + "id", rules.id());
        entries.put(DOCUMENT + "id.ids", rules.ids().name().toLowerCase(Locale.ROOT));
        entries.put(DOCUMENT + "version", rules.version());
        entries.put(DOCUMENT + "time", rules.time());
        entries.put(DOCUMENT + "shift", orNone(rules.shift()));
        entries.put(DOCUMENT + "bucket", rules.bucket().toMinutes() + "m");
        entries.put(DOCUMENT + "deleted", orNone(rules.deleted()));
    }

    private static String orNone(@Nullable String field) {
        return field == null ? "none" : field;
    }

    private static void addMeasure(Measure measure, Map<String, String> entries) {
        String said = said(measure);
        entries.put(MEASURE + measure.id(), said);
        entries.put(NAME + measure.id(), measure.name());
        if (measure.column() || measure.kind().isSketch()) {
            entries.put(COLUMN + measure.id(), "true");
        }
        if (measure.kind().keepsTime()) {
            entries.put(MEASURE + (measure.id() + 1), TIME_OF + said);
            entries.put(NAME + (measure.id() + 1), measure.name() + "_at");
        }
    }

    private static String said(Measure measure) {
        Measure.Operand of = measure.of();
        String operand = of == null ? "documents" : of.key() == null ? of.field() : of.field() + "." + of.key();
        StringBuilder said =
                new StringBuilder(measure.kind().notation()).append(" of ").append(operand);
        if (!measure.where().isEmpty()) {
            said.append(measure.where().stream()
                    .sorted(Comparator.comparing(Match::field))
                    .map(Meaning::said)
                    .collect(Collectors.joining(" and ", " where ", "")));
        }
        Match negate = measure.negate();
        return negate == null
                ? said.toString()
                : said.append(" negated where ").append(said(negate)).toString();
    }

    private static String said(Match match) {
        return match.field() + " is "
                + match.values().stream().map(Meaning::quoted).sorted().collect(Collectors.joining(" or "));
    }

    /** Two lists of values never look alike. */
    private static String quoted(String value) {
        return "'" + value.replace("\\", "\\\\").replace("'", "\\'") + "'";
    }

    /** The entries that a measure needs: fields, and values of enumerations that it names. */
    static Set<String> needs(Measure measure, Model model) {
        Set<String> needs = new TreeSet<>();
        Measure.Operand of = measure.of();
        if (of != null) {
            needs.add(FIELD + of.field());
            if (of.key() != null && type(model, of.field()) instanceof EnumMap map) {
                needs.add(value(map.keys(), of.key()));
            }
        }
        Stream.concat(measure.where().stream(), Stream.ofNullable(measure.negate()))
                .forEach(match -> {
                    needs.add(FIELD + match.field());
                    if (type(model, match.field()) instanceof EnumOf enumeration) {
                        match.values().forEach(value -> needs.add(value(enumeration.values(), value)));
                    }
                });
        return needs;
    }

    private static @Nullable FieldType type(Model model, String name) {
        return model.fields().stream()
                .filter(field -> field.name().equals(name))
                .map(Field::type)
                .findFirst()
                .orElse(null);
    }

    static String value(Enumeration enumeration, String value) {
        return VALUE + enumeration.name() + "." + value;
    }

    /** As text, a line an entry. */
    public String text() {
        return entries.entrySet().stream()
                .map(entry -> escaped(entry.getKey()) + '\t' + escaped(entry.getValue()) + '\n')
                .sorted()
                .collect(Collectors.joining());
    }

    /**
     * What {@link #text()} wrote.
     *
     * @throws IllegalArgumentException if it is no such text
     */
    public static Meaning parse(String text) {
        return new Meaning(
                text.lines().map(Meaning::line).collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue)));
    }

    private static Map.Entry<String, String> line(String line) {
        int tab = line.indexOf('\t');
        if (tab < 0) {
            throw new IllegalArgumentException("No line of a model's meaning: " + line);
        }
        return Map.entry(unescaped(line.substring(0, tab)), unescaped(line.substring(tab + 1)));
    }

    /** Keys of messages and values of enumerations may hold anything. */
    private static String escaped(String text) {
        return text.replace("\\", "\\\\")
                .replace("\t", "\\t")
                .replace("\n", "\\n")
                .replace("\r", "\\r");
    }

    private static String unescaped(String text) {
        StringBuilder plain = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c != '\\') {
                plain.append(c);
            } else {
                char next = text.charAt(++i);
                plain.append(next == 't' ? '\t' : next == 'n' ? '\n' : next == 'r' ? '\r' : next);
            }
        }
        return plain.toString();
    }
}
