package io.recount.pipeline.options;

import io.recount.cells.yaml.DidYouMean;
import io.recount.kafka.ClientProperty;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What stands below {@code kafka.properties}: properties of Kafka's own clients, passed on as they are, except those that the
 * job owns. Secrets are referred to and never written down.
 */
final class KafkaProperties {

    static final String PREFIX = "kafka.properties.";

    private static final String KAFKA = "kafka.";

    private final References references;
    private final Refusal refusal;
    private final Map<String, String> accepted = new HashMap<>();

    /** Told of what is wrong with a key. */
    interface Refusal {
        void refuse(String key, String what, String mend);
    }

    KafkaProperties(References references, Refusal refusal) {
        this.references = references;
        this.refusal = refusal;
    }

    static boolean has(String key) {
        return key.startsWith(PREFIX);
    }

    /** What somebody may have meant who wrote an option that nobody knows. */
    static Optional<String> meant(String unknown) {
        if (!unknown.startsWith(KAFKA)) {
            return Optional.empty();
        }
        String rest = unknown.substring(KAFKA.length());
        if (new ClientProperty(rest).isKnown()) {
            return Optional.of(PREFIX + rest);
        }
        String below = rest.substring(rest.indexOf('.') + 1);
        return DidYouMean.nearest(unknown, List.of(PREFIX + below)).filter(name -> new ClientProperty(below).isKnown());
    }

    void add(String key, String value) {
        ClientProperty property = new ClientProperty(key.substring(PREFIX.length()));
        Optional<String> owned = property.refusal();
        if (owned.isPresent()) {
            refusal.refuse(key, "is the job's own", owned.get());
            return;
        }
        if (property.isSecret(value) && !References.areIn(value)) {
            refusal.refuse(
                    key,
                    "holds a secret in plain sight",
                    "Write ${env:NAME} or ${file:PATH} in its place, and keep the secret there.");
            return;
        }
        try {
            accepted.put(property.name(), references.resolve(value));
        } catch (References.Unresolved e) {
            refusal.refuse(key, e.what(), e.mend());
        }
    }

    /** By the names that Kafka knows. */
    Map<String, String> accepted() {
        return Map.copyOf(accepted);
    }
}
