package io.recount.harness.expectation;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Decides what a message is: the rules a decoder is held to, written down once more and without its code.
 *
 * <p>In this order: no JSON object is rejected; a rule of the model ignores; without key, id, version, time and shift a
 * message is rejected (blank texts count as absent: nobody's documents must not be pooled), and so it is with a time that
 * no table can hold; a delete is one whatever else it says; a content of which one declared field can't be read is bad.
 */
public final class ReferenceReading {

    /** 2106-02-07T06:00:00Z: the first full hour that seconds in 32 bits can't hold to its end. */
    private static final long END_OF_TIME = 4_294_965_600_000_000L;

    private final DeclaredModel model;
    private final FieldReading fields;
    private final List<DeclaredModel.IgnoreRule> ignoreRules;
    private final List<DeclaredField> place;
    private final DeclaredField time;
    private final @Nullable DeclaredField deleted;

    public ReferenceReading(DeclaredModel model) {
        this.model = model;
        this.fields = new FieldReading(model);
        this.ignoreRules = model.ignoreRules();
        this.time = model.documentField("time");
        this.deleted = model.optionalDocumentField("deleted");
        this.place = Stream.of(
                        model.documentField("key"),
                        model.scopeField(),
                        model.idField(),
                        model.documentField("version"),
                        time,
                        model.optionalDocumentField("shift"))
                .filter(Objects::nonNull)
                .toList();
    }

    public Verdict read(byte[] bytes) {
        if (!(JsonTree.of(bytes) instanceof Json.Members message)) {
            return new Verdict(Verdict.Kind.REJECTED, "no JSON object", Map.of());
        }
        for (DeclaredModel.IgnoreRule rule : ignoreRules) {
            if (ignores(rule, message)) {
                return new Verdict(Verdict.Kind.IGNORED, rule.name(), Map.of());
            }
        }
        Map<String, Object> placed = new HashMap<>();
        try {
            place.forEach(field -> placed.put(field.name(), present(message, field)));
        } catch (UnreadableException e) {
            return new Verdict(Verdict.Kind.REJECTED, String.valueOf(e.getMessage()), Map.of());
        }
        try {
            if (deleted != null && Boolean.TRUE.equals(fields.read(message, deleted))) {
                return new Verdict(Verdict.Kind.DELETED, "", placed);
            }
            return new Verdict(Verdict.Kind.GOOD, "", content(message));
        } catch (UnreadableException e) {
            return new Verdict(Verdict.Kind.BAD, String.valueOf(e.getMessage()), placed);
        }
    }

    /** What can't be read is neither equal to anything nor absent. */
    private boolean ignores(DeclaredModel.IgnoreRule rule, Json.Members message) {
        try {
            for (Map.Entry<String, List<String>> condition : rule.when().entrySet()) {
                Object value = fields.read(message, model.field(condition.getKey()));
                if (value == null || !condition.getValue().contains(value.toString())) {
                    return false;
                }
            }
            return rule.absent().stream().allMatch(absent -> fields.read(message, model.field(absent)) == null);
        } catch (UnreadableException e) {
            return false;
        }
    }

    private Object present(Json.Members message, DeclaredField field) {
        Object value = fields.read(message, field);
        if (value == null) {
            throw new UnreadableException(field.name() + ": absent");
        }
        if (value instanceof String text && text.isBlank()) {
            throw new UnreadableException(field.name() + ": blank");
        }
        if (field.equals(time) && ((Long) value < 0 || (Long) value >= END_OF_TIME)) {
            throw new UnreadableException(field.name() + ": outside of what tables hold");
        }
        return value;
    }

    private Map<String, Object> content(Json.Members message) {
        Map<String, Object> values = new HashMap<>();
        for (DeclaredField field : model.fields()) {
            Object value = fields.read(message, field);
            if (value != null) {
                values.put(field.name(), value);
            } else if (field.required()) {
                throw new UnreadableException(field.name() + ": absent");
            }
        }
        return values;
    }
}
