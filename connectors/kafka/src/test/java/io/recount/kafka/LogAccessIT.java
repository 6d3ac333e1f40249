package io.recount.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What stands between a job and its log is named, within a bound, and no secret with it. */
final class LogAccessIT {

    /** Kafka's client takes a minute by itself. */
    private static final Duration BOUND = Duration.ofSeconds(55);

    private static final String PASSWORD = "marker-of-the-password";
    private static final String WRONG_PASSWORD = "marker-of-a-wrong-password";

    @RegisterExtension
    static final MiniClusterExtension FLINK = TestBroker.readers();

    @RegisterExtension
    static final TestBroker BROKER =
            TestBroker.withUsers(Map.of("reader", PASSWORD, "describer", PASSWORD, "stranger", PASSWORD));

    @Test
    void aUserWhoMayReadsAndNothingLogsThePassword() throws Exception {
        BROKER.log().topics(1, "granted");
        BROKER.log().fill("granted", 0, 3);
        grant("reader", "granted", AclOperation.READ);
        KafkaAccess access = access("reader", PASSWORD, "granted");

        LogCheck.require(access);
        try (ReadingJob job = ReadingJob.start(access, StartOffsets.earliest())) {
            job.awaitRecords(3);
        }
        assertThat(refusal(access("reader", WRONG_PASSWORD, "granted")))
                .startsWith(
                        "Kafka at " + BROKER.log().broker().loginServers() + " and this job do not accept each other")
                .contains("Next: correct user, password");
        assertThat(Files.readString(Path.of("target/test.log")))
                .contains("sasl.jaas.config = [hidden]")
                .doesNotContain(PASSWORD, WRONG_PASSWORD);
    }

    @Test
    void aUserWithoutGrantsIsToldWhichOne() throws Exception {
        BROKER.log().topics(1, "closed");
        grant("describer", "closed", AclOperation.DESCRIBE);

        for (String user : List.of("stranger", "describer")) {
            assertThat(refusal(access(user, PASSWORD, "closed")))
                    .as(user)
                    .contains("does not let this job's user read topic closed", "Next: grant READ and DESCRIBE");
        }
    }

    @Test
    void aMissingTopicIsNamed() throws Exception {
        KafkaAccess there = BROKER.log().topics(1, "there");
        KafkaAccess access =
                new KafkaAccess(there.bootstrapServers(), List.of("there", "missing"), "readers", Map.of());

        assertThat(refusal(access))
                .isEqualTo("Kafka at " + there.bootstrapServers()
                        + " has no topic missing. Next: create it, or correct kafka.topic.names");
        try (ReadingJob job = ReadingJob.start(access, StartOffsets.earliest())) {
            job.awaitFailure("has no topic missing");
            BROKER.log().topics(1, "missing");
            BROKER.log().fill("missing", 0, 2);
            assertThat(job.awaitRecords(2)).as("after the mend, by itself").hasSize(2);
        }
    }

    @Test
    void aBrokerThatIsAwayOrSpeaksAnotherProtocolIsNamed() {
        KafkaAccess nowhere = new KafkaAccess("127.0.0.1:1", List.of("any"), "readers", Map.of());
        KafkaAccess plain = new KafkaAccess(BROKER.log().broker().loginServers(), List.of("any"), "readers", Map.of());

        List<String> refusals =
                Stream.of(nowhere, plain).parallel().map(LogAccessIT::refusal).toList();
        assertThat(refusals.get(0)).startsWith("Kafka at 127.0.0.1:1 did not answer about topic any within 30 s");
        assertThat(refusals.get(1))
                .startsWith("Kafka at " + plain.bootstrapServers())
                .contains("security.protocol");
    }

    @Test
    void addressesAndPropertiesOfNoUseAreNamed() {
        assertThat(refusal(new KafkaAccess("no-such-host.invalid:9092", List.of("any"), "readers", Map.of())))
                .startsWith("Kafka at no-such-host.invalid:9092 can't be asked")
                .contains("bootstrap.servers");
        assertThat(refusal(new KafkaAccess(
                        BROKER.log().broker().bootstrapServers(),
                        List.of("any"),
                        "readers",
                        Map.of("security.protocol", "SASL_PLAINTEXT", "sasl.jaas.config", PASSWORD))))
                .contains("Next: correct")
                .doesNotContain(PASSWORD);
    }

    private static KafkaAccess access(String user, String password, String topic) {
        return new KafkaAccess(
                BROKER.log().broker().loginServers(),
                List.of(topic),
                "readers",
                Map.of(
                        "security.protocol",
                        "SASL_PLAINTEXT",
                        "sasl.mechanism",
                        "PLAIN",
                        "sasl.jaas.config",
                        "org.apache.kafka.common.security.plain.PlainLoginModule required username=\"" + user
                                + "\" password=\"" + password + "\";"));
    }

    private static void grant(String user, String topic, AclOperation operation) throws Exception {
        BROKER.log()
                .admin()
                .createAcls(List.of(new AclBinding(
                        new ResourcePattern(ResourceType.TOPIC, topic, PatternType.LITERAL),
                        new AccessControlEntry("User:" + user, "*", operation, AclPermissionType.ALLOW))))
                .all()
                .get();
    }

    /** The message, which comes within a bound. */
    private static String refusal(KafkaAccess access) {
        long begun = System.nanoTime();
        LogUnavailableException refused =
                catchThrowableOfType(LogUnavailableException.class, () -> LogCheck.require(access));
        assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(BOUND);
        assertThat(refused).as("refusal of " + access).isNotNull();
        return String.valueOf(refused.getMessage());
    }
}
