package io.recount.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The source and the group's offsets against a real broker. */
final class LogSourceIT {

    @RegisterExtension
    static final MiniClusterExtension FLINK = TestBroker.readers();

    @RegisterExtension
    static final TestBroker BROKER = TestBroker.open();

    @Test
    void everyRecordArrivesWithItsPlaceWhateverItsBytes() throws Exception {
        KafkaAccess access = BROKER.log().topics(2, "places");
        Instant before = Instant.now();
        BROKER.log().append("places", 0, "k", "v");
        BROKER.log().append("places", 1, null, null);
        String name = BROKER.log().partition("places", 0).log().text();
        try (ReadingJob job = ReadingJob.start(access, StartOffsets.earliest())) {
            List<RawRecord> records = job.awaitRecords(2);
            assertThat(records)
                    .extracting(
                            RawRecord::log,
                            RawRecord::partition,
                            RawRecord::offset,
                            r -> LocalLog.text(r.key()),
                            r -> LocalLog.text(r.value()))
                    .containsExactlyInAnyOrder(tuple(name, 0, 0L, "k", "v"), tuple(name, 1, 0L, null, null));
            assertThat(records)
                    .allSatisfy(record -> assertThat(Instant.ofEpochMilli(record.appendedAtMillis()))
                            .isBetween(before.minusSeconds(1), Instant.now().plusSeconds(1)));
        }
    }

    @Test
    void aStartAtPositionsReadsUnlistedPartitionsFromTheirFirstRecordAndIgnoresTheGroup() throws Exception {
        KafkaAccess access = BROKER.log().topics(2, "positions");
        BROKER.log().fill("positions", 0, 10);
        BROKER.log().fill("positions", 1, 10);
        LogPartition zero = BROKER.log().partition("positions", 0);
        LogPartition one = BROKER.log().partition("positions", 1);
        try (GroupOffsets offsets = new GroupOffsets(access)) {
            offsets.set(Map.of(zero, 9L, one, 9L));
        }
        StartPlan plan = LogCheck.plan(access, Map.of(zero, 7L), GapPolicy.REFUSE);
        try (ReadingJob job = ReadingJob.start(access, plan.offsets())) {
            job.awaitRecords(13);
            assertThat(job.offsets(zero)).containsExactly(7L, 8L, 9L);
            assertThat(job.offsets(one))
                    .containsExactlyElementsOf(LongStream.range(0, 10).boxed().toList());
        }
        assertThat(committed(access)).as("the source commits nothing").containsValue(9L);
    }

    @Test
    void twoTopicsAreReadAndGoOnEachAtItsOwnPosition() throws Exception {
        KafkaAccess access = BROKER.log().topics(2, "first", "second");
        BROKER.log().fill("first", 0, 5);
        BROKER.log().fill("second", 1, 3);
        String savepoint;
        try (ReadingJob job = ReadingJob.start(access, StartOffsets.earliest())) {
            job.awaitRecords(8);
            savepoint = job.stop(BROKER.folder());
        }
        BROKER.log().fill("first", 0, 1);
        BROKER.log().fill("second", 1, 1);
        try (ReadingJob job = ReadingJob.restore(access, savepoint)) {
            job.awaitRecords(2);
            assertThat(job.offsets(BROKER.log().partition("first", 0))).containsExactly(5L);
            assertThat(job.offsets(BROKER.log().partition("second", 1))).containsExactly(3L);
        }
    }

    @Test
    void whatATransactionGaveUpIsNotRead() throws Exception {
        KafkaAccess access = BROKER.log().topics(1, "transactions");
        BROKER.log().transaction("transactions", 0, false, 1);
        BROKER.log().transaction("transactions", 0, true, 1);
        try (ReadingJob job = ReadingJob.start(access, StartOffsets.earliest())) {
            job.awaitNextOffset(BROKER.log().partition("transactions", 0), 4);
            assertThat(job.records()).extracting(r -> LocalLog.text(r.value())).containsExactly("kept 0");
        }
    }

