package io.recount.kafka;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Properties;
import java.util.Set;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.connector.base.source.reader.RecordsBySplits;
import org.apache.flink.connector.base.source.reader.RecordsWithSplitIds;
import org.apache.flink.connector.base.source.reader.splitreader.SplitReader;
import org.apache.flink.connector.base.source.reader.splitreader.SplitsAddition;
import org.apache.flink.connector.base.source.reader.splitreader.SplitsChange;
import org.apache.flink.connector.kafka.source.KafkaSourceOptions;
import org.apache.flink.connector.kafka.source.reader.KafkaPartitionSplitReader;
import org.apache.flink.connector.kafka.source.split.KafkaPartitionSplit;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * Reads the partitions of one subtask by the connector's reader, from exact positions, and says how far it is, which the
 * connector keeps to itself. It never asks the group where to begin, and an offset that is gone is a failure, not a reason
 * to jump.
 */
final class PartitionReader implements SplitReader<LogElement, LogSplit> {

    private final KafkaAccess access;
    private final SplitReader<ConsumerRecord<byte[], byte[]>, KafkaPartitionSplit> connector;
    private final ConsumerProgress progress;
    private final Map<String, OpenPartition> open = new HashMap<>();
    private boolean justOpened;

    /**
     * Wraps a reader.
     *
     * @param progress of that reader's consumer
     */
    PartitionReader(
            KafkaAccess access,
            SplitReader<ConsumerRecord<byte[], byte[]>, KafkaPartitionSplit> connector,
            ConsumerProgress progress) {
        this.access = access;
        this.connector = connector;
        this.progress = progress;
    }

    static PartitionReader of(KafkaAccess access, SourceReaderContext context) {
        ConsumerMetrics metrics = new ConsumerMetrics(context.metricGroup());
        try {
            return new PartitionReader(
                    access, new KafkaPartitionSplitReader(consumerProperties(access), context, metrics), metrics);
        } catch (KafkaException e) {
            throw LogUnavailableException.of(access, "its records", e);
        }
    }

    private static Properties consumerProperties(KafkaAccess access) {
        Properties properties = access.clientProperties();
        properties.setProperty(KafkaSourceOptions.CLIENT_ID_PREFIX.key(), access.groupId());
        properties.setProperty(ConsumerConfig.GROUP_ID_CONFIG, access.groupId());
        properties.setProperty(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        properties.setProperty(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, "false");
        properties.setProperty(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
        properties.setProperty(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, "false");
        properties.setProperty(ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class.getName());
        properties.setProperty(ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class.getName());
        return properties;
    }

    @Override
    public RecordsWithSplitIds<LogElement> fetch() throws IOException {
        Map<String, Collection<LogElement>> elements = new HashMap<>();
        try {
            // New partitions first tell where they begin: a poll may wait for records for long.
            if (!justOpened) {
                poll(elements);
            }
            tellPositions(elements);
            justOpened = false;
        } catch (OffsetOutOfRangeException e) {
            // Not for good: after the restart the position is compared with the log, and refused if it is a loss.
            throw new LogUnavailableException("Kafka at " + access.bootstrapServers() + " no longer has offsets "
                    + e.offsetOutOfRangePartitions() + ", at which reading was to go on. The job begins again at its"
                    + " last checkpoint, or without one at the first record");
        } catch (KafkaException e) {
            // A wake-up too, if it gets this far: the connector may have dropped what it had polled.
            throw LogUnavailableException.of(access, "topics " + access.topics(), e);
        }
        return new RecordsBySplits<>(elements, Set.of());
    }

    private void poll(Map<String, Collection<LogElement>> elements) throws IOException {
        RecordsWithSplitIds<ConsumerRecord<byte[], byte[]>> fetched = connector.fetch();
        if (!progress.takeEndOfFetch()) {
            refuseLosses();
        }
        for (String id = fetched.nextSplit(); id != null; id = fetched.nextSplit()) {
            OpenPartition partition = requireNonNull(open.get(id), "Records came of a partition nobody asked for");
            Collection<LogElement> read = elements.computeIfAbsent(partition.splitId(), key -> new ArrayList<>());
            for (ConsumerRecord<byte[], byte[]> next = fetched.nextRecordFromSplit();
                    next != null;
                    next = fetched.nextRecordFromSplit()) {
                read.add(partition.element(next));
            }
        }
    }

    /**
     * A wake-up ends a fetch before anything is polled. But the connector takes every {@code IllegalStateException} for
     * one that says that there are no partitions, and Kafka's client throws some in the middle of a poll: records of other
     * partitions are passed then, and nobody got them.
     */
    private void refuseLosses() {
        for (OpenPartition each : open.values()) {
            OptionalLong position = progress.position(each.topicPartition());
            if (position.isPresent() && each.isBeyond(position.getAsLong())) {
                throw new LogUnavailableException("Kafka's client broke off in " + each.shown() + " before offset "
                        + position.getAsLong() + ", with records that are not read. The job begins again at its last"
                        + " checkpoint. Next, if it comes again: look for what this client logged before");
            }
        }
    }

    private void tellPositions(Map<String, Collection<LogElement>> elements) {
        for (OpenPartition each : open.values()) {
            OptionalLong position = progress.position(each.topicPartition());
            if (position.isPresent()) {
                each.element(position.getAsLong())
                        .ifPresent(element -> elements.computeIfAbsent(each.splitId(), key -> new ArrayList<>())
                                .add(element));
            }
        }
    }

    @Override
    public void handleSplitsChanges(SplitsChange<LogSplit> change) {
        if (!(change instanceof SplitsAddition)) {
            throw new UnsupportedOperationException("Partitions are never taken away from a reader: " + change);
        }
        List<KafkaPartitionSplit> splits = ofConnector(change.splits());
        for (LogSplit split : change.splits()) {
            OpenPartition partition = new OpenPartition(split);
            open.put(KafkaPartitionSplit.toSplitId(partition.topicPartition()), partition);
        }
        justOpened = true;
        try {
            connector.handleSplitsChanges(new SplitsAddition<>(splits));
        } catch (KafkaException e) {
            throw LogUnavailableException.of(access, "topics " + access.topics(), e);
        }
    }

    @Override
    public void pauseOrResumeSplits(Collection<LogSplit> toPause, Collection<LogSplit> toResume) {
        connector.pauseOrResumeSplits(ofConnector(toPause), ofConnector(toResume));
    }

    private static List<KafkaPartitionSplit> ofConnector(Collection<LogSplit> splits) {
        return splits.stream().map(LogSplit::ofConnector).toList();
    }

    @Override
    public void wakeUp() {
        connector.wakeUp();
    }

    @Override
    public void close() throws Exception {
        connector.close();
    }
}
