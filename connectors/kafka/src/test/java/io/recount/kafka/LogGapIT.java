package io.recount.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Records that were never read and are gone are never passed over in silence. */
final class LogGapIT {

    @RegisterExtension
    static final MiniClusterExtension FLINK = TestBroker.readers();

    @RegisterExtension
    static final TestBroker BROKER = TestBroker.open();

    @Test
    void aJobWithStateEndsForGoodIfUnreadRecordsAreDeleted() throws Exception {
        KafkaAccess access = BROKER.log().topics(1, "truncated");
        BROKER.log().fill("truncated", 0, 4);
        String savepoint = readAndStop(access, 4);
        BROKER.log().fill("truncated", 0, 6);
        BROKER.log().deleteBefore("truncated", 0, 7);

        try (ReadingJob job = ReadingJob.restore(access, savepoint)) {
            assertThat(job.failure())
                    .contains("In " + BROKER.log().partition("truncated", 0).shown())
                    .contains("offsets 4 to 6 were never read and are deleted: the log begins at 7")
                    .contains("start.from=ledger", "kafka.gap.policy");
            assertThat(job.records()).isEmpty();
        }
    }

    @Test
    void whatWasReadMayBeDeleted() throws Exception {
        KafkaAccess access = BROKER.log().topics(1, "shortened");
        BROKER.log().fill("shortened", 0, 4);
        String savepoint = readAndStop(access, 4);
        BROKER.log().deleteBefore("shortened", 0, 4);
        BROKER.log().fill("shortened", 0, 1);

        try (ReadingJob job = ReadingJob.restore(access, savepoint)) {
            job.awaitRecords(1);
            assertThat(job.offsets(BROKER.log().partition("shortened", 0))).containsExactly(4L);
        }
    }

    @ParameterizedTest(name = "with {1} records")
    @CsvSource({"fewer, 2", "more, 9"})
    void aJobWithStateEndsForGoodIfItsTopicWasCreatedAgain(String topic, int records) throws Exception {
        KafkaAccess access = BROKER.log().topics(1, topic);
        BROKER.log().fill(topic, 0, 5);
        String before = BROKER.log().partition(topic, 0).log().topicId();
        String savepoint = readAndStop(access, 5);
        BROKER.log().recreate(topic, 1);
        BROKER.log().fill(topic, 0, records);

        try (ReadingJob job = ReadingJob.restore(access, savepoint)) {
            assertThat(job.failure())
                    .contains("Topic " + topic + " was deleted and created again")
                    .contains(before, BROKER.log().partition(topic, 0).log().topicId(), "start.from=ledger");
            assertThat(job.records()).isEmpty();
        }
    }

    @Test
    void aTopicThatIsCreatedAgainUnderARunningJobEndsIt() throws Exception {
        KafkaAccess access = BROKER.log().topics(1, "swapped");
        BROKER.log().fill("swapped", 0, 5);
        try (ReadingJob job = ReadingJob.start(access, StartOffsets.earliest())) {
            job.awaitRecords(5);
            job.awaitCheckpoint(BROKER.folder());
            BROKER.log().recreate("swapped", 1);
            BROKER.log().fill("swapped", 0, 9);
            assertThat(job.failure()).contains("Topic swapped was deleted and created again");
        }
    }

    @ParameterizedTest(name = "with {1} records")
    @CsvSource({"again-fewer, 2", "again-more, 9"})
    void positionsInATopicThatWasCreatedAgainAreRefusedOrRecorded(String topic, int records) throws Exception {
        KafkaAccess access = BROKER.log().topics(1, topic);
        BROKER.log().fill(topic, 0, 5);
        LogPartition before = BROKER.log().partition(topic, 0);
        BROKER.log().recreate(topic, 1);
        BROKER.log().fill(topic, 0, records);
        LogPartition after = BROKER.log().partition(topic, 0);

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
        KafkaAccess access = BROKER.log().topics(2, "behind");
        BROKER.log().fill("behind", 0, 10);
        BROKER.log().fill("behind", 1, 3);
        BROKER.log().deleteBefore("behind", 0, 7);
        BROKER.log().deleteBefore("behind", 1, 2);
        LogPartition zero = BROKER.log().partition("behind", 0);
        LogPartition one = BROKER.log().partition("behind", 1);
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
        KafkaAccess access = BROKER.log().topics(1, "beyond");
        BROKER.log().fill("beyond", 0, 3);
        Map<LogPartition, Long> positions = Map.of(BROKER.log().partition("beyond", 0), 5L);

        assertThatThrownBy(() -> LogCheck.plan(access, positions, GapPolicy.RECORD))
                .isInstanceOf(LogGapException.class)
                .hasMessageContaining("was read up to offset 5, and the log ends at 3");
    }

