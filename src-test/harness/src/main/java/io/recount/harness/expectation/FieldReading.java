package io.recount.harness.expectation;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Objects;
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
     * @throws UnreadableException if it is not of its type
     */
    @Nullable
    Object read(JsonNode message, DeclaredField field) {
        JsonNode node = find(message, field);
        if (node == null) {
            return null;
        }
        try {
            return value(node, field.type(), field.maxBytes());
        } catch (UnreadableException e) {
            throw new UnreadableException(field.name() + ": " + e.getMessage());
        }
    }

    static @Nullable JsonNode find(JsonNode message, DeclaredField field) {
        JsonNode node = message;
        for (String key : field.path()) {
            node = node.path(key);
        }
        return node.isMissingNode() || node.isNull() ? null : node;
    }

    private Object value(JsonNode node, DeclaredType type, int maxBytes) {
        return switch (type.kind()) {
            case "text" -> text(node, maxBytes);
            case "enum" -> enumValue(node, type.argument());
            case "uint" -> integer(node, 0);
            case "int" -> integer(node, Long.MIN_VALUE);
            case "bool" -> bool(node);
            case "money" -> money(node, Integer.parseInt(type.argument()));
            case "instant" -> instant(node, type.argument());
            case "map" -> map(node, type, maxBytes);
            default ->
                throw new IllegalArgumentException("The model has a field of type " + type.kind() + ", which is none");
        };
    }

    private static String text(JsonNode node, int maxBytes) {
        if (!node.isTextual()) {
            throw new UnreadableException("no text");
        }
        return within(node.textValue(), maxBytes);
    }

    private static String within(String text, int maxBytes) {
        if (text.getBytes(StandardCharsets.UTF_8).length > maxBytes) {
            throw new UnreadableException("a text of more than " + maxBytes + " bytes");
        }
        return text;
    }

    private String enumValue(JsonNode node, String enumeration) {
        if (!node.isTextual() || !model.enumeration(enumeration).contains(node.textValue())) {
            throw new UnreadableException("no value of " + enumeration);
        }
        return node.textValue();
    }

    private static Long integer(JsonNode node, long least) {
        String text = node.isTextual() || node.isIntegralNumber() ? node.asText() : "";
        if (!WHOLE.matcher(text).matches()) {
            throw new UnreadableException("no whole number of 64 bits");
        }
        try {
            long value = Long.parseLong(text);
            if (value < least) {
                throw new UnreadableException("a negative number");
            }
            return value;
        } catch (NumberFormatException e) {
            throw new UnreadableException("no whole number of 64 bits");
        }
    }

    private static Boolean bool(JsonNode node) {
        if (!node.isBoolean()) {
            throw new UnreadableException("neither true nor false");
        }
        return node.booleanValue();
    }

    private static Long money(JsonNode node, int scale) {
        if (!node.isTextual() && !node.isNumber()) {
            throw new UnreadableException("neither text nor number");
        }
        return Amount.minor(node.asText(), scale);
    }

    private static Long instant(JsonNode node, String form) {
        try {
            return switch (form) {
                case "offset" -> micros(OffsetDateTime.parse(text(node, Integer.MAX_VALUE)));
                case "epoch_s" -> Math.multiplyExact(sinceEpoch(node), 1_000_000L);
                case "epoch_ms" -> Math.multiplyExact(sinceEpoch(node), 1_000L);
                case "epoch_us" -> sinceEpoch(node);
                default -> throw new IllegalArgumentException("The model has an instant of form " + form);
            };
        } catch (DateTimeException | ArithmeticException e) {
            throw new UnreadableException("no time of the form " + form);
        }
    }

    /** Unlike other whole numbers never a text: a text is a time of another form. */
    private static Long sinceEpoch(JsonNode node) {
        if (!node.isIntegralNumber()) {
            throw new UnreadableException("no number since 1970");
        }
        return integer(node, Long.MIN_VALUE);
    }

    private static long micros(OffsetDateTime time) {
        return ChronoUnit.MICROS.between(Instant.EPOCH, time.toInstant().truncatedTo(ChronoUnit.MICROS));
    }

    /** A map without an enum of keys takes any key, within the limit of texts. */
    private Map<String, Object> map(JsonNode node, DeclaredType type, int maxBytes) {
        if (!node.isObject()) {
            throw new UnreadableException("no object");
        }
        Map<String, Object> values = new TreeMap<>();
        for (Map.Entry<String, JsonNode> entry : node.properties()) {
            String key = entry.getKey();
            if (!type.argument().isEmpty()
                    && !model.enumeration(type.argument()).contains(key)) {
                throw new UnreadableException("a key that is no value of " + type.argument());
            }
            if (!entry.getValue().isNull()) {
                values.put(
                        within(key, maxBytes),
                        value(entry.getValue(), Objects.requireNonNull(type.values()), maxBytes));
            }
        }
        return values;
    }
}
