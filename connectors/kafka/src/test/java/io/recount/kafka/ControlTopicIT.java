package io.recount.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.recount.local.Await;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Requests arrive, once and in order, and nothing that befalls their topic is more than a line in the log. */
final class ControlTopicIT {

    private static final Duration NOTICED = Duration.ofSeconds(30);
    private static final Duration POLL = Duration.ofMillis(300);

    /** What a poll may take beyond its time, on a machine that is busy. */
    private static final Duration SLACK = Duration.ofSeconds(5);

    @RegisterExtension
    static final TestBroker BROKER = TestBroker.withUsers(Map.of("asker", "marker-of-the-password"));

    @Test
    void theFirstRequestCreatesTheTopic() throws Exception {
        try (ControlTopic topic = new ControlTopic(open(), "first");
                ControlSender sender = new ControlSender(open(), "first")) {
            assertThat(poll(topic)).isEmpty();

            assertThat(send(sender, "a")).isEqualTo(new ControlSender.Sent(0, 0));
            assertThat(send(sender, "b")).isEqualTo(new ControlSender.Sent(0, 1));

            assertThat(texts(await(topic, 2))).containsExactly("a", "b");
        }
        assertThat(logged("topic first at"))
                .satisfiesExactly(
                        line -> assertThat(line).contains("There are no requests: topic first"),
                        line -> assertThat(line).contains("Requests are read from topic first"));
    }

    @Test
    void readingGoesOnWhereItIsTold() throws Exception {
        LogPartition partition = filled("goes-on", 5);
        try (ControlTopic topic = new ControlTopic(open(), "goes-on")) {
            topic.seek(Map.of(partition, 3L));

            List<ControlTopic.Message> messages = await(topic, 2);
            assertThat(messages).extracting(ControlTopic.Message::offset).containsExactly(3L, 4L);
            assertThat(messages)
                    .extracting(ControlTopic.Message::log)
                    .containsOnly(partition.log().text());
            assertThat(messages)
                    .extracting(ControlTopic.Message::appendedAtMillis)
                    .allSatisfy(millis -> assertThat(millis).isPositive());
            assertThat(poll(topic)).isEmpty();
        }
    }

    @Test
    void whereAPositionIsGoneReadingGoesOnAtTheFirstRecord() throws Exception {
        LogPartition partition = filled("gone", 5);
        BROKER.log().deleteBefore("gone", 0, 2);

        for (long position : new long[] {0, 99}) {
            try (ControlTopic topic = new ControlTopic(open(), "gone")) {
                topic.seek(Map.of(partition, position));
                assertThat(await(topic, 3))
                        .extracting(ControlTopic.Message::offset)
                        .containsExactly(2L, 3L, 4L);
            }
        }
        assertThat(logged("positions at which requests were to be read"))
                .filteredOn(line -> line.contains("gone"))
                .hasSize(2);
    }

    @Test
    void partitionsThatComeLaterAreReadFromTheirFirstRecord() throws Exception {
        filled("grows", 1);
        try (ControlTopic topic = new ControlTopic(open(), "grows")) {
            await(topic, 1);
            BROKER.log().growTo("grows", 2);
            BROKER.log().append("grows", 1, "key", null);

            assertThat(await(topic, 1)).singleElement().satisfies(message -> {
                assertThat(message.partition()).isEqualTo(1);
                assertThat(message.offset()).isZero();
                assertThat(message.value()).isNull();
            });
        }
    }

    @Test
    void aTopicThatIsCreatedAgainIsReadFromItsFirstRecord() throws Exception {
        LogPartition former = filled("again", 3);
        try (ControlTopic topic = new ControlTopic(open(), "again")) {
            assertThat(await(topic, 3))
                    .extracting(ControlTopic.Message::log)
                    .containsOnly(former.log().text());
            BROKER.log().recreate("again", 1);
            BROKER.log().fill("again", 0, 5);

            List<ControlTopic.Message> messages = await(topic, 5);
            assertThat(messages).extracting(ControlTopic.Message::offset).containsExactly(0L, 1L, 2L, 3L, 4L);
            assertThat(messages)
                    .extracting(ControlTopic.Message::log)
                    .containsOnly(BROKER.log().partition("again", 0).log().text());
        }
    }

    @Test
    void positionsOfAFormerLifeSayNothing() throws Exception {
        LogPartition former = filled("lives", 3);
        BROKER.log().recreate("lives", 1);
        BROKER.log().fill("lives", 0, 5);
        try (ControlTopic topic = new ControlTopic(open(), "lives")) {
            topic.seek(Map.of(former, 3L));
            assertThat(await(topic, 5)).hasSize(5);
        }
    }

    @Test
    void whatIsNotCommittedIsNoRequest() throws Exception {
        BROKER.log().topics(1, "transactions");
        BROKER.log().transaction("transactions", 0, false, 2);
        BROKER.log().transaction("transactions", 0, true, 2);
        try (ControlTopic topic = new ControlTopic(open(), "transactions")) {
            assertThat(texts(await(topic, 2))).containsExactly("kept 0", "kept 1");
        }
    }

