package io.recount.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.recount.local.LocalKafka;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.apache.flink.util.CloseableIterator;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The source and the group's offsets against a real broker. */
final class LogSourceIT {

    @RegisterExtension
    static final MiniClusterExtension FLINK = new MiniClusterExtension(new MiniClusterResourceConfiguration.Builder()
            .setNumberTaskManagers(1)
            .setNumberSlotsPerTaskManager(2)
            .build());

    @TempDir
    static Path folder;

    private static LocalKafka broker;
    private static Admin admin;

    @BeforeAll
    static void start() {
        broker = LocalKafka.builder(folder.resolve("kafka")).build();
        broker.start();
        admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()));
    }

    @AfterAll
    static void stop() {
        admin.close(Duration.ofSeconds(5));
        broker.close();
    }

    @Test
    void everyRecordArrivesWithItsPlaceWhateverItsBytes() throws Exception {
        KafkaAccess access = topic("places", 2);
        Instant before = Instant.now();
        produce("places", 0, "k", "v");
        produce("places", 1, null, null);
        List<RawRecord> records = read(access, LogStart.earliest(), 2);
        assertThat(records)
                .extracting(
                        RawRecord::topic,
                        RawRecord::partition,
                        RawRecord::offset,
                        r -> text(r.key()),
                        r -> text(r.value()))
                .containsExactlyInAnyOrder(tuple("places", 0, 0L, "k", "v"), tuple("places", 1, 0L, null, null));
        assertThat(records)
                .allSatisfy(record -> assertThat(Instant.ofEpochMilli(record.appendedAtMillis()))
                        .isBetween(before.minusSeconds(1), Instant.now().plusSeconds(1)));
    }

    @Test
    void aStartAtPositionsReadsUnlistedPartitionsFromTheirFirstRecordAndIgnoresTheGroup() throws Exception {
        KafkaAccess access = topic("positions", 2);
        for (int i = 0; i < 10; i++) {
            produce("positions", 0, null, "zero " + i);
            produce("positions", 1, null, "one " + i);
        }
        try (GroupOffsets offsets = new GroupOffsets(access)) {
            offsets.set(Map.of(new TopicPartition("positions", 0), 9L, new TopicPartition("positions", 1), 9L));
        }
        List<RawRecord> records = read(access, LogStart.at(Map.of(new TopicPartition("positions", 0), 7L)), 13);
        assertThat(records.stream().filter(r -> r.partition() == 0).map(RawRecord::offset))
                .containsExactly(7L, 8L, 9L);
        assertThat(records.stream().filter(r -> r.partition() == 1).map(RawRecord::offset))
                .containsExactlyElementsOf(LongStream.range(0, 10).boxed().toList());
        assertThat(committed(access)).as("the source commits nothing").containsValue(9L);
    }

    @Test
    void whatATransactionGaveUpIsNotRead() throws Exception {
        KafkaAccess access = topic("transactions", 1);
        try (KafkaProducer<byte[], byte[]> producer = producer("writer")) {
            producer.initTransactions();
            producer.beginTransaction();
            producer.send(record("transactions", 0, null, "given up")).get();
            producer.abortTransaction();
            producer.beginTransaction();
            producer.send(record("transactions", 0, null, "kept")).get();
            producer.commitTransaction();
        }
        assertThat(read(access, LogStart.earliest(), 1))
                .extracting(r -> text(r.value()))
                .containsExactly("kept");
    }

    @Test
    void anOffsetThatTheLogNoLongerHoldsFailsTheJob() throws Exception {
        KafkaAccess access = topic("truncated", 1);
        for (int i = 0; i < 10; i++) {
            produce("truncated", 0, null, "record " + i);
        }
        TopicPartition partition = new TopicPartition("truncated", 0);
        admin.deleteRecords(Map.of(partition, RecordsToDelete.beforeOffset(6)))
                .all()
                .get();
        assertThatThrownBy(() -> read(access, LogStart.at(Map.of(partition, 3L)), 1))
                .hasStackTraceContaining("OffsetOutOfRangeException");
        assertThat(read(access, LogStart.earliest(), 1))
                .extracting(RawRecord::offset)
                .containsExactly(6L);
    }

    @Test
    void aGroupsOffsetsAreThoseThatWereSet() throws Exception {
        KafkaAccess access = topic("group", 2);
        try (GroupOffsets offsets = new GroupOffsets(access)) {
            offsets.set(Map.of());
            assertThat(committed(access)).isEmpty();
            offsets.set(Map.of(new TopicPartition("group", 0), 5L, new TopicPartition("group", 1), 6L));
            offsets.set(Map.of(new TopicPartition("group", 0), 4L));
        }
        assertThat(committed(access))
                .isEqualTo(Map.of(new TopicPartition("group", 0), 4L, new TopicPartition("group", 1), 6L));
    }

    @Test
    void aBrokerThatIsAwayCostsSecondsOnly() {
        KafkaAccess nowhere = new KafkaAccess("127.0.0.1:1", List.of("group"), "away", Map.of());
        long begun = System.nanoTime();
        try (GroupOffsets offsets = new GroupOffsets(nowhere)) {
            assertThatThrownBy(() -> offsets.set(Map.of(new TopicPartition("group", 0), 1L)))
                    .satisfiesAnyOf(
                            e -> assertThat(e).isInstanceOf(TimeoutException.class),
                            e -> assertThat(e)
                                    .hasRootCauseInstanceOf(org.apache.kafka.common.errors.TimeoutException.class));
        }
        assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(15));
    }

    private static KafkaAccess topic(String name, int partitions) throws Exception {
        admin.createTopics(List.of(new NewTopic(name, partitions, (short) 1)))
                .all()
                .get();
        return new KafkaAccess(broker.bootstrapServers(), List.of(name), "readers of " + name, Map.of());
    }

    private static List<RawRecord> read(KafkaAccess access, LogStart start, int records) throws Exception {
        Configuration configuration = new Configuration();
        configuration.set(PipelineOptions.GENERIC_TYPES, false);
        configuration.set(RestartStrategyOptions.RESTART_STRATEGY, "none");
        StreamExecutionEnvironment environment = StreamExecutionEnvironment.getExecutionEnvironment(configuration);
        environment.setParallelism(2);
        List<RawRecord> read = new ArrayList<>();
        try (CloseableIterator<RawRecord> iterator = environment
                .fromSource(LogSource.of(access, start), WatermarkStrategy.noWatermarks(), "log")
                .executeAndCollect()) {
            while (read.size() < records) {
                read.add(iterator.next());
            }
        }
        return read;
    }

    private static Map<TopicPartition, Long> committed(KafkaAccess access) throws Exception {
        Map<TopicPartition, OffsetAndMetadata> offsets = admin.listConsumerGroupOffsets(access.groupId())
                .partitionsToOffsetAndMetadata()
                .get();
        return offsets.entrySet().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, e -> e.getValue().offset()));
    }

    private static void produce(String topic, int partition, @Nullable String key, @Nullable String value)
            throws Exception {
        try (KafkaProducer<byte[], byte[]> producer = producer(null)) {
            producer.send(record(topic, partition, key, value)).get();
        }
    }

    private static KafkaProducer<byte[], byte[]> producer(@Nullable String transactionalId) {
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

    private static @Nullable String text(byte @Nullable [] bytes) {
        return bytes == null ? null : new String(bytes, StandardCharsets.UTF_8);
    }
}
