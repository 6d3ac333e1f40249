package io.recount.kafka;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.apache.flink.connector.kafka.source.enumerator.initializer.OffsetsInitializer;
import org.apache.flink.connector.kafka.source.split.KafkaPartitionSplit;
import org.apache.kafka.clients.consumer.OffsetResetStrategy;
import org.apache.kafka.common.TopicPartition;

/**
 * Where a job without state begins: at given positions, and in partitions without one at their first record. What the
 * group has committed plays no part.
 *
 * <p>An offset that the log no longer holds fails the job. Going on at the next one that it does hold would lose records
 * in silence.
 */
public final class LogStart implements OffsetsInitializer {

    private static final long serialVersionUID = 1;

    private final HashMap<TopicPartition, Long> positions;

    private LogStart(Map<TopicPartition, Long> positions) {
        this.positions = new HashMap<>(positions);
    }

    /** At the first record of every partition. */
    public static LogStart earliest() {
        return new LogStart(Map.of());
    }

    /**
     * At positions.
     *
     * @param nextOffsets the first offset to read, by partition
     */
    public static LogStart at(Map<TopicPartition, Long> nextOffsets) {
        return new LogStart(nextOffsets);
    }

    @Override
    public Map<TopicPartition, Long> getPartitionOffsets(
            Collection<TopicPartition> partitions, PartitionOffsetsRetriever log) {
        Map<TopicPartition, Long> offsets = new HashMap<>();
        for (TopicPartition partition : partitions) {
            offsets.put(partition, positions.getOrDefault(partition, KafkaPartitionSplit.EARLIEST_OFFSET));
        }
        return offsets;
    }

    @Override
    @SuppressWarnings("deprecation") // the interface asks for it
    public OffsetResetStrategy getAutoOffsetResetStrategy() {
        return OffsetResetStrategy.NONE;
    }
}
