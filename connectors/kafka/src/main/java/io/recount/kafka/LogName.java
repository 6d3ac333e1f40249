package io.recount.kafka;

import static java.util.Objects.requireNonNull;

import java.io.Serializable;

/**
 * A topic in one of its lives. A topic that was deleted and created again under its name is another log: its offsets
 * begin anew and say nothing about the old ones.
 *
 * @param topic the topic's name, which can't hold an {@code @}
 * @param topicId what the brokers call this life, never used again
 */
public record LogName(String topic, String topicId) implements Serializable {

    private static final char SEPARATOR = '@';

    public LogName {
        requireNonNull(topic, "topic");
        requireNonNull(topicId, "topicId");
        if (topic.isEmpty() || topicId.isEmpty() || topic.indexOf(SEPARATOR) >= 0) {
            throw new IllegalArgumentException("'" + topic + "' and '" + topicId + "' are no topic and its id");
        }
    }

    /** The one text, {@code topic@id}, that stands for the log wherever positions are kept. */
    public String text() {
        return topic + SEPARATOR + topicId;
    }

    /**
     * Reads what {@link #text()} wrote.
     *
     * @throws IllegalArgumentException if the text holds no id
     */
    public static LogName parse(String text) {
        int separator = text.indexOf(SEPARATOR);
        if (separator < 0) {
            throw new IllegalArgumentException(
                    "'" + text + "' names no log: it lacks '" + SEPARATOR + "' and the topic's id");
        }
        return new LogName(text.substring(0, separator), text.substring(separator + 1));
    }

    @Override
    public String toString() {
        return text();
    }
}
