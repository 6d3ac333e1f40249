package io.recount.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.recount.local.LocalKafka;
import io.recount.local.SelfSigned;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The log by TLS, with properties as somebody would write them below {@code kafka.properties}. */
final class LogTlsIT {

    @RegisterExtension
    static final MiniClusterExtension FLINK = new MiniClusterExtension(new MiniClusterResourceConfiguration.Builder()
            .setNumberTaskManagers(1)
            .setNumberSlotsPerTaskManager(2)
            .build());

    @TempDir
    static Path folder;

    private static SelfSigned identity;
    private static LocalLog log;

    @BeforeAll
    static void start() throws Exception {
        identity = SelfSigned.create(folder, "broker", "ip:127.0.0.1");
        LocalKafka broker =
                LocalKafka.builder(folder.resolve("kafka")).tls(identity).build();
        broker.start();
        log = new LocalLog(broker);
    }

    @AfterAll
    static void stop() {
        log.close();
    }

    @Test
    void recordsAreReadAndOffsetsAreSet() throws Exception {
        log.topics(1, "encrypted");
        log.fill("encrypted", 0, 3);
        KafkaAccess access = access("encrypted", identity);

        LogCheck.require(access);
        try (ReadingJob job = ReadingJob.start(access, StartOffsets.earliest())) {
            job.awaitRecords(3);
        }
        LogPartition partition = log.partition("encrypted", 0);
        try (GroupOffsets offsets = new GroupOffsets(access)) {
            offsets.set(Map.of(partition, 3L));
        }
        assertThat(log.admin()
                        .listConsumerGroupOffsets(access.groupId())
                        .partitionsToOffsetAndMetadata()
                        .get())
                .hasEntrySatisfying(
                        new TopicPartition("encrypted", 0),
                        committed -> assertThat(committed.offset()).isEqualTo(3));
    }

    @Test
    void aBrokerThatIsNotTrustedIsNamed() throws Exception {
        log.topics(1, "untrusted");
        KafkaAccess access = access("untrusted", SelfSigned.create(folder, "other", "ip:127.0.0.1"));

        assertThatThrownBy(() -> LogCheck.require(access))
                .isInstanceOf(LogUnavailableException.class)
                .hasMessageStartingWith(
                        "Kafka at " + log.broker().tlsServers() + " and this job do not accept each other")
                .hasMessageContaining("certificates below kafka.properties");
    }

    private static KafkaAccess access(String topic, SelfSigned trusted) throws IOException {
        return new KafkaAccess(
                log.broker().tlsServers(),
                List.of(topic),
                "readers of " + topic,
                Map.of(
                        "security.protocol",
                        "SSL",
                        "ssl.truststore.type",
                        "PEM",
                        "ssl.truststore.certificates",
                        Files.readString(trusted.certificate())));
    }
}
