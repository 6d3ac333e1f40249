package io.recount.pipeline.options;

import io.recount.kafka.KafkaAccess;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Reads the keys below {@code kafka}, and the topic below {@code invalidations}.
 *
 * @param environment variables, for secrets
 */
record KafkaSection(GivenOptions given, Map<String, String> environment) {

    private static final String TOPIC = "[a-zA-Z0-9._-]{1,249}";

    KafkaAccess access() {
        return new KafkaAccess(servers(), topics(), given.value(Options.KAFKA_GROUP), properties());
    }

    private String servers() {
        String servers = given.required(Options.KAFKA_SERVERS, "localhost:9092");
        if (!servers.matches("\\s*[^\\s,:]+:[0-9]{1,5}(\\s*,\\s*[^\\s,:]+:[0-9]{1,5})*\\s*")) {
            given.problem(Options.KAFKA_SERVERS, "is no list of brokers", "Write host:port,host:port.");
        }
        return servers;
    }

    private List<String> topics() {
        List<String> topics = given.value(Options.KAFKA_TOPICS).stream()
                .flatMap(names -> Stream.of(names.split(",")))
                .map(String::strip)
                .toList();
        if (topics.isEmpty() || !topics.stream().allMatch(topic -> topic.matches(TOPIC))) {
            given.problem(
                    Options.KAFKA_TOPICS,
                    "names no topic",
                    "List one or more names of letters, digits, dots, underscores and dashes.");
            return Options.KAFKA_TOPICS.defaultValue();
        }
        return topics;
    }

    /** None of those with documents: a request is no document. */
    String invalidationsTopic(List<String> ofDocuments) {
        String topic = given.value(Options.INVALIDATIONS_TOPIC);
        if (!topic.matches(TOPIC)) {
            given.problem(
                    Options.INVALIDATIONS_TOPIC,
                    "names no topic",
                    "Write a name of letters, digits, dots, underscores and dashes.");
        } else if (ofDocuments.contains(topic)) {
            given.problem(
                    Options.INVALIDATIONS_TOPIC,
                    "is a topic with documents",
                    "Name another one; it need not be there yet.");
        }
        return topic;
    }

    private Map<String, String> properties() {
        KafkaProperties properties = new KafkaProperties(new References(environment, given.folder()), given::problem);
        given.forEach((key, value) -> {
            if (KafkaProperties.has(key)) {
                properties.add(key, value);
            }
        });
        return properties.accepted();
    }
}
