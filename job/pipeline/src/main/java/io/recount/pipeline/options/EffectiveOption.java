package io.recount.pipeline.options;

import io.recount.clickhouse.Secret;
import io.recount.kafka.ClientProperty;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.Configuration;

/**
 * An option as the job takes it, for people to look at.
 *
 * @param key of {@link Options}, or a property below {@code kafka.properties}
 * @param value in the form that the file takes; {@code ***} in place of what is, or may be, a secret; empty for none
 * @param source {@code default}, {@code --set}, or {@code file:line}; behind it the references that the value is made of
 */
public record EffectiveOption(String key, String value, String source) {

    /** In the order of {@link Options#all()}, and below them Kafka's properties by name. */
    static List<EffectiveOption> of(GivenOptions given, Map<String, String> kafkaProperties) {
        List<EffectiveOption> effective = new ArrayList<>();
        Options.all().forEach(option -> effective.add(of(given, option)));
        new TreeMap<>(kafkaProperties)
                .forEach((name, value) -> effective.add(new EffectiveOption(
                        KafkaProperties.PREFIX + name,
                        shown(new ClientProperty(name), value),
                        given.source(KafkaProperties.PREFIX + name))));
        return effective;
    }

    private static <T> EffectiveOption of(GivenOptions given, ConfigOption<T> option) {
        String text =
                new Configuration().set(option, given.value(option)).toMap().getOrDefault(option.key(), "");
        return new EffectiveOption(option.key(), text, given.source(option.key()));
    }

    /** What plug-ins know may be a secret under any name, and so may any text of a login. */
    private static String shown(ClientProperty property, String value) {
        boolean isPublic = property.isKnown() && !property.isSecret("password");
        return isPublic ? value : new Secret(value).toString();
    }
}
