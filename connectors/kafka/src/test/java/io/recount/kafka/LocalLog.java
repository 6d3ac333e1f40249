package io.recount.kafka;

import io.recount.local.LocalKafka;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/** Makes topics on a broker, fills them, and does to them what operators and retention do. */
record LocalLog(LocalKafka broker, Admin admin) implements AutoCloseable {

    LocalLog(LocalKafka broker) {
        this(broker, Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers())));
    }

    /** Access to new topics of that many partitions. */
    KafkaAccess topics(int partitions, String... names) throws ExecutionException, InterruptedException {
        for (String name : names) {
            create(name, partitions);
        }
        return new KafkaAccess(broker.bootstrapServers(), List.of(names), "readers of " + names[0], Map.of());
    }

    private void create(String topic, int partitions) throws ExecutionException, InterruptedException {
        admin.createTopics(List.of(new NewTopic(topic, partitions, (short) 1)))
                .all()
                .get();
    }

    LogPartition partition(String topic, int number) throws ExecutionException, InterruptedException {
        String id = Objects.requireNonNull(admin.describeTopics(List.of(topic))
                        .allTopicNames()
                        .get()
                        .get(topic))
                .topicId()
                .toString();
        return new LogPartition(new LogName(topic, id), number);
    }

    void recreate(String topic, int partitions) throws ExecutionException, InterruptedException {
        admin.deleteTopics(List.of(topic)).all().get();
        create(topic, partitions);
    }

    void growTo(String topic, int partitions) throws ExecutionException, InterruptedException {
        admin.createPartitions(Map.of(topic, NewPartitions.increaseTo(partitions)))
                .all()
                .get();
    }

    /** As retention does; -1 is the end. */
    void deleteBefore(String topic, int partition, long offset) throws ExecutionException, InterruptedException {
        admin.deleteRecords(Map.of(new TopicPartition(topic, partition), RecordsToDelete.beforeOffset(offset)))
                .all()
                .get();
    }

    /** Appends numbered records. */
    void fill(String topic, int partition, int records) throws ExecutionException, InterruptedException {
        try (KafkaProducer<byte[], byte[]> producer = producer(null)) {
            List<Future<RecordMetadata>> sent = new ArrayList<>();
            for (int i = 0; i < records; i++) {
                sent.add(producer.send(record(topic, partition, null, topic + " " + partition + " " + i)));
            }
            for (Future<RecordMetadata> each : sent) {
                each.get();
            }
        }
    }

    void append(String topic, int partition, @Nullable String key, @Nullable String value)
            throws ExecutionException, InterruptedException {
        try (KafkaProducer<byte[], byte[]> producer = producer(null)) {
            producer.send(record(topic, partition, key, value)).get();
        }
    }

    /** Appends records and a marker. */
    void transaction(String topic, int partition, boolean commit, int records)
            throws ExecutionException, InterruptedException {
        try (KafkaProducer<byte[], byte[]> producer = producer("writer of " + topic)) {
            producer.initTransactions();
            producer.beginTransaction();
            for (int i = 0; i < records; i++) {
                producer.send(record(topic, partition, null, (commit ? "kept " : "given up ") + i))
                        .get();
            }
            if (commit) {
                producer.commitTransaction();
            } else {
                producer.abortTransaction();
            }
        }
    }

    private KafkaProducer<byte[], byte[]> producer(@Nullable String transactionalId) {
        Properties properties = new Properties();
        properties.setProperty("bootstrap.servers", broker.bootstrapServers());
        if (transactionalId != null) {
            properties.setProperty("transactional.id", transactionalId);
        }
        return new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer());
    }

    private static ProducerRecord<byte[], byte[]> record(
            String topic, int partition, @Nullable String key, @Nullable String value) {
        return new ProducerRecord<>(topic, partition, bytes(key), bytes(value));
    }

    private static byte @Nullable [] bytes(@Nullable String text) {
        return text == null ? null : text.getBytes(StandardCharsets.UTF_8);
    }

    static @Nullable String text(byte @Nullable [] bytes) {
        return bytes == null ? null : new String(bytes, StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        admin.close(Duration.ofSeconds(5));
        broker.close();
    }
}
