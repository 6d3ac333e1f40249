package io.recount.cli.errors;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.recount.kafka.LogWriteException;
import io.recount.kafka.NewRecord;
import io.recount.local.LocalKafka;
import io.recount.pipeline.options.Settings;
import io.recount.pipeline.options.SettingsReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A replay into several topics, on a real broker. */
class ReplayTopicsIT {

    private static final String MODEL = System.getProperty("recount.root") + "/job/models/receipts.yaml";

    @TempDir
    private Path folder;

    @Test
    void everyTopicTakesMessagesAndTheNextReplayEndsThisOneInAllOfThem() throws Exception {
        try (LocalKafka kafka = LocalKafka.builder(folder.resolve("kafka")).build()) {
            kafka.start();
            create(kafka, "shops", "stations");
            Settings settings = settings(kafka, "shops", "stations");
            try (ReplayTopics replay = ReplayTopics.open(settings)) {
                replay.append(replay.of("shops"), messages("1"));
                replay.append(replay.of("stations"), messages("2"));
                replay.append(replay.of("file:a.jsonl"), messages("3"));
                try (ReplayTopics next = ReplayTopics.open(settings)) {
                    for (String topic : List.of("shops", "stations")) {
                        assertThatThrownBy(() -> replay.append(topic, messages("4")))
                                .isInstanceOf(LogWriteException.class)
                                .hasMessageContaining(
                                        "another process has begun to append the same input, as recount-replay-"
                                                + topic);
                        next.append(topic, messages("5"));
                    }
                }
            }
            assertThat(committed(kafka, "shops")).containsExactly("1", "3", "5");
            assertThat(committed(kafka, "stations")).containsExactly("2", "5");
        }
    }

    private static void create(LocalKafka kafka, String... topics) throws Exception {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", kafka.bootstrapServers()))) {
            admin.createTopics(Stream.of(topics)
                            .map(name -> new NewTopic(name, 1, (short) 1))
                            .toList())
                    .all()
                    .get();
        }
    }

    private Settings settings(LocalKafka kafka, String... topics) throws Exception {
        Path file = Files.writeString(folder.resolve("recount.yaml"), """
                model.file.path: %s
                kafka.bootstrap.servers: %s
                kafka.topic.names: [%s]
                kafka.group.id: recount
                clickhouse.endpoint.url: http://nowhere:8123
                """.formatted(
                        MODEL, kafka.bootstrapServers(), String.join(", ", topics)));
        return SettingsReader.read(file, Map.of(), Map.of());
    }

    private static List<NewRecord> messages(String text) {
        return List.of(new NewRecord(null, text.getBytes(UTF_8)));
    }

    /** All that readers of committed records see. */
    private static List<String> committed(LocalKafka kafka, String topic) {
        List<String> values = new ArrayList<>();
        List<TopicPartition> all = List.of(new TopicPartition(topic, 0));
        try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(
                Map.of("bootstrap.servers", kafka.bootstrapServers(), "isolation.level", "read_committed"),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer())) {
            consumer.assign(all);
            consumer.seekToBeginning(all);
            long end = consumer.endOffsets(all).getOrDefault(all.get(0), 0L);
            while (consumer.position(all.get(0)) < end) {
                consumer.poll(Duration.ofMillis(200)).forEach(record -> values.add(new String(record.value(), UTF_8)));
            }
        }
        return values;
    }
}
