package io.recount.kafka;

import java.util.OptionalLong;
import org.apache.flink.connector.kafka.source.metrics.KafkaSourceReaderMetrics;
import org.apache.flink.metrics.groups.SourceReaderMetricGroup;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.jspecify.annotations.Nullable;

/**
 * The connector's metrics of a reader, and a look at its consumer: the connector hands it over to have its bytes counted,
 * and counts them at the end of each fetch. No other public way leads to it.
 *
 * <p>If the connector ever stops doing the first, no position can be told and reading fails at once; if the second, every
 * fetch looks broken off, and {@link PartitionReader} fails at the first record.
 */
final class ConsumerMetrics extends KafkaSourceReaderMetrics implements ConsumerProgress {

    private @Nullable KafkaConsumer<?, ?> consumer;
    private boolean fetchEnded;

    ConsumerMetrics(SourceReaderMetricGroup group) {
        super(group);
    }

    @Override
    public void registerNumBytesIn(KafkaConsumer<?, ?> consumer) {
        this.consumer = consumer;
        super.registerNumBytesIn(consumer);
    }

    @Override
    public void updateNumBytesInCounter() {
        super.updateNumBytesInCounter();
        fetchEnded = true;
    }

    @Override
    public boolean takeEndOfFetch() {
        boolean ended = fetchEnded;
        fetchEnded = false;
        return ended;
    }

    @Override
    public OptionalLong position(TopicPartition partition) {
        if (consumer == null) {
            throw new IllegalStateException("flink-connector-kafka did not show its consumer, so the position in "
                    + partition + " is not known. Next: use the release of it that this release was built with");
        }
        try {
            return OptionalLong.of(consumer.position(partition));
        } catch (WakeupException e) {
            return OptionalLong.empty();
        }
    }
}