    @Test
    void partitionsThatComeUnderLoadAreReadFromTheirFirstRecord() throws Exception {
        KafkaAccess access = BROKER.log().topics(1, "growing");
        BROKER.log().fill("growing", 0, 5);
        try (ReadingJob job = ReadingJob.start(access, StartOffsets.earliest())) {
            job.awaitRecords(5);
            BROKER.log().growTo("growing", 3);
            LogPartition added = BROKER.log().partition("growing", 2);
            int written = 0;
            // Until it has been found, and beyond.
            while (job.offsets(added).isEmpty()) {
                BROKER.log().fill("growing", 2, 20);
                written += 20;
                job.awaitAny(added, Duration.ofMillis(500));
            }
            BROKER.log().fill("growing", 2, 20);
            written += 20;
            job.awaitNextOffset(added, written);
            assertThat(job.offsets(added))
                    .containsExactlyElementsOf(
                            LongStream.range(0, written).boxed().toList());
        }
    }

    @Test
    void everyPartitionTellsItsPositionEvenIfItIsEmpty() throws Exception {
        KafkaAccess access = BROKER.log().topics(3, "empty");
        BROKER.log().fill("empty", 2, 4);
        BROKER.log().deleteBefore("empty", 2, -1);
        try (ReadingJob job = ReadingJob.start(access, StartOffsets.earliest())) {
            job.awaitNextOffset(BROKER.log().partition("empty", 0), 0);
            job.awaitNextOffset(BROKER.log().partition("empty", 1), 0);
            job.awaitNextOffset(BROKER.log().partition("empty", 2), 4);
        }
    }

    @Test
    void aGroupsOffsetsAreThoseThatWereSet() throws Exception {
        KafkaAccess access = BROKER.log().topics(2, "group");
        LogPartition zero = BROKER.log().partition("group", 0);
        LogPartition one = BROKER.log().partition("group", 1);
        try (GroupOffsets offsets = new GroupOffsets(access)) {
            offsets.set(Map.of());
            assertThat(committed(access)).isEmpty();
            offsets.set(Map.of(zero, 5L, one, 6L));
            offsets.set(Map.of(zero, 4L));
            LogPartition gone = new LogPartition(new LogName("group", "earlier"), 0);
            offsets.set(Map.of(gone, 900L, zero, 4L));
        }
        assertThat(committed(access))
                .isEqualTo(Map.of(new TopicPartition("group", 0), 4L, new TopicPartition("group", 1), 6L));
    }

    @Test
    void aBrokerThatIsAwayCostsSecondsOnly() {
        KafkaAccess nowhere = new KafkaAccess("127.0.0.1:1", List.of("group"), "away", Map.of());
        long begun = System.nanoTime();
        try (GroupOffsets offsets = new GroupOffsets(nowhere)) {
            assertThatThrownBy(() -> offsets.set(Map.of(new LogPartition(new LogName("group", "x"), 0), 1L)))
                    .satisfiesAnyOf(
                            e -> assertThat(e).isInstanceOf(TimeoutException.class),
                            e -> assertThat(e)
                                    .hasRootCauseInstanceOf(org.apache.kafka.common.errors.TimeoutException.class));
        }
        assertThat(Duration.ofNanos(System.nanoTime() - begun))
                .as("less than the minute that Kafka's client takes by itself")
                .isLessThan(Duration.ofSeconds(45));
    }

    private static Map<TopicPartition, Long> committed(KafkaAccess access) throws Exception {
        Map<TopicPartition, OffsetAndMetadata> offsets = BROKER.log()
                .admin()
                .listConsumerGroupOffsets(access.groupId())
                .partitionsToOffsetAndMetadata()
                .get();
        return offsets.entrySet().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, e -> e.getValue().offset()));
    }
}
