package io.recount.kafka;

import static java.util.Objects.requireNonNull;

import org.apache.flink.api.connector.source.SourceSplit;
import org.apache.flink.connector.kafka.source.split.KafkaPartitionSplit;

/**
 * A partition and where reading it goes on.
 *
 * @param nextOffset the first offset that has not been read, or {@link #FIRST_RECORD}
 */
record LogSplit(LogPartition partition, long nextOffset) implements SourceSplit {

    /** Wherever the log begins when the partition is opened; a reader's state never holds it. */
    static final long FIRST_RECORD = -1;

    LogSplit {
        requireNonNull(partition, "partition");
        if (nextOffset < FIRST_RECORD) {
            throw new IllegalArgumentException("There is no offset " + nextOffset + " in " + partition.shown());
        }
    }

    @Override
    public String splitId() {
        return partition.log().text() + "/" + partition.partition();
    }

    /** What the connector calls it: without an end, and from that offset exactly. */
    KafkaPartitionSplit ofConnector() {
        // To the connector, -1 is the log's end.
        if (nextOffset == FIRST_RECORD) {
            throw new IllegalStateException("Where " + partition.shown() + " begins was not looked up");
        }
        return new KafkaPartitionSplit(partition.topicPartition(), nextOffset);
    }
}
