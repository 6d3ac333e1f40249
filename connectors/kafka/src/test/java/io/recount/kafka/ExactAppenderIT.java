package io.recount.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.recount.kafka.ExactAppender.Progress;
import io.recount.local.Await;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** An input is appended exactly once, whoever dies of those that append it. */
final class ExactAppenderIT {

    private static final int LARGEST_BYTES = 2 << 20;
    private static final String PASSWORD = "marker-of-the-password";

    @RegisterExtension
    static final TestBroker BROKER = TestBroker.withUsers(Map.of("writer", PASSWORD));

    @Test
    void recordsAndProgressAreThereTogetherOrNeitherIs() throws Exception {
        KafkaAccess access = newTopic(2, "together");
        try (ExactAppender first = open(access, "together", "file")) {
            assertThat(first.progress()).isEmpty();
            first.append(numbered(0, 3), new Progress(3, "note of three"));
            LogWriteException failed = catchThrowableOfType(
                    LogWriteException.class, () -> first.append(failingAt(numbered(3, 9), 4, false), progress(9)));
            assertThat(failed).isNotNull();
        }
        try (ExactAppender second = open(access, "together", "file");
                ExactAppender other = open(access, "together", "other")) {
            assertThat(second.progress()).contains(new Progress(3, "note of three"));
            assertThat(other.progress()).as("of another input").isEmpty();
            second.append(List.of(), new Progress(5, "nothing to append"));
        }
        try (ExactAppender third = open(access, "together", "file")) {
            assertThat(third.progress()).contains(new Progress(5, "nothing to append"));
        }
        assertThat(committed(access, "together", 2)).containsExactlyInAnyOrder("0", "1", "2");
    }

    /** A crash is an error that nobody handles: its transaction stays open, as that of a killed process does. */
    @Test
    void crashesAtRandomPointsNeitherRepeatARecordNorLoseOne() throws Exception {
        long seed = new SplittableRandom().nextLong();
        System.out.println("Seed " + seed);
        SplittableRandom random = new SplittableRandom(seed);
        KafkaAccess access = newTopic(3, "crashes");
        int all = 3_000;
        int crashes = 0;
        List<ExactAppender> crashed = new ArrayList<>();
        long done = 0;
        while (done < all) {
            ExactAppender appender = open(access, "crashes", "file");
            crashed.add(appender);
            done = appender.progress().map(Progress::position).orElse(0L);
            int crashAfter = random.nextInt(400);
            try {
                while (done < all) {
                    int until = (int) Math.min(all, done + random.nextInt(1, 100));
                    List<NewRecord> batch = numbered((int) done, until);
                    appender.append(failingAt(batch, crashAfter, true), progress(until));
                    crashAfter -= batch.size();
                    done = until;
                }
            } catch (StackOverflowError crash) {
                crashes++;
            }
        }
        crashed.forEach(ExactAppender::close);

        assertThat(crashes).as("seed %d", seed).isGreaterThan(3);
        assertThat(committed(access, "crashes", 3))
                .as("seed %d, %d crashes", seed, crashes)
                .containsExactlyInAnyOrderElementsOf(
                        IntStream.range(0, all).mapToObj(String::valueOf).toList());
    }

    @Test
    void whoeverOpensAnInputEndsTheAppendingOfWhoeverHadIt() throws Exception {
        KafkaAccess access = newTopic(1, "twice");
        try (ExactAppender first = open(access, "twice", "file")) {
            first.append(numbered(0, 2), progress(2));
            try (ExactAppender second = open(access, "twice", "file")) {
                assertThat(second.progress()).contains(progress(2));
                LogWriteException fenced =
                        catchThrowableOfType(LogWriteException.class, () -> first.append(numbered(2, 4), progress(4)));
                assertThat(fenced)
                        .hasMessageContaining(
                                "another process has begun to append the same input, as " + access.groupId() + "-file")
                        .hasMessageContaining("Next: leave it to that one");
                second.append(numbered(2, 4), progress(4));
            }
        }
        assertThat(committed(access, "twice", 1)).containsExactly("0", "1", "2", "3");
    }

    @Test
    void ofATopicThatWasCreatedAgainNothingIsKnown() throws Exception {
        KafkaAccess access = newTopic(1, "again");
        try (ExactAppender first = open(access, "again", "file")) {
            first.append(numbered(0, 2), progress(2));
        }
        String before = topicId("again").orElseThrow();
        BROKER.log().recreate("again", 1);
        awaitTopic("again", before);

        try (ExactAppender second = open(access, "again", "file")) {
            assertThat(second.progress()).isEmpty();
            second.append(numbered(0, 1), progress(1));
        }
        assertThat(committed(access, "again", 1)).containsExactly("0");
    }

    @Test
    void aRecordThatTheTopicDoesNotTakeIsTold() throws Exception {
        KafkaAccess access = newTopic(1, "large");
        List<NewRecord> batch = new ArrayList<>(numbered(0, 5));
        byte[] large = new byte[LARGEST_BYTES];
        new Random(1).nextBytes(large);
        batch.set(3, new NewRecord(null, large));
        try (ExactAppender appender = open(access, "large", "file")) {
            LogWriteException refused =
                    catchThrowableOfType(LogWriteException.class, () -> appender.append(batch, progress(5)));
            assertThat(refused.recordIndex()).hasValue(3);
            assertThat(refused).hasMessageContaining("Next: raise max.message.bytes of topic large");
        }
        assertThat(committed(access, "large", 1)).isEmpty();
    }

