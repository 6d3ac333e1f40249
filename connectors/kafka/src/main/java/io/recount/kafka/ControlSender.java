package io.recount.kafka;

import java.time.Duration;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/**
 * Sends requests to the job, for its {@link ControlTopic}. What {@link #send} returned for is in the log of every replica in
 * sync, once. A send that failed may be there all the same, if the brokers answered too late.
 */
public final class ControlSender implements AutoCloseable {

    /** What makes room for a request in a log that takes messages of a mebibyte. */
    private static final String COMPRESSION = "gzip";

    private static final Duration REQUEST = Duration.ofSeconds(10);
    private static final int GREATEST_REQUEST_BYTES = 4 << 20;

    private final KafkaAccess access;
    private final String topic;
    private @Nullable KafkaProducer<byte[], byte[]> producer;

    /** Where a message lies. */
    public record Sent(int partition, long offset) {}

    /**
     * A sender; it connects with the first message.
     *
     * @param access servers and properties; the names of clients begin with the group's
     */
    public ControlSender(KafkaAccess access, String topic) {
        this.access = access.toTopic(topic);
        this.topic = topic;
    }

    /**
     * Sends a message and returns when the brokers have it. A topic that is not there is created, with one partition and
     * what the brokers take for a replication factor.
     *
     * @param key messages of one key keep their order
     * @throws LogUnavailableException if the brokers don't take it
     */
    public Sent send(byte[] key, byte[] value) throws InterruptedException {
        try {
            if (producer == null) {
                createTopic();
                producer = new KafkaProducer<>(properties(), new ByteArraySerializer(), new ByteArraySerializer());
            }
            RecordMetadata sent = producer.send(new ProducerRecord<>(topic, key, value))
                    .get(LogAdmin.ANSWER.plusSeconds(1).toMillis(), TimeUnit.MILLISECONDS);
            return new Sent(sent.partition(), sent.offset());
        } catch (InterruptException e) {
            // It has set the thread's flag, which the exception stands for.
            Thread.interrupted();
            throw new InterruptedException("Sending a request was interrupted; it may have been sent");
        } catch (ExecutionException | TimeoutException | KafkaException e) {
            throw LogUnavailableException.ofWriting(access, topic, e);
        }
    }

    private void createTopic() {
        try (LogAdmin admin = new LogAdmin(access, "requests-topic")) {
            admin.createIfAbsent(topic);
        }
    }

    private Properties properties() {
        Properties properties = access.clientProperties();
        properties.setProperty(ProducerConfig.CLIENT_ID_CONFIG, access.groupId() + "-requests");
        properties.setProperty(ProducerConfig.ACKS_CONFIG, "all");
        properties.setProperty(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, "true");
        properties.setProperty(ProducerConfig.COMPRESSION_TYPE_CONFIG, COMPRESSION);
        properties.setProperty(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, String.valueOf(GREATEST_REQUEST_BYTES));
        properties.setProperty(ProducerConfig.LINGER_MS_CONFIG, "0");
        properties.setProperty(ProducerConfig.MAX_BLOCK_MS_CONFIG, String.valueOf(LogAdmin.ANSWER.toMillis()));
        properties.setProperty(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, String.valueOf(REQUEST.toMillis()));
        properties.setProperty(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, String.valueOf(LogAdmin.ANSWER.toMillis()));
        return properties;
    }

    @Override
    public void close() {
        if (producer != null) {
            producer.close(REQUEST);
        }
    }
}
