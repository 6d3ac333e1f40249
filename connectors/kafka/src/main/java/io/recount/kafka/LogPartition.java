package io.recount.kafka;

import static java.util.Objects.requireNonNull;

import java.io.Serializable;
import org.apache.kafka.common.TopicPartition;

/** A partition of a log, by its number. */
public record LogPartition(LogName log, int partition) implements Serializable {

    public LogPartition {
        requireNonNull(log, "log");
        if (partition < 0) {
            throw new IllegalArgumentException("Topic " + log.topic() + " has no partition " + partition);
        }
    }

    /** What Kafka's clients call it; they know nothing of lives. */
    public TopicPartition topicPartition() {
        return new TopicPartition(log.topic(), partition);
    }

    /** For people. */
    String shown() {
        return "topic " + log.topic() + " (id " + log.topicId() + "), partition " + partition;
    }
}
