package io.recount.harness.expectation;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.jpountz.xxhash.XXHash64;
import net.jpountz.xxhash.XXHashFactory;
import org.jspecify.annotations.Nullable;

/**
 * Decides what a message is.
 *
 * <p>In this order: no JSON object is rejected; a rule of the model ignores; without key, id, version, time and shift a
 * message is rejected (blank texts count as absent: nobody's documents must not be pooled); a delete is one whatever
 * else it says; a content of which one declared field can't be read is bad.
 */
final class MessageReading {

    private static final ObjectReader JSON = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build()
            .readerFor(JsonNode.class);
    /** Where hours end that the tables can hold, 2106-02-07T06:00Z. */
    private static final long END_OF_TIME_MICROS = 4_294_965_600_000_000L;

    private static final XXHash64 HASH = XXHashFactory.safeInstance().hash64();

    private final DeclaredModel model;
    private final FieldReading fields;
    private final MeasureIndex measures;
    private final Map<String, MeasureIndex> dimensions = new HashMap<>();
    private final List<DeclaredModel.IgnoreRule> ignoreRules;
    private final DeclaredField key;
    private final @Nullable DeclaredField scope;
    private final DeclaredField id;
    private final DeclaredField version;
    private final DeclaredField time;
    private final @Nullable DeclaredField shift;
    private final @Nullable DeclaredField deleted;

    /** One copy of each key and scope, instead of one a document. */
    private final Map<String, String> texts = new HashMap<>();

    MessageReading(DeclaredModel model) {
        this.model = model;
        this.fields = new FieldReading(model);
        this.measures = new MeasureIndex(model.measures());
        model.dimensions().forEach((map, kept) -> dimensions.put(map, new MeasureIndex(kept)));
        this.ignoreRules = model.ignoreRules();
        this.key = model.documentField("key");
        this.scope = model.scopeField();
        this.id = model.idField();
        this.version = model.documentField("version");
        this.time = model.documentField("time");
        this.shift = model.optionalDocumentField("shift");
        this.deleted = model.optionalDocumentField("deleted");
    }

    static long hash(byte[] message) {
        return HASH.hash(message, 0, message.length, 0);
    }

    Message read(byte[] bytes) {
        JsonNode message;
        try {
            message = JSON.readValue(bytes);
        } catch (IOException e) {
            return new Message.Rejected("no JSON");
        }
        if (message == null || !message.isObject()) {
            return new Message.Rejected("no JSON object");
        }
        for (DeclaredModel.IgnoreRule rule : ignoreRules) {
            if (ignores(rule, message)) {
                return new Message.Ignored(rule.name());
            }
        }
        try {
            return version(message, hash(bytes));
        } catch (UnreadableException e) {
            return new Message.Rejected(String.valueOf(e.getMessage()));
        }
    }

    private boolean ignores(DeclaredModel.IgnoreRule rule, JsonNode message) {
        for (Map.Entry<String, List<String>> condition : rule.when().entrySet()) {
            JsonNode node = FieldReading.find(message, model.field(condition.getKey()));
            if (node == null || !node.isValueNode() || !condition.getValue().contains(node.asText())) {
                return false;
            }
        }
        return rule.absent().stream().allMatch(absent -> FieldReading.find(message, model.field(absent)) == null);
    }

    private Message.Version version(JsonNode message, long hash) {
        Message.DocumentId document = new Message.DocumentId(
                shared(message, key), scope == null ? "" : shared(message, scope), present(message, id));
        Message.Place place =
                new Message.Place(shift == null ? 0 : (Long) present(message, shift), timeMicros(message));
        return new Message.Version(document, place, (Long) present(message, version), hash, content(message));
    }

    private long timeMicros(JsonNode message) {
        long micros = (Long) present(message, time);
        if (micros < 0 || micros >= END_OF_TIME_MICROS) {
            throw new UnreadableException(time.name() + ": outside 1970 to 2106");
        }
        return micros;
    }

    private String shared(JsonNode message, DeclaredField field) {
        return texts.computeIfAbsent((String) present(message, field), same -> same);
    }

    private Object present(JsonNode message, DeclaredField field) {
        Object value = fields.read(message, field);
        if (value == null) {
            throw new UnreadableException(field.name() + ": absent");
        }
        if (value instanceof String text && text.isBlank()) {
            throw new UnreadableException(field.name() + ": blank");
        }
        return value;
    }

    private Message.Content content(JsonNode message) {
        try {
            if (deleted != null && Boolean.TRUE.equals(fields.read(message, deleted))) {
                return new Message.Deleted();
            }
            Map<String, Object> values = new HashMap<>();
            for (DeclaredField field : model.fields()) {
                Object value = fields.read(message, field);
                if (value != null) {
                    values.put(field.name(), value);
                } else if (field.required()) {
                    return new Message.Bad(field.name() + ": absent");
                }
            }
            return new Message.Good(Parts.of(measures, values), fieldValues(values));
        } catch (UnreadableException e) {
            return new Message.Bad(String.valueOf(e.getMessage()));
        }
    }

    private List<Message.FieldValue> fieldValues(Map<String, Object> values) {
        List<Message.FieldValue> found = new ArrayList<>();
        dimensions.forEach((map, kept) -> {
            if (values.get(map) instanceof Map<?, ?> custom) {
                Parts parts = Parts.of(kept, values);
                custom.forEach((field, value) ->
                        found.add(new Message.FieldValue(String.valueOf(field), String.valueOf(value), parts)));
            }
        });
        return List.copyOf(found);
    }
}
