package io.recount.kafka;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Appends an input to a topic, each of its records exactly once over however many attempts. A transaction takes a batch
 * and, as the offset of a consumer group that nobody is a member of, how far the input is worked off: readers of committed
 * records see both or neither, and whoever opens the input next goes on from that offset. Nothing is kept anywhere else.
 *
 * <p>Group and transactional id are the input's, so whoever opens it later ends the open transaction of whoever had it before,
 * and refuses that one's next. The group's offset is of partition 0, which every topic has; brokers forget it with the
 * topic, or {@code offsets.retention.minutes} after the last batch.
 *
 * <p>After a failure nothing of the batch is visible, or all of it; the appender is to be closed, and another one knows.
 * Not safe for several threads, but for {@link #close}.
 */
public final class ExactAppender implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(ExactAppender.class);

    /** So long at most an appender that is gone holds up readers of committed records, and the brokers' sweep of 10 s. */
    private static final Duration TRANSACTION = Duration.ofSeconds(60);
    /** Below: a batch that the brokers have given up is not to be mistaken for one that another appender ended. */
    private static final Duration PATIENCE = Duration.ofSeconds(50);

    private static final Duration REQUEST = Duration.ofSeconds(15);
    private static final Duration CLOSING = Duration.ofSeconds(10);
    private static final int LINGER_MILLIS = 10;
    private static final int BATCH_BYTES = 1 << 18;
    private static final int BUFFER_BYTES = 1 << 26;
    /** What the brokers take unless they are told otherwise, and room for the record's frame. */
    private static final int REQUEST_BYTES = 1 << 20;

    private static final int FRAME_BYTES = 1 << 16;

    private final KafkaAccess access;
    private final String topic;
    private final ConsumerGroupMetadata group;
    private final String topicId;
    private final Optional<Progress> progress;
    private final Producer<byte[], byte[]> producer;

    /**
     * How far an input is.
     *
     * @param position what is worked off, counted as the caller counts it
     * @param note whatever the caller wants to know again; together with the topic's id up to 4096 bytes, unless the
     *     brokers' {@code offset.metadata.max.bytes} says otherwise
     */
    public record Progress(long position, String note) {}

    /** A record that was not taken, and why. */
    private record Refused(int index, Exception cause) {}

    private ExactAppender(
            KafkaAccess access,
            String topic,
            ConsumerGroupMetadata group,
            String topicId,
            Optional<Progress> progress,
            Producer<byte[], byte[]> producer) {
        this.access = access;
        this.topic = topic;
        this.group = group;
        this.topicId = topicId;
        this.progress = progress;
        this.producer = producer;
    }

    /**
     * Takes the input over from whoever has it.
     *
     * @param access its group's name, a dash and the input's are the name of group and transactional id
     * @param input the same for the same input, and for no other; who opens one for another topic ends the first one, too
     * @param largestValueBytes what is appended is no larger
     * @throws LogUnavailableException if the topic is not there, or nobody answers
     * @throws LogWriteException if the brokers refuse transactions, or the group
     */
    public static ExactAppender open(KafkaAccess access, String topic, String input, int largestValueBytes) {
        KafkaAccess ofTopic =
                new KafkaAccess(access.bootstrapServers(), List.of(topic), access.groupId(), access.properties());
        String group = access.groupId() + "-" + input;
        String topicId = topicId(ofTopic, topic);
        Producer<byte[], byte[]> producer = producer(ofTopic, topic, group, largestValueBytes);
        try (Consumer<byte[], byte[]> member = noMember(ofTopic, group)) {
            // First of all: what an earlier appender has open is committed or given up before the offset is read.
            producer.initTransactions();
            TopicPartition partition = new TopicPartition(topic, 0);
            Optional<Progress> progress = Optional.ofNullable(
                            member.committed(Set.of(partition)).get(partition))
                    .flatMap(committed -> progress(committed, topicId));
            return new ExactAppender(ofTopic, topic, member.groupMetadata(), topicId, progress, producer);
        } catch (KafkaException e) {
            producer.close(Duration.ZERO);
            throw LogWriteException.of(ofTopic, topic, group, e);
        }
    }

    private static String topicId(KafkaAccess access, String topic) {
        try (LogAdmin admin = new LogAdmin(access, "append")) {
            return Objects.requireNonNull(admin.topics().get(topic), topic)
                    .name()
                    .topicId();
        }
    }

    /** Asks for the group's offsets and never joins it. */
    private static Consumer<byte[], byte[]> noMember(KafkaAccess access, String group) {
        Properties properties = access.clientProperties();
        properties.putAll(Map.of(
                ConsumerConfig.GROUP_ID_CONFIG,
                group,
                ConsumerConfig.CLIENT_ID_CONFIG,
                group,
                ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG,
                "false",
                // With it offsets of a transaction that is ending are waited for.
                ConsumerConfig.ISOLATION_LEVEL_CONFIG,
                "read_committed",
                ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG,
                String.valueOf(PATIENCE.toMillis())));
        return new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    /** Nothing is known of an input if what was appended of it went to a topic of that name which is no more. */
    private static Optional<Progress> progress(OffsetAndMetadata committed, String topicId) {
        String metadata = committed.metadata();
        return metadata.startsWith(topicId + " ")
                ? Optional.of(new Progress(committed.offset(), metadata.substring(topicId.length() + 1)))
                : Optional.empty();
    }

    private static Producer<byte[], byte[]> producer(
            KafkaAccess access, String topic, String group, int largestValueBytes) {
        int requestBytes = Math.max(REQUEST_BYTES, largestValueBytes) + FRAME_BYTES;
        Properties properties = access.clientProperties();
        properties.putIfAbsent(ProducerConfig.COMPRESSION_TYPE_CONFIG, "lz4");
        properties.putIfAbsent(ProducerConfig.LINGER_MS_CONFIG, String.valueOf(LINGER_MILLIS));
        properties.putIfAbsent(ProducerConfig.BATCH_SIZE_CONFIG, String.valueOf(BATCH_BYTES));
        properties.putAll(Map.of(
                ProducerConfig.CLIENT_ID_CONFIG,
                group,
                ProducerConfig.TRANSACTIONAL_ID_CONFIG,
                group,
                ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG,
                "true",
                ProducerConfig.ACKS_CONFIG,
                "all",
                ProducerConfig.TRANSACTION_TIMEOUT_CONFIG,
                String.valueOf(TRANSACTION.toMillis()),
                ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG,
                String.valueOf(PATIENCE.toMillis()),
                ProducerConfig.MAX_BLOCK_MS_CONFIG,
                String.valueOf(PATIENCE.toMillis()),
                ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG,
                String.valueOf(REQUEST.toMillis()),
                ProducerConfig.MAX_REQUEST_SIZE_CONFIG,
                String.valueOf(requestBytes),
                ProducerConfig.BUFFER_MEMORY_CONFIG,
                String.valueOf(Math.max(BUFFER_BYTES, 2L * requestBytes))));
        try {
            return new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer());
        } catch (KafkaException e) {
            throw LogWriteException.of(access, topic, group, e);
        }
    }

    /** How far the input was when it was opened; empty if nothing was ever appended of it, or is remembered. */
    public Optional<Progress> progress() {
        return progress;
    }

    /**
     * Appends all records and sets the progress, or neither.
     *
     * @throws LogWriteException if the brokers did not take them, or somebody else has opened the input meanwhile
     */
    public void append(List<NewRecord> records, Progress after) {
        AtomicReference<@Nullable Refused> refused = new AtomicReference<>();
        try {
            producer.beginTransaction();
            for (int i = 0; i < records.size(); i++) {
                send(records.get(i), i, refused);
            }
            producer.sendOffsetsToTransaction(
                    Map.of(
                            new TopicPartition(topic, 0),
                            new OffsetAndMetadata(after.position(), topicId + " " + after.note())),
                    group);
            producer.commitTransaction();
        } catch (RuntimeException e) {
            Refused first = refused.get();
            giveUp(e);
            throw first == null
                    ? LogWriteException.of(access, topic, group.groupId(), e)
                    : LogWriteException.of(access, topic, group.groupId(), first.cause())
                            .ofRecord(first.index());
        }
    }

    private void send(NewRecord record, int index, AtomicReference<@Nullable Refused> refused) {
        var unused = producer.send(new ProducerRecord<>(topic, record.key(), record.value()), (metadata, failure) -> {
            if (failure != null) {
                refused.compareAndSet(null, new Refused(index, failure));
            }
        });
    }

    /** Else readers of committed records would wait until the brokers give it up. */
    private void giveUp(RuntimeException failure) {
        try {
            producer.abortTransaction();
        } catch (RuntimeException e) {
            LOG.info(
                    "A transaction of {} is left to the brokers to end, after {}",
                    group.groupId(),
                    failure.toString(),
                    e);
        }
    }

    /** Gives up what is open. */
    @Override
    public void close() {
        producer.close(CLOSING);
    }
}
