package io.recount.kafka;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.flink.connector.base.source.reader.RecordsWithSplitIds;
import org.apache.flink.connector.base.source.reader.splitreader.SplitReader;
import org.apache.flink.connector.base.source.reader.splitreader.SplitsAddition;
import org.apache.flink.connector.base.source.reader.splitreader.SplitsChange;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * Polls the partitions of one subtask, in a thread of its own, from exact positions: it never asks the group where to begin,
 * and an offset that is gone is a failure, not a reason to jump.
 */
final class PartitionReader implements SplitReader<LogElement, LogSplit> {

    private static final Duration POLL = Duration.ofSeconds(10);

    private final KafkaAccess access;
    private final KafkaConsumer<byte[], byte[]> consumer;
    private final Map<TopicPartition, PolledElements.Named> open = new HashMap<>();
    private final List<PolledElements.Reached> toAnnounce = new ArrayList<>();
    private final ReaderMetrics metrics;

    PartitionReader(KafkaAccess access, int subtask, ReaderMetrics metrics) {
        this.access = access;
        this.metrics = metrics;
        try {
            this.consumer = new KafkaConsumer<>(
                    consumerProperties(access, subtask), new ByteArrayDeserializer(), new ByteArrayDeserializer());
        } catch (KafkaException e) {
            throw LogUnavailableException.of(access, "its records", e);
        }
    }

    private static Properties consumerProperties(KafkaAccess access, int subtask) {
        Properties properties = access.clientProperties();
        properties.setProperty(ConsumerConfig.CLIENT_ID_CONFIG, access.groupId() + "-" + subtask);
        properties.setProperty(ConsumerConfig.GROUP_ID_CONFIG, access.groupId());
        properties.setProperty(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        properties.setProperty(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, "false");
        properties.setProperty(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
        properties.setProperty(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, "false");
        return properties;
    }

    @Override
    public RecordsWithSplitIds<LogElement> fetch() {
        if (!toAnnounce.isEmpty()) {
            PolledElements announced = new PolledElements(List.copyOf(toAnnounce));
            toAnnounce.clear();
            return announced;
        }
        try {
            PolledElements polled = PolledElements.of(consumer.poll(POLL), open);
            metrics.lag(consumer, open.keySet());
            return polled;
        } catch (WakeupException e) {
            return new PolledElements(List.of());
        } catch (OffsetOutOfRangeException e) {
            // Not for good: after the restart the position is compared with the log, and refused if it is a loss.
            throw new LogUnavailableException("Kafka at " + access.bootstrapServers() + " no longer has offsets "
                    + e.offsetOutOfRangePartitions() + ", at which reading was to go on. The job begins again at its"
                    + " last checkpoint, or without one at the first record");
        } catch (KafkaException e) {
            throw LogUnavailableException.of(access, "topics " + access.topics(), e);
        }
    }

    @Override
    public void handleSplitsChanges(SplitsChange<LogSplit> change) {
        if (!(change instanceof SplitsAddition)) {
            throw new UnsupportedOperationException("Partitions are never taken away from a reader: " + change);
        }
        for (LogSplit split : change.splits()) {
            PolledElements.Named named = PolledElements.Named.of(split);
            open.put(split.partition().topicPartition(), named);
            toAnnounce.add(new PolledElements.Reached(named, split.nextOffset(), List.of()));
        }
        consumer.assign(open.keySet());
        change.splits().forEach(split -> consumer.seek(split.partition().topicPartition(), split.nextOffset()));
    }

    @Override
    public void pauseOrResumeSplits(Collection<LogSplit> toPause, Collection<LogSplit> toResume) {
        consumer.pause(topicPartitions(toPause));
        consumer.resume(topicPartitions(toResume));
    }

    private static List<TopicPartition> topicPartitions(Collection<LogSplit> splits) {
        return splits.stream().map(split -> split.partition().topicPartition()).toList();
    }

    @Override
    public void wakeUp() {
        consumer.wakeup();
    }

    @Override
    public void close() {
        consumer.close();
    }
}
