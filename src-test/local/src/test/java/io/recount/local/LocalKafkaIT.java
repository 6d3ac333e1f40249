package io.recount.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a local broker acknowledged is there, whatever happened to the broker. */
final class LocalKafkaIT {

    private static final String TOPIC = "kept";
    private static final TopicPartition PARTITION = new TopicPartition(TOPIC, 0);

    @TempDir
    Path folder;

    @Test
    void acknowledgedRecordsSurviveKillAndStop() throws Exception {
        try (LocalKafka kafka = LocalKafka.builder(folder).build()) {
            kafka.start();
            String address = kafka.bootstrapServers();
            assertThatThrownBy(() -> describeTopic(kafka)).hasCauseInstanceOf(UnknownTopicOrPartitionException.class);
            createTopic(kafka);
            Set<String> acknowledged = new HashSet<>(produceAndThen(kafka, "killed", kafka::kill));
            assertThat(kafka.isAlive()).isFalse();

            kafka.start();
            assertThat(kafka.bootstrapServers()).isEqualTo(address);
            acknowledged.addAll(produceAndThen(kafka, "stopped", kafka::stop));

            kafka.start();
            assertThat(acknowledged).hasSizeGreaterThanOrEqualTo(2_000);
            assertThat(consume(kafka)).containsAll(acknowledged);
            assertThat(kafka.log()).content().contains("Kafka answers on " + address);
        }
    }

    /** Asks for the topic, which must not make it. */
    private static void describeTopic(LocalKafka kafka) throws Exception {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", kafka.bootstrapServers()))) {
            admin.describeTopics(List.of(TOPIC)).allTopicNames().get(30, TimeUnit.SECONDS);
        }
    }

    private static void createTopic(LocalKafka kafka) throws Exception {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", kafka.bootstrapServers()))) {
            admin.createTopics(List.of(new NewTopic(TOPIC, 1, (short) 1))).all().get(30, TimeUnit.SECONDS);
        }
    }

    /** Sends 1,000 values, then more while the broker comes to its end; returns those that were acknowledged. */
    private static List<String> produceAndThen(LocalKafka kafka, String prefix, Runnable end) throws Exception {
        Map<String, Object> settings = Map.of(
                "bootstrap.servers", kafka.bootstrapServers(),
                "acks", "all",
                "linger.ms", 0,
                "request.timeout.ms", 1_000,
                "delivery.timeout.ms", 2_000,
                "max.block.ms", 2_000);
        List<String> acknowledged = new ArrayList<>();
        try (KafkaProducer<String, String> producer =
                new KafkaProducer<>(settings, new StringSerializer(), new StringSerializer())) {
            send(producer, prefix + "-certain", 1_000, acknowledged);
            assertThat(acknowledged).hasSize(1_000);
            Thread ending = new Thread(end, "end");
            ending.start();
            send(producer, prefix + "-while", 5_000, acknowledged);
            ending.join();
        }
        return acknowledged;
    }

    private static void send(
            KafkaProducer<String, String> producer, String prefix, int count, List<String> acknowledged)
            throws InterruptedException {
        Map<String, Future<RecordMetadata>> sent = new LinkedHashMap<>();
        for (int i = 0; i < count; i++) {
            String value = prefix + "-" + i;
            sent.put(value, producer.send(new ProducerRecord<>(TOPIC, value)));
        }
        for (Map.Entry<String, Future<RecordMetadata>> entry : sent.entrySet()) {
            try {
                entry.getValue().get();
                acknowledged.add(entry.getKey());
            } catch (ExecutionException e) {
                // Not acknowledged: the broker may keep it or not.
            }
        }
    }

    private static Set<String> consume(LocalKafka kafka) {
        Set<String> values = new HashSet<>();
        try (KafkaConsumer<String, String> consumer = new KafkaConsumer<>(
                Map.of("bootstrap.servers", kafka.bootstrapServers()),
                new StringDeserializer(),
                new StringDeserializer())) {
            consumer.assign(List.of(PARTITION));
            consumer.seekToBeginning(List.of(PARTITION));
            long end = consumer.endOffsets(List.of(PARTITION)).getOrDefault(PARTITION, 0L);
            Await.until(
                    () -> {
                        consumer.poll(Duration.ofMillis(100)).forEach(record -> values.add(record.value()));
                        return consumer.position(PARTITION) >= end;
                    },
                    Duration.ofMinutes(1),
                    () -> "Only " + values.size() + " records were read");
        }
        return values;
    }
}
