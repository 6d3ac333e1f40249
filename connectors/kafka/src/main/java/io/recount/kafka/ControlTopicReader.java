package io.recount.kafka;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads all partitions of one life of a topic. It belongs to no group: where it is, its caller knows. */
final class ControlTopicReader {

    private static final Logger LOG = LoggerFactory.getLogger(ControlTopicReader.class);

    private final KafkaAccess access;
    private @Nullable Open open;

    private record Open(LogTopic topic, KafkaConsumer<byte[], byte[]> consumer) {}

    ControlTopicReader(KafkaAccess access) {
        this.access = access;
    }

    boolean isReading() {
        return open != null;
    }

    boolean isOf(LogName log) {
        return open != null && open.topic().name().equals(log);
    }

    /**
     * Reads on, new partitions too.
     *
     * @param next by partition the first offset to read, of those that are not read from their first record
     * @throws LogUnavailableException if the properties are of no use
     */
    void open(LogTopic present, Map<LogPartition, Long> next) {
        if (open != null && open.topic().equals(present)) {
            return;
        }
        if (!isOf(present.name())) {
            stop();
        }
        KafkaConsumer<byte[], byte[]> consumer = open == null ? connect() : open.consumer();
        open = new Open(present, consumer);
        Set<TopicPartition> known = consumer.assignment();
        consumer.assign(present.partitions().map(LogPartition::topicPartition).toList());
        present.partitions()
                .filter(partition -> !known.contains(partition.topicPartition()))
                .forEach(partition -> begin(consumer, partition, next.get(partition)));
    }

    private static void begin(KafkaConsumer<byte[], byte[]> consumer, LogPartition partition, @Nullable Long offset) {
        if (offset == null) {
            consumer.seekToBeginning(List.of(partition.topicPartition()));
        } else {
            consumer.seek(partition.topicPartition(), offset);
        }
    }

    /**
     * Messages, without a wait beyond that time.
     *
     * @throws LogUnavailableException if they can't be read; reading does not go on by itself then
     */
    List<ControlTopic.Message> poll(Duration atMost) throws InterruptedException {
        if (open == null) {
            return List.of();
        }
        String log = open.topic().name().text();
        List<ControlTopic.Message> messages = new ArrayList<>();
        try {
            for (ConsumerRecord<byte[], byte[]> each : open.consumer().poll(atMost)) {
                messages.add(
                        new ControlTopic.Message(log, each.partition(), each.offset(), each.timestamp(), each.value()));
            }
        } catch (OffsetOutOfRangeException e) {
            LOG.warn(
                    "The positions at which requests were to be read on are gone, of {} with id {}: {}. Requests are"
                            + " read from the first there is",
                    access,
                    open.topic().name().topicId(),
                    e.offsetOutOfRangePartitions());
            open.consumer().seekToBeginning(e.partitions());
        } catch (InterruptException e) {
            // It has set the thread's flag, which the exception stands for.
            Thread.interrupted();
            throw new InterruptedException("Reading requests was interrupted");
        } catch (KafkaException e) {
            throw LogUnavailableException.of(access, "topic " + access.topics().get(0), e);
        }
        return messages;
    }

    private KafkaConsumer<byte[], byte[]> connect() {
        Properties properties = access.clientProperties();
        properties.setProperty(ConsumerConfig.CLIENT_ID_CONFIG, access.groupId() + "-requests");
        properties.setProperty(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        properties.setProperty(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, "false");
        properties.setProperty(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
        properties.setProperty(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, "false");
        try {
            return new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer());
        } catch (KafkaException e) {
            throw LogUnavailableException.of(access, "its requests", e);
        }
    }

    void stop() {
        if (open != null) {
            open.consumer().close(CloseOptions.timeout(Duration.ZERO));
            open = null;
        }
    }
}
