package io.recount.kafka;

import static java.util.Objects.requireNonNull;

import java.io.Serializable;
import java.util.List;
import java.util.Map;
import java.util.Properties;

/**
 * Where the log is and who reads it.
 *
 * @param bootstrapServers {@code host:port,…}
 * @param topics the topics to read
 * @param groupId the consumer group whose offsets tell others how far this reader is
 * @param properties further properties of Kafka's clients, such as security; may hold passwords, and is not printed
 */
public record KafkaAccess(String bootstrapServers, List<String> topics, String groupId, Map<String, String> properties)
        implements Serializable {

    public KafkaAccess {
        requireNonNull(bootstrapServers, "bootstrapServers");
        requireNonNull(groupId, "groupId");
        topics = List.copyOf(topics);
        properties = Map.copyOf(properties);
        properties
                .keySet()
                .forEach(name -> new ClientProperty(name).refusal().ifPresent(mend -> {
                    throw new IllegalArgumentException("Kafka's property " + name + " is not free to be set. " + mend);
                }));
        if (topics.isEmpty()) {
            throw new IllegalArgumentException("No topic is named to read from " + bootstrapServers);
        }
    }

    /** Whether the partition is one of the topics to read. */
    boolean reads(LogPartition partition) {
        return topics.contains(partition.log().topic());
    }

    /** The same servers and user, another topic. */
    KafkaAccess toTopic(String topic) {
        return new KafkaAccess(bootstrapServers, List.of(topic), groupId, properties);
    }

    /** The properties of a client. */
    Properties clientProperties() {
        Properties client = new Properties();
        client.putAll(properties);
        client.setProperty("bootstrap.servers", bootstrapServers);
        return client;
    }

    @Override
    public String toString() {
        return "KafkaAccess[" + bootstrapServers + ", topics=" + topics + ", group=" + groupId + "]";
    }
}
