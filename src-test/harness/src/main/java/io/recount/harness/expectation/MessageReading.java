package io.recount.harness.expectation;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import net.jpountz.xxhash.XXHash64;
import net.jpountz.xxhash.XXHashFactory;
import org.jspecify.annotations.Nullable;

/** Turns bytes into what they say about a document, by {@link ReferenceReading}. */
final class MessageReading {

    private static final XXHash64 HASH = XXHashFactory.safeInstance().hash64();

    private final ReferenceReading reading;
    private final MeasureIndex measures;
    private final Map<String, MeasureIndex> dimensions = new HashMap<>();
    private final DeclaredField key;
    private final @Nullable DeclaredField scope;
    private final DeclaredField id;
    private final DeclaredField version;
    private final DeclaredField time;
    private final @Nullable DeclaredField shift;

    /** One copy of each key and scope, instead of one a document. */
    private final Map<String, String> texts = new HashMap<>();

    MessageReading(DeclaredModel model) {
        this.reading = new ReferenceReading(model);
        this.measures = new MeasureIndex(model.measures());
        model.dimensions().forEach((map, kept) -> dimensions.put(map, new MeasureIndex(kept)));
        this.key = model.documentField("key");
        this.scope = model.scopeField();
        this.id = model.idField();
        this.version = model.documentField("version");
        this.time = model.documentField("time");
        this.shift = model.optionalDocumentField("shift");
    }

    static long hash(byte[] message) {
        return HASH.hash(message, 0, message.length, 0);
    }

    Message read(byte[] bytes) {
        Verdict verdict = reading.read(bytes);
        return switch (verdict.kind()) {
            case REJECTED -> new Message.Rejected(verdict.detail());
            case IGNORED -> new Message.Ignored(verdict.detail());
            case DELETED -> version(verdict, bytes, new Message.Deleted());
            case BAD -> version(verdict, bytes, new Message.Bad(verdict.detail()));
            case GOOD ->
                version(
                        verdict,
                        bytes,
                        new Message.Good(Parts.of(measures, verdict.values()), fieldValues(verdict.values())));
        };
    }

    private Message.Version version(Verdict verdict, byte[] bytes, Message.Content content) {
        Message.DocumentId document = new Message.DocumentId(
                text(verdict, key), scope == null ? "" : text(verdict, scope), value(verdict, id));
        Message.Place place =
                new Message.Place(shift == null ? 0 : (Long) value(verdict, shift), (Long) value(verdict, time));
        return new Message.Version(document, place, (Long) value(verdict, version), hash(bytes), content);
    }

    private String text(Verdict verdict, DeclaredField field) {
        return texts.computeIfAbsent((String) value(verdict, field), same -> same);
    }

    private static Object value(Verdict verdict, DeclaredField field) {
        return Objects.requireNonNull(verdict.values().get(field.name()), field.name());
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