    @Test
    void aTransactionalPartitionThatRetentionEmptiedIsNoGap() throws Exception {
        KafkaAccess access = BROKER.log().topics(1, "idle");
        BROKER.log().transaction("idle", 0, true, 10);
        BROKER.log().transaction("idle", 0, false, 5);
        LogPartition idle = BROKER.log().partition("idle", 0);
        String savepoint;
        try (ReadingJob job = ReadingJob.start(access, StartOffsets.earliest())) {
            job.awaitNextOffset(idle, 17);
            assertThat(job.records()).hasSize(10);
            savepoint = job.stop(BROKER.folder());
        }
        BROKER.log().deleteBefore("idle", 0, -1);

        assertThat(LogCheck.plan(access, Map.of(idle, 17L), GapPolicy.REFUSE).gaps())
                .isEmpty();
        assertThatThrownBy(() -> LogCheck.plan(access, Map.of(idle, 10L), GapPolicy.REFUSE))
                .as("the last record's position")
                .isInstanceOf(LogGapException.class);
        BROKER.log().transaction("idle", 0, true, 1);
        try (ReadingJob job = ReadingJob.restore(access, savepoint)) {
            job.awaitRecords(1);
            assertThat(job.offsets(idle)).containsExactly(17L);
        }
    }

    @Test
    void aPartitionThatCameWhileTheJobWasAwayIsReadFromItsFirstRecord() throws Exception {
        KafkaAccess access = BROKER.log().topics(1, "grown");
        BROKER.log().fill("grown", 0, 2);
        String savepoint = readAndStop(access, 2);
        BROKER.log().growTo("grown", 3);
        BROKER.log().fill("grown", 1, 50);
        BROKER.log().fill("grown", 2, 3);

        try (ReadingJob job = ReadingJob.restore(access, savepoint)) {
            job.awaitRecords(53);
            assertThat(job.offsets(BROKER.log().partition("grown", 1)))
                    .hasSize(50)
                    .startsWith(0L);
            assertThat(job.offsets(BROKER.log().partition("grown", 2))).containsExactly(0L, 1L, 2L);
        }
        BROKER.log().deleteBefore("grown", 2, 2);
        try (ReadingJob job = ReadingJob.restore(access, savepoint)) {
            assertThat(job.failure()).contains("offsets 0 to 1 were never read and are deleted");
        }
    }

    @Test
    void aTopicThatIsTakenOutAndPutBackGoesOnWhereItStopped() throws Exception {
        KafkaAccess both = BROKER.log().topics(2, "kept", "paused");
        KafkaAccess one = new KafkaAccess(both.bootstrapServers(), List.of("kept"), both.groupId(), Map.of());
        BROKER.log().fill("kept", 0, 1);
        BROKER.log().fill("paused", 0, 4);
        String without = withoutIt(one, readAndStop(both, 5));
        BROKER.log().fill("paused", 0, 2);
        BROKER.log().growTo("paused", 3);
        BROKER.log().fill("paused", 2, 1);
        LogPartition paused = BROKER.log().partition("paused", 0);

        try (ReadingJob job = ReadingJob.restore(both, without)) {
            job.awaitNextOffset(paused, 6);
            job.awaitNextOffset(BROKER.log().partition("paused", 1), 0);
            job.awaitNextOffset(BROKER.log().partition("paused", 2), 1);
            assertThat(job.offsets(paused)).as("what it had not read").containsExactly(4L, 5L);
        }
        BROKER.log().deleteBefore("paused", 0, 5);
        try (ReadingJob job = ReadingJob.restore(both, without)) {
            assertThat(job.failure()).contains("offsets 4 to 4 were never read and are deleted: the log begins at 5");
            assertThat(job.offsets(paused)).isEmpty();
        }
        BROKER.log().recreate("paused", 1);
        try (ReadingJob job = ReadingJob.restore(both, without)) {
            assertThat(job.failure()).contains("Topic paused was deleted and created again");
        }
    }

    /** Reads on without the other topic for a while, twice: what it left lies in a state that never saw it read. */
    private static String withoutIt(KafkaAccess one, String savepoint) throws Exception {
        String newest = savepoint;
        for (int i = 0; i < 2; i++) {
            BROKER.log().fill("kept", 0, 1);
            try (ReadingJob job = ReadingJob.restore(one, newest)) {
                job.awaitRecords(1);
                newest = job.stop(BROKER.folder());
                assertThat(job.records())
                        .extracting(RawRecord::log)
                        .containsOnly(BROKER.log().partition("kept", 0).log().text());
            }
        }
        return newest;
    }

    private static String readAndStop(KafkaAccess access, int records) throws Exception {
        try (ReadingJob job = ReadingJob.start(access, StartOffsets.earliest())) {
            List<RawRecord> read = job.awaitRecords(records);
            assertThat(read).hasSize(records);
            return job.stop(BROKER.folder());
        }
    }
}
