package io.recount.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.recount.local.LocalKafka;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Records that were never read and are gone are never passed over in silence. */
final class LogGapIT {

    @RegisterExtension
    static final MiniClusterExtension FLINK = new MiniClusterExtension(new MiniClusterResourceConfiguration.Builder()
            .setNumberTaskManagers(1)
            .setNumberSlotsPerTaskManager(2)
            .build());

    @TempDir
    static Path folder;

    private static LocalLog log;

    @BeforeAll
    static void start() {
        LocalKafka broker = LocalKafka.builder(folder.resolve("kafka")).build();
        broker.start();
        log = new LocalLog(broker);
    }

    @AfterAll
    static void stop() {
        log.close();
    }

    @Test
    void aJobWithStateEndsForGoodIfUnreadRecordsAreDeleted() throws Exception {
        KafkaAccess access = log.topics(1, "truncated");
        log.fill("truncated", 0, 4);
        String savepoint = readAndStop(access, 4);
        log.fill("truncated", 0, 6);
        log.deleteBefore("truncated", 0, 7);

        try (ReadingJob job = ReadingJob.restore(access, savepoint)) {
            assertThat(job.failure())
                    .contains("In " + log.partition("truncated", 0).shown())
                    .contains("offsets 4 to 6 were never read and are deleted: the log begins at 7")
                    .contains("start.from=ledger", "kafka.gap.policy");
            assertThat(job.records()).isEmpty();
        }
    }

    @Test
    void whatWasReadMayBeDeleted() throws Exception {
        KafkaAccess access = log.topics(1, "shortened");
        log.fill("shortened", 0, 4);
        String savepoint = readAndStop(access, 4);
        log.deleteBefore("shortened", 0, 4);
        log.fill("shortened", 0, 1);

        try (ReadingJob job = ReadingJob.restore(access, savepoint)) {
            job.awaitRecords(1);
            assertThat(job.offsets(log.partition("shortened", 0))).containsExactly(4L);
        }
    }

    @ParameterizedTest(name = "with {1} records")
    @CsvSource({"fewer, 2", "more, 9"})
    void aJobWithStateEndsForGoodIfItsTopicWasCreatedAgain(String topic, int records) throws Exception {
        KafkaAccess access = log.topics(1, topic);
        log.fill(topic, 0, 5);
        String before = log.partition(topic, 0).log().topicId();
        String savepoint = readAndStop(access, 5);
        log.recreate(topic, 1);
        log.fill(topic, 0, records);

        try (ReadingJob job = ReadingJob.restore(access, savepoint)) {
            assertThat(job.failure())
                    .contains("Topic " + topic + " was deleted and created again")
                    .contains(before, log.partition(topic, 0).log().topicId(), "start.from=ledger");
            assertThat(job.records()).isEmpty();
        }
    }

    @Test
    void aTopicThatIsCreatedAgainUnderARunningJobEndsIt() throws Exception {
        KafkaAccess access = log.topics(1, "swapped");
        log.fill("swapped", 0, 5);
        try (ReadingJob job = ReadingJob.start(access, StartOffsets.earliest())) {
            job.awaitRecords(5);
            job.awaitCheckpoint(folder);
            log.recreate("swapped", 1);
            log.fill("swapped", 0, 9);
            assertThat(job.failure()).contains("Topic swapped was deleted and created again");
        }
    }

    @ParameterizedTest(name = "with {1} records")
    @CsvSource({"again-fewer, 2", "again-more, 9"})
    void positionsInATopicThatWasCreatedAgainAreRefusedOrRecorded(String topic, int records) throws Exception {
        KafkaAccess access = log.topics(1, topic);
        log.fill(topic, 0, 5);
        LogPartition before = log.partition(topic, 0);
        log.recreate(topic, 1);
        log.fill(topic, 0, records);
        LogPartition after = log.partition(topic, 0);

        assertThatThrownBy(() -> LogCheck.plan(access, Map.of(before, 5L), GapPolicy.REFUSE))
                .isInstanceOf(LogGapException.class)
                .hasMessageContaining(before.shown() + ": what came from offset 5 on is gone with the topic")
                .hasMessageContaining("kafka.gap.policy=record");

        StartPlan plan = LogCheck.plan(access, Map.of(before, 5L), GapPolicy.RECORD);
        assertThat(plan.gaps()).containsExactly(new LogGap(before, 5, OptionalLong.empty()));
        try (ReadingJob job = ReadingJob.start(access, plan.offsets())) {
            job.awaitRecords(records);
            assertThat(job.offsets(after)).hasSize(records).startsWith(0L);
        }
        StartPlan later = LogCheck.plan(access, Map.of(before, 5L, after, 1L), GapPolicy.REFUSE);
        assertThat(later.gaps()).as("what was recorded once").isEmpty();
        assertThat(later.offsets().nextOffsets()).isEqualTo(Map.of(after, 1L));
    }

    @Test
    void positionsThatTheLogNoLongerHoldsAreRefusedOrRecorded() throws Exception {
        KafkaAccess access = log.topics(2, "behind");
        log.fill("behind", 0, 10);
        log.fill("behind", 1, 3);
        log.deleteBefore("behind", 0, 7);
        log.deleteBefore("behind", 1, 2);
        LogPartition zero = log.partition("behind", 0);
        LogPartition one = log.partition("behind", 1);
        Map<LogPartition, Long> positions = Map.of(zero, 4L);

        assertThatThrownBy(() -> LogCheck.plan(access, positions, GapPolicy.REFUSE))
                .isInstanceOf(LogGapException.class)
                .hasMessageContaining(zero.shown() + ": offsets 4 to 6 are deleted")
                .hasMessageContaining(one.shown() + ": offsets 0 to 1 are deleted");

        StartPlan plan = LogCheck.plan(access, positions, GapPolicy.RECORD);
        assertThat(plan.gaps())
                .containsExactlyInAnyOrder(
                        new LogGap(zero, 4, OptionalLong.of(7)), new LogGap(one, 0, OptionalLong.of(2)));
        try (ReadingJob job = ReadingJob.start(access, plan.offsets())) {
            job.awaitRecords(4);
            assertThat(job.offsets(zero)).containsExactly(7L, 8L, 9L);
            assertThat(job.offsets(one)).containsExactly(2L);
        }
    }