    @Test
    void aTopicThatMayNotBeReadIsReadOnceItMay() throws Exception {
        filled("closed", 1);
        KafkaAccess asker = asAsker();
        try (ControlTopic topic = new ControlTopic(asker, "closed");
                ControlSender sender = new ControlSender(asker, "closed")) {
            assertThat(poll(topic)).isEmpty();
            assertThatThrownBy(() -> send(sender, "refused"))
                    .isInstanceOf(LogUnavailableException.class)
                    .hasMessageContaining("does not let this user write to topic closed. Next: grant WRITE");
            assertThat(poll(topic)).isEmpty();

            grant("closed", AclOperation.READ);
            grant("closed", AclOperation.WRITE);
            assertThat(await(topic, 1)).hasSize(1);
            send(sender, "taken");
            assertThat(texts(await(topic, 1))).containsExactly("taken");
        }
        assertThat(logged("does not let this job's user read topic closed")).hasSize(1);
    }

    @Test
    void aTopicThatMayNotBeCreatedIsNamed() {
        try (ControlSender sender = new ControlSender(asAsker(), "uncreated")) {
            assertThatThrownBy(() -> send(sender, "refused"))
                    .isInstanceOf(LogUnavailableException.class)
                    .hasMessageContaining("write to topic uncreated");
        }
    }

    @Test
    void whileNoBrokerAnswersThereIsNoRequest() throws Exception {
        KafkaAccess nowhere = new KafkaAccess("127.0.0.1:1", List.of("receipts"), "readers", Map.of());
        try (ControlTopic topic = new ControlTopic(nowhere, "nowhere");
                ControlSender sender = new ControlSender(nowhere, "nowhere")) {
            assertThat(poll(topic)).isEmpty();
            assertThatThrownBy(() -> send(sender, "lost"))
                    .isInstanceOf(LogUnavailableException.class)
                    .hasMessageContaining("did not answer about topic nowhere within 30 s");
            assertThat(poll(topic)).isEmpty();
        }
        KafkaAccess nobody = new KafkaAccess("no-such-host.invalid:9092", List.of("receipts"), "readers", Map.of());
        try (ControlTopic topic = new ControlTopic(nobody, "nobody")) {
            assertThat(poll(topic)).isEmpty();
            assertThat(poll(topic)).isEmpty();
        }
        assertThat(logged("no-such-host.invalid:9092 can't be asked")).hasSize(1);
    }

    @Test
    void aPollThatIsInterruptedSaysSo() throws Exception {
        filled("interrupted", 1);
        try (ControlTopic topic = new ControlTopic(open(), "interrupted")) {
            await(topic, 1);
            Thread.currentThread().interrupt();
            assertThatThrownBy(() -> topic.poll(Duration.ofSeconds(20))).isInstanceOf(InterruptedException.class);
            assertThat(Thread.interrupted()).as("flag").isFalse();
        }
    }

    private static KafkaAccess open() {
        return new KafkaAccess(BROKER.log().broker().bootstrapServers(), List.of("receipts"), "readers", Map.of());
    }

    private static KafkaAccess asAsker() {
        return new KafkaAccess(
                BROKER.log().broker().loginServers(),
                List.of("receipts"),
                "readers",
                Map.of(
                        "security.protocol",
                        "SASL_PLAINTEXT",
                        "sasl.mechanism",
                        "PLAIN",
                        "sasl.jaas.config",
                        "org.apache.kafka.common.security.plain.PlainLoginModule required username=\"asker\""
                                + " password=\"marker-of-the-password\";"));
    }

    private static void grant(String topic, AclOperation operation) throws Exception {
        BROKER.log()
                .admin()
                .createAcls(List.of(new AclBinding(
                        new ResourcePattern(ResourceType.TOPIC, topic, PatternType.LITERAL),
                        new AccessControlEntry("User:asker", "*", operation, AclPermissionType.ALLOW))))
                .all()
                .get();
    }

    private static LogPartition filled(String topic, int records) throws Exception {
        BROKER.log().topics(1, topic);
        BROKER.log().fill(topic, 0, records);
        return BROKER.log().partition(topic, 0);
    }

    private static ControlSender.Sent send(ControlSender sender, String text) throws InterruptedException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return sender.send(bytes, bytes);
    }

    /** One poll, which keeps to its time. */
    private static List<ControlTopic.Message> poll(ControlTopic topic) {
        long begun = System.nanoTime();
        try {
            return topic.poll(POLL);
        } catch (InterruptedException e) {
            throw new IllegalStateException("nobody interrupts this test", e);
        } finally {
            assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(POLL.plus(SLACK));
        }
    }

    private static List<ControlTopic.Message> await(ControlTopic topic, int messages) {
        List<ControlTopic.Message> got = new ArrayList<>();
        Await.until(
                () -> {
                    got.addAll(poll(topic));
                    return got.size() >= messages;
                },
                NOTICED,
                () -> "only " + got + " came");
        return got;
    }

    private static List<String> texts(List<ControlTopic.Message> messages) {
        return messages.stream()
                .map(message -> String.valueOf(LocalLog.text(message.value())))
                .toList();
    }

    private static List<String> logged(String words) throws Exception {
        try (var lines = Files.lines(Path.of("target/test.log"))) {
            return lines.filter(line -> line.contains("ControlTopic") && line.contains(words))
                    .toList();
        }
    }
}
