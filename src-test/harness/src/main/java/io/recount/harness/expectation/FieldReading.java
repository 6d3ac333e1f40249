package io.recount.harness.expectation;

import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
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
            case "instant" -> instant(node, type.argument());
            case "map" -> map(node, type, maxBytes);
            default ->
                throw new IllegalArgumentException("The model has a field of type " + type.kind() + ", which is none");
        };
    }

    private static String text(Json node, int maxBytes) {
        if (!(node instanceof Json.Text text)) {
            throw new UnreadableException("no text");
        }
        return within(text.text(), maxBytes);
    }

    private static String within(String text, int maxBytes) {
        if (text.getBytes(StandardCharsets.UTF_8).length > maxBytes) {
            throw new UnreadableException("a text of more than " + maxBytes + " bytes");
        }
        return text;
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
    private static Long whole(String text) {
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

    private static Long instant(Json node, String form) {
        try {
            return switch (form) {
                case "offset" -> micros(OffsetDateTime.parse(text(node, Integer.MAX_VALUE)));
                case "epoch_s" -> Math.multiplyExact(epoch(node), 1_000_000L);
                case "epoch_ms" -> Math.multiplyExact(epoch(node), 1_000L);
                case "epoch_us" -> epoch(node);
                default -> throw new IllegalArgumentException("The model has an instant of form " + form);
            };
        } catch (DateTimeException | ArithmeticException e) {
            throw new UnreadableException("no time of the form " + form);
        }
    }

    private static long micros(OffsetDateTime time) {
        return ChronoUnit.MICROS.between(Instant.EPOCH, time.toInstant().truncatedTo(ChronoUnit.MICROS));
    }

    private static Long epoch(Json node) {
        if (!(node instanceof Json.Literal literal) || !literal.whole()) {
            throw new UnreadableException("no whole number");
        }
        return whole(literal.text());
    }

    /** A map without an enum of keys takes any key, within the limit of texts. */
    private Map<String, Object> map(Json node, DeclaredType type, int maxBytes) {
        if (!(node instanceof Json.Members object)) {
            throw new UnreadableException("no object");
        }
        Map<String, Object> values = new TreeMap<>();
        Set<String> keys = new HashSet<>();
        for (Json.Member member : object.members()) {
            String key = within(member.key(), maxBytes);
            if (!keys.add(key)) {
                throw new UnreadableException("a key that stands there twice");
            }
            if (!type.argument().isEmpty()
                    && !model.enumeration(type.argument()).contains(key)) {
                throw new UnreadableException("a key that is no value of " + type.argument());
            }
            if (!(member.value() instanceof Json.Nothing)) {
                values.put(key, value(member.value(), Objects.requireNonNull(type.values()), maxBytes));
            }
        }
        return values;
    }
}
