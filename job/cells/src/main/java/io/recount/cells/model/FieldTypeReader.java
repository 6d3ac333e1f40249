package io.recount.cells.model;

import io.recount.cells.model.EnumSection.ReadEnumeration;
import io.recount.cells.yaml.DidYouMean;
import io.recount.cells.yaml.Entry;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads the notation of a field's type, such as {@code map(payment, money(2))}. */
final class FieldTypeReader {

    static final String GRAMMAR = "Write one of text, enum(E), uint, int, bool, money(2), instant(offset),"
            + " map(E, money(2)), map(E, uint), map(E, int), map(text).";
    private static final Pattern FORM = Pattern.compile("\\s*(\\w+)\\s*(?:\\((.*)\\)\\s*)?", Pattern.DOTALL);
    private static final int GREATEST_SCALE = 6;
    private static final List<String> TYPES = List.of("text", "enum", "uint", "int", "bool", "money", "instant", "map");
    /** What other languages call our types. */
    private static final Map<String, String> FOREIGN = Map.of(
            "string",
            "text",
            "varchar",
            "text",
            "decimal",
            "money(2)",
            "integer",
            "int",
            "long",
            "int",
            "boolean",
            "bool",
            "timestamp",
            "instant(offset)",
            "datetime",
            "instant(offset)",
            "date",
            "instant(offset)");

    private final Entry entry;
    private final int maxBytes;
    private final Declared<ReadEnumeration> enumerations;

    /** @param maxBytes for the types that hold text */
    FieldTypeReader(Entry entry, int maxBytes, Declared<ReadEnumeration> enumerations) {
        this.entry = entry;
        this.maxBytes = maxBytes;
        this.enumerations = enumerations;
    }

    Optional<FieldType> read(String notation) {
        Matcher form = FORM.matcher(notation);
        if (!form.matches()) {
            return wrong("%s is no type".formatted(Entry.quoted(notation)), GRAMMAR);
        }
        String type = form.group(1);
        List<String> arguments = arguments(form.group(2));
        return switch (type) {
            case "text" -> plain(type, arguments, () -> new FieldType.Text(maxBytes));
            case "uint" -> plain(type, arguments, FieldType.Uint::new);
            case "int" -> plain(type, arguments, FieldType.Int::new);
            case "bool" -> plain(type, arguments, FieldType.Bool::new);
            case "enum" -> enumOf(arguments);
            case "money" -> money(arguments);
            case "instant" -> instant(arguments);
            case "map" -> map(arguments);
            default ->
                wrong(
                        "unknown type %s".formatted(Entry.quoted(notation)),
                        FOREIGN.containsKey(type) ? "Did you mean '" + FOREIGN.get(type) + "'?" : mend(type, notation));
        };
    }

    private Optional<FieldType> plain(String type, List<String> arguments, Supplier<FieldType> made) {
        return arguments.isEmpty()
                ? Optional.of(made.get())
                : wrong("type '%s' takes nothing in brackets".formatted(type), "Write %s.".formatted(type));
    }

    private Optional<FieldType> enumOf(List<String> arguments) {
        if (arguments.size() != 1) {
            return wrong("type 'enum' needs one enum", "Write enum(E), E being one of 'enums'.");
        }
        return enumerations.resolve(entry, arguments.get(0)).map(read -> new FieldType.EnumOf(read.enumeration()));
    }

    private Optional<FieldType> money(List<String> arguments) {
        if (arguments.size() != 1 || !arguments.get(0).matches("[0-" + GREATEST_SCALE + "]")) {
            return wrong(
                    "type 'money' needs a scale from 0 to " + GREATEST_SCALE,
                    "Write money(2) for amounts with two digits after the point.");
        }
        return Optional.of(new FieldType.Money(Integer.parseInt(arguments.get(0))));
    }

    private Optional<FieldType> instant(List<String> arguments) {
        Optional<InstantForm> form = arguments.isEmpty()
                ? Optional.empty()
                : Arrays.stream(InstantForm.values())
                        .filter(it -> it.notation().equals(arguments.get(0)))
                        .findFirst();
        if (form.equals(Optional.of(InstantForm.LOCAL))) {
            return local(arguments);
        }
        return form.isPresent() && arguments.size() == 1
                ? Optional.of(new FieldType.InstantOf(form.get(), null))
                : wrong(
                        "type 'instant' needs the form in which the time is written",
                        "Write instant(F), F being one of %s."
                                .formatted(Arrays.stream(InstantForm.values())
                                        .map(it -> it == InstantForm.LOCAL ? "local, ZONE" : it.notation())
                                        .collect(Collectors.joining("; "))));
    }

    private Optional<FieldType> local(List<String> arguments) {
        if (arguments.size() != 2) {
            return wrong("local times need the zone they are in", "Write e.g. instant(local, Europe/Berlin).");
        }
        if (!ZoneId.getAvailableZoneIds().contains(arguments.get(1))) {
            return wrong(
                    "there is no time zone %s".formatted(Entry.quoted(arguments.get(1))),
                    DidYouMean.mend(arguments.get(1), ZoneId.getAvailableZoneIds(), "Write e.g. Europe/Berlin."));
        }
        return Optional.of(new FieldType.InstantOf(InstantForm.LOCAL, ZoneId.of(arguments.get(1))));
    }

    private Optional<FieldType> map(List<String> arguments) {
        if (arguments.equals(List.of("text"))) {
            return Optional.of(new FieldType.TextMap(maxBytes));
        }
        if (arguments.size() != 2) {
            return wrong(
                    "type 'map' needs an enum of keys and a type of values, or 'text'",
                    "Write e.g. \"map(E, money(2))\", E being one of 'enums', or map(text).");
        }
        Optional<ReadEnumeration> keys = enumerations.resolve(entry, arguments.get(0));
        Optional<FieldType> values = read(arguments.get(1));
        if (values.isPresent() && !Measured.isAmount(values.get())) {
            return wrong(
                    "a map can't have values of type '%s'".formatted(arguments.get(1)),
                    "Values are money(scale), uint or int.");
        }
        return keys.isPresent() && values.isPresent() && values.get() instanceof FieldType.Scalar scalar
                ? Optional.of(new FieldType.EnumMap(keys.get().enumeration(), scalar))
                : Optional.empty();
    }

    private Optional<FieldType> wrong(String what, String mend) {
        entry.wrong(what, mend);
        return Optional.empty();
    }

    private static String mend(String type, String notation) {
        return DidYouMean.nearest(type, TYPES)
                .map(nearest -> "Did you mean '" + notation.replace(type, nearest) + "'?")
                .orElse(GRAMMAR);
    }

    /** Split at the commas outside inner brackets. */
    private static List<String> arguments(@Nullable String text) {
        List<String> arguments = new ArrayList<>();
        if (text == null) {
            return arguments;
        }
        int depth = 0;
        int start = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            depth += c == '(' ? 1 : c == ')' ? -1 : 0;
            if (c == ',' && depth == 0) {
                arguments.add(text.substring(start, i).strip());
                start = i + 1;
            }
        }
        arguments.add(text.substring(start).strip());
        return arguments;
    }
}
