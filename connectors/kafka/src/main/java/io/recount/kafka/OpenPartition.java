package io.recount.kafka;

import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/** A partition that is being read, and how far its elements say so. Its names are made once and not for every record. */
final class OpenPartition {

    private final LogPartition partition;
    private final TopicPartition topicPartition;
    private final String splitId;
    private final String log;
    private long told = LogSplit.FIRST_RECORD;

    OpenPartition(LogSplit split) {
        this.partition = split.partition();
        this.topicPartition = partition.topicPartition();
        this.splitId = split.splitId();
        this.log = partition.log().text();
    }

    /** The source's name of it. */
    String splitId() {
        return splitId;
    }

    TopicPartition topicPartition() {
        return topicPartition;
    }

    RawRecord element(ConsumerRecord<byte[], byte[]> next) {
        told = next.offset() + 1;
        return new RawRecord(log, partition.partition(), next.offset(), next.timestamp(), next.key(), next.value());
    }

    /** The element that tells the position; empty if the last one told it. */
    Optional<LogPosition> element(long position) {
        if (!isBeyond(position)) {
            return Optional.empty();
        }
        told = position;
        return Optional.of(new LogPosition(log, partition.partition(), position));
    }

    /** Whether the position is further than any element has told. */
    boolean isBeyond(long position) {
        return position > told;
    }

    /** For people. */
    String shown() {
        return partition.shown();
    }
}
