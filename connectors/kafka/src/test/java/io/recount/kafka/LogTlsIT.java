package io.recount.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.recount.local.SelfSigned;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The log by TLS, with properties as somebody would write them below {@code kafka.properties}. */
final class LogTlsIT {

    @RegisterExtension
    static final MiniClusterExtension FLINK = TestBroker.readers();

    @RegisterExtension
    static final TestBroker BROKER = TestBroker.encrypted();

    @Test
    void recordsAreReadAndOffsetsAreSet() throws Exception {
        BROKER.log().topics(1, "encrypted");
        BROKER.log().fill("encrypted", 0, 3);
        KafkaAccess access = access("encrypted", BROKER.identity());

        LogCheck.require(access);
        try (ReadingJob job = ReadingJob.start(access, StartOffsets.earliest())) {
            job.awaitRecords(3);
        }
        LogPartition partition = BROKER.log().partition("encrypted", 0);
        try (GroupOffsets offsets = new GroupOffsets(access)) {
            offsets.set(Map.of(partition, 3L));
        }
        assertThat(BROKER.log()
                        .admin()
                        .listConsumerGroupOffsets(access.groupId())
                        .partitionsToOffsetAndMetadata()
                        .get())
                .hasEntrySatisfying(
                        new TopicPartition("encrypted", 0),
                        committed -> assertThat(committed.offset()).isEqualTo(3));
    }

    @Test
    void aBrokerThatIsNotTrustedIsNamed() throws Exception {
        BROKER.log().topics(1, "untrusted");
        KafkaAccess access = access("untrusted", SelfSigned.create(BROKER.folder(), "other", "ip:127.0.0.1"));

        assertThatThrownBy(() -> LogCheck.require(access))
                .isInstanceOf(LogUnavailableException.class)
                .hasMessageStartingWith(
                        "Kafka at " + BROKER.log().broker().tlsServers() + " and this job do not accept each other")
                .hasMessageContaining("certificates below kafka.properties");
    }

    private static KafkaAccess access(String topic, SelfSigned trusted) throws IOException {
        return new KafkaAccess(
                BROKER.log().broker().tlsServers(),
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