    @Test
    void positionsBeyondTheEndAreRefusedWhateverThePolicy() throws Exception {
        KafkaAccess access = log.topics(1, "beyond");
        log.fill("beyond", 0, 3);
        Map<LogPartition, Long> positions = Map.of(log.partition("beyond", 0), 5L);

        assertThatThrownBy(() -> LogCheck.plan(access, positions, GapPolicy.RECORD))
                .isInstanceOf(LogGapException.class)
                .hasMessageContaining("was read up to offset 5, and the log ends at 3");
    }

    @Test
    void aTransactionalPartitionThatRetentionEmptiedIsNoGap() throws Exception {
        KafkaAccess access = log.topics(1, "idle");
        log.transaction("idle", 0, true, 10);
        log.transaction("idle", 0, false, 5);
        LogPartition idle = log.partition("idle", 0);
        String savepoint;
        try (ReadingJob job = ReadingJob.start(access, StartOffsets.earliest())) {
            job.awaitNextOffset(idle, 17);
            assertThat(job.records()).hasSize(10);
            savepoint = job.stop(folder);
        }
        log.deleteBefore("idle", 0, -1);

        assertThat(LogCheck.plan(access, Map.of(idle, 17L), GapPolicy.REFUSE).gaps())
                .isEmpty();
        assertThatThrownBy(() -> LogCheck.plan(access, Map.of(idle, 10L), GapPolicy.REFUSE))
                .as("the last record's position")
                .isInstanceOf(LogGapException.class);
        log.transaction("idle", 0, true, 1);
        try (ReadingJob job = ReadingJob.restore(access, savepoint)) {
            job.awaitRecords(1);
            assertThat(job.offsets(idle)).containsExactly(17L);
        }
    }

    @Test
    void aPartitionThatCameWhileTheJobWasAwayIsReadFromItsFirstRecord() throws Exception {
        KafkaAccess access = log.topics(1, "grown");
        log.fill("grown", 0, 2);
        String savepoint = readAndStop(access, 2);
        log.growTo("grown", 3);
        log.fill("grown", 1, 50);
        log.fill("grown", 2, 3);

        try (ReadingJob job = ReadingJob.restore(access, savepoint)) {
            job.awaitRecords(53);
            assertThat(job.offsets(log.partition("grown", 1))).hasSize(50).startsWith(0L);
            assertThat(job.offsets(log.partition("grown", 2))).containsExactly(0L, 1L, 2L);
        }
        log.deleteBefore("grown", 2, 2);
        try (ReadingJob job = ReadingJob.restore(access, savepoint)) {
            assertThat(job.failure()).contains("offsets 0 to 1 were never read and are deleted");
        }
    }

    @Test
    void aTopicThatIsTakenOutAndPutBackGoesOnWhereItStopped() throws Exception {
        KafkaAccess both = log.topics(2, "kept", "paused");
        KafkaAccess one = new KafkaAccess(both.bootstrapServers(), List.of("kept"), both.groupId(), Map.of());
        log.fill("kept", 0, 1);
        log.fill("paused", 0, 4);
        String without = withoutIt(one, readAndStop(both, 5));
        log.fill("paused", 0, 2);
        log.growTo("paused", 3);
        log.fill("paused", 2, 1);
        LogPartition paused = log.partition("paused", 0);

        try (ReadingJob job = ReadingJob.restore(both, without)) {
            job.awaitNextOffset(paused, 6);
            job.awaitNextOffset(log.partition("paused", 1), 0);
            job.awaitNextOffset(log.partition("paused", 2), 1);
            assertThat(job.offsets(paused)).as("what it had not read").containsExactly(4L, 5L);
        }
        log.deleteBefore("paused", 0, 5);
        try (ReadingJob job = ReadingJob.restore(both, without)) {
            assertThat(job.failure()).contains("offsets 4 to 4 were never read and are deleted: the log begins at 5");
            assertThat(job.offsets(paused)).isEmpty();
        }
        log.recreate("paused", 1);
        try (ReadingJob job = ReadingJob.restore(both, without)) {
            assertThat(job.failure()).contains("Topic paused was deleted and created again");
        }
    }

    /** Reads on without the other topic for a while, twice: what it left lies in a state that never saw it read. */
    private static String withoutIt(KafkaAccess one, String savepoint) throws Exception {
        String newest = savepoint;
        for (int i = 0; i < 2; i++) {
            log.fill("kept", 0, 1);
            try (ReadingJob job = ReadingJob.restore(one, newest)) {
                job.awaitRecords(1);
                newest = job.stop(folder);
                assertThat(job.records())
                        .extracting(RawRecord::log)
                        .containsOnly(log.partition("kept", 0).log().text());
            }
        }
        return newest;
    }

    private static String readAndStop(KafkaAccess access, int records) throws Exception {
        try (ReadingJob job = ReadingJob.start(access, StartOffsets.earliest())) {
            List<RawRecord> read = job.awaitRecords(records);
            assertThat(read).hasSize(records);
            return job.stop(folder);
        }
    }
}
