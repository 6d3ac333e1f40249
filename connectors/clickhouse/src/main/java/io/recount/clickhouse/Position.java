package io.recount.clickhouse;

import static java.util.Objects.requireNonNull;

import java.io.Serializable;

/**
 * Where reading a partition goes on.
 *
 * <p>Positions are merged by maximum, so a topic that was deleted and created again needs a name of its own here, for
 * instance one that holds the topic's id.
 *
 * @param topic the log's name
 * @param partition the partition's number within it
 * @param nextOffset offset of the first record that has not been processed
 */
public record Position(String topic, int partition, long nextOffset) implements Serializable {

    public Position {
        requireNonNull(topic, "topic");
        if (partition < 0 || nextOffset < 0) {
            throw new IllegalArgumentException("A position of topic " + topic + " is negative: partition " + partition
                    + ", next offset " + nextOffset);
        }
    }
}
