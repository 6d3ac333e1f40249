package io.recount.kafka;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.common.config.ConfigDef;

/**
 * A property of Kafka's own clients that somebody wants to set, such as {@code security.protocol}.
 *
 * @param name as Kafka calls it
 */
public record ClientProperty(String name) {

    /** Of what plug-ins know. */
    private static final Pattern SECRET_NAME =
            Pattern.compile("passw|passphrase|secret|token|credential|api.?key|private.?key", Pattern.CASE_INSENSITIVE);

    private static final String EXACT = "Remove it: the job sets it, because exactness rests on it.";
    private static final Map<String, String> OWNED = Map.ofEntries(
            Map.entry("bootstrap.servers", "Set kafka.bootstrap.servers instead."),
            Map.entry("group.id", "Set kafka.group.id instead."),
            Map.entry("isolation.level", EXACT),
            Map.entry("enable.auto.commit", EXACT),
            Map.entry("auto.offset.reset", EXACT),
            Map.entry("key.deserializer", EXACT),
            Map.entry("value.deserializer", EXACT),
            Map.entry("interceptor.classes", "Remove it: what changes or drops records on the way breaks exactness."),
            Map.entry("allow.auto.create.topics", "Remove it: a topic that is missing is an error."),
            Map.entry("client.id", "Remove it: the job names its clients after kafka.group.id."),
            Map.entry("group.instance.id", "Remove it: the job's readers are not members of the group."),
            Map.entry("group.protocol", "Remove it: the job's readers are not members of the group."),
            Map.entry("default.api.timeout.ms", "Remove it: the job bounds its questions itself."),
            Map.entry("request.timeout.ms", "Remove it: the job bounds its questions itself."));

    /** Why nobody but the job may set it, as a mend; empty if anybody may. */
    public Optional<String> refusal() {
        return Optional.ofNullable(OWNED.get(name));
    }

    /** Whether Kafka's clients know it; what plug-ins such as login modules know is theirs. */
    public boolean isKnown() {
        return ConsumerConfig.configNames().contains(name);
    }

    /** Whether that value would be a secret in plain sight. */
    public boolean isSecret(String value) {
        ConfigDef.ConfigKey key = ConsumerConfig.configDef().configKeys().get(name);
        if (key == null) {
            return SECRET_NAME.matcher(name).find();
        }
        if (name.equals("sasl.jaas.config")) {
            String lower = value.toLowerCase(Locale.ROOT);
            return lower.contains("password") || lower.contains("secret");
        }
        return key.type() == ConfigDef.Type.PASSWORD;
    }
}
