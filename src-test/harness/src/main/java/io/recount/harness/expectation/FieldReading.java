package io.recount.harness.expectation;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads fields of a JSON object: texts and enum values as {@code String}, numbers, money in minor units and times in
 * microseconds as {@code Long}, {@code Boolean}, and maps of these.
 */
final class FieldReading {

    private static final Pattern WHOLE = Pattern.compile("-?[0-9]{1,19}");

    private final DeclaredModel model;

    FieldReading(DeclaredModel model) {
        this.model = model;
    }

    /**
     * The field's value; null where it is absent or JSON's null.
     *
     * @throws UnreadableException if it is not of its type, or a key on the way to it stands there twice
     */
    @Nullable
    Object read(Json.Members message, DeclaredField field) {
        try {
            Json node = find(message, field);
            return node == null ? null : value(node, field.type(), field.maxBytes());
        } catch (UnreadableException e) {
            throw new UnreadableException(field.name() + ": " + e.getMessage());
        }
    }

    private static @Nullable Json find(Json.Members message, DeclaredField field) {
        Json node = message;
        for (String key : field.path()) {
            if (!(node instanceof Json.Members object)) {
                throw new UnreadableException("no object on the way to it");
            }
            List<Json> found = new ArrayList<>();
            for (Json.Member member : object.members()) {
                if (member.key().equals(key)) {
                    found.add(member.value());
                }
            }
            if (found.size() > 1) {
                throw new UnreadableException("a key that stands there twice");
            }
            if (found.isEmpty() || found.get(0) instanceof Json.Nothing) {
                return null;
            }
            node = found.get(0);
        }
        return node;
    }

    private Object value(Json node, DeclaredType type, int maxBytes) {
        return switch (type.kind()) {
            case "text" -> text(node, maxBytes);
            case "enum" -> enumValue(node, type.argument());
            case "uint" -> atLeast(0, whole(number(node)));
            case "int" -> whole(number(node));
            case "bool" -> bool(node);
            case "money" -> Amount.minor(number(node), Integer.parseInt(type.argument()));
            case "instant" -> TimeReading.micros(node, type.argument());
            case "map" -> map(node, type, maxBytes);
            default ->
                throw new IllegalArgumentException("The model has a field of type " + type.kind() + ", which is none");
        };
    }

    static String text(Json node, int maxBytes) {
        if (!(node instanceof Json.Text text)) {
            throw new UnreadableException("no text");
        }
        if (UnicodeText.utf8(text.text()).length > maxBytes) {
            throw new UnreadableException("a text of more than " + maxBytes + " bytes");
        }
        return text.text();
    }

    private String enumValue(Json node, String enumeration) {
        if (!(node instanceof Json.Text text) || !model.enumeration(enumeration).contains(text.text())) {
            throw new UnreadableException("no value of " + enumeration);
        }
        return text.text();
    }

    /** A number's text, whether it stands in quotes or not. */
    private static String number(Json node) {
        if (node instanceof Json.Text text) {
            return text.text();
        }
        if (node instanceof Json.Literal literal) {
            return literal.text();
        }
        throw new UnreadableException("neither text nor number");
    }

    /** The least number of 64 bits is refused: it has no opposite. */
    static Long whole(String text) {
        if (!WHOLE.matcher(text).matches()) {
            throw new UnreadableException("no whole number of 64 bits");
        }
        try {
            return atLeast(-Long.MAX_VALUE, Long.parseLong(text));
        } catch (NumberFormatException e) {
            throw new UnreadableException("no whole number of 64 bits");
        }
    }

    private static Long atLeast(long least, long value) {
        if (value < least) {
            throw new UnreadableException("less than " + least);
        }
        return value;
    }

    private static Boolean bool(Json node) {
        if (!(node instanceof Json.Flag flag)) {
            throw new UnreadableException("neither true nor false");
        }
        return flag.value();
    }

    private Map<String, Object> map(Json node, DeclaredType type, int maxBytes) {
        if (!(node instanceof Json.Members object)) {
            throw new UnreadableException("no object");
        }
        DeclaredType valueType = Objects.requireNonNull(type.values());
        boolean anyKey = type.argument().isEmpty();
        Map<String, Object> values = new TreeMap<>();
        Set<String> keys = new HashSet<>();
        for (Json.Member member : object.members()) {
            String key = anyKey ? UnicodeText.digested(member.key(), maxBytes) : member.key();
            if (!keys.add(member.key())) {
                throw new UnreadableException("a key that stands there twice");
            }
            if (!anyKey && !model.enumeration(type.argument()).contains(key)) {
                throw new UnreadableException("a key that is no value of " + type.argument());
            }
            if (!(member.value() instanceof Json.Nothing)) {
                values.put(
                        key,
                        anyKey
                                ? UnicodeText.digested(text(member.value(), Integer.MAX_VALUE), maxBytes)
                                : value(member.value(), valueType, maxBytes));
            }
        }
        return values;
    }
}