    @Test
    void aUserWithoutGrantsIsToldWhichOne() throws Exception {
        KafkaAccess administrator = newTopic(1, "granted");
        KafkaAccess access = new KafkaAccess(
                BROKER.log().broker().loginServers(),
                List.of("granted"),
                "recount",
                Map.of(
                        "security.protocol",
                        "SASL_PLAINTEXT",
                        "sasl.mechanism",
                        "PLAIN",
                        "sasl.jaas.config",
                        "org.apache.kafka.common.security.plain.PlainLoginModule required username=\"writer\" password=\""
                                + PASSWORD + "\";"));
        grant(ResourceType.TOPIC, "granted", AclOperation.READ);
        assertThat(refusal(access)).contains("Next: grant WRITE on transactional id recount-file");
        grant(ResourceType.TRANSACTIONAL_ID, "recount-file", AclOperation.WRITE);
        assertThat(refusal(access)).contains("Next: grant READ on group recount-file");
        grant(ResourceType.GROUP, "recount-file", AclOperation.READ);
        assertThat(refusal(access)).contains("Next: grant WRITE on topic granted");
        grant(ResourceType.TOPIC, "granted", AclOperation.WRITE);
        try (ExactAppender appender = open(access, "granted", "file")) {
            appender.append(numbered(0, 1), progress(1));
        }
        assertThat(committed(administrator, "granted", 1)).containsExactly("0");
    }

    /** One that the broker knows of: it says that a topic is created somewhat sooner. */
    private static KafkaAccess newTopic(int partitions, String name) throws Exception {
        KafkaAccess access = BROKER.log().topics(partitions, name);
        awaitTopic(name, "");
        return access;
    }

    private static void awaitTopic(String name, String formerId) {
        Await.until(
                () -> topicId(name).filter(id -> !id.equals(formerId)).isPresent(),
                Duration.ofMinutes(1),
                () -> "The broker does not know topic " + name);
    }

    private static Optional<String> topicId(String name) {
        try {
            return Optional.of(BROKER.log().partition(name, 0).log().topicId());
        } catch (ExecutionException e) {
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    private static String refusal(KafkaAccess access) {
        LogWriteException refused = catchThrowableOfType(LogWriteException.class, () -> {
            try (ExactAppender appender = open(access, "granted", "file")) {
                appender.append(numbered(0, 1), progress(1));
            }
        });
        assertThat(refused).isNotNull();
        return String.valueOf(refused.getMessage());
    }

    private static void grant(ResourceType type, String name, AclOperation operation) throws Exception {
        BROKER.log()
                .admin()
                .createAcls(List.of(new AclBinding(
                        new ResourcePattern(type, name, PatternType.LITERAL),
                        new AccessControlEntry("User:writer", "*", operation, AclPermissionType.ALLOW))))
                .all()
                .get();
    }

    private static ExactAppender open(KafkaAccess access, String topic, String input) {
        return ExactAppender.open(access, topic, input, LARGEST_BYTES);
    }

    private static Progress progress(long position) {
        return new Progress(position, "");
    }

    private static List<NewRecord> numbered(int from, int until) {
        return IntStream.range(from, until)
                .mapToObj(number -> new NewRecord(null, String.valueOf(number).getBytes(StandardCharsets.UTF_8)))
                .toList();
    }

    /** A batch that can't be read to its end, or crashes whoever reads it; an index behind its end does neither. */
    private static List<NewRecord> failingAt(List<NewRecord> records, int index, boolean crashes) {
        return new AbstractList<>() {
            @Override
            public NewRecord get(int asked) {
                if (asked == index && crashes) {
                    throw new StackOverflowError("as the test wants it");
                }
                if (asked == index) {
                    throw new IllegalStateException("as the test wants it");
                }
                return records.get(asked);
            }

            @Override
            public int size() {
                return records.size();
            }
        };
    }

    /** All that readers of committed records see. */
    private static List<String> committed(KafkaAccess access, String topic, int partitions) {
        List<String> values = new ArrayList<>();
        List<TopicPartition> all = IntStream.range(0, partitions)
                .mapToObj(number -> new TopicPartition(topic, number))
                .toList();
        try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(
                Map.of("bootstrap.servers", access.bootstrapServers(), "isolation.level", "read_committed"),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer())) {
            consumer.assign(all);
            consumer.seekToBeginning(all);
            Map<TopicPartition, Long> ends = consumer.endOffsets(all);
            while (all.stream()
                    .anyMatch(partition -> consumer.position(partition) < ends.getOrDefault(partition, 0L))) {
                consumer.poll(Duration.ofMillis(200))
                        .forEach(record -> values.add(Objects.requireNonNull(LocalLog.text(record.value()))));
            }
        }
        return values;
    }
}
