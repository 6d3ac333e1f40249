package io.recount.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.Set;
import org.apache.flink.connector.base.source.reader.RecordsBySplits;
import org.apache.flink.connector.base.source.reader.RecordsWithSplitIds;
import org.apache.flink.connector.base.source.reader.splitreader.SplitReader;
import org.apache.flink.connector.base.source.reader.splitreader.SplitsAddition;
import org.apache.flink.connector.base.source.reader.splitreader.SplitsChange;
import org.apache.flink.connector.kafka.source.split.KafkaPartitionSplit;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What is made of the connector's fetches and positions, without a broker. */
final class PartitionReaderTest {

    private static final KafkaAccess ACCESS = new KafkaAccess("nowhere:1", List.of("receipts"), "readers", Map.of());
    private static final LogPartition ZERO = new LogPartition(new LogName("receipts", "life"), 0);
    private static final LogPartition ONE = new LogPartition(new LogName("receipts", "life"), 1);

    private final ScriptedConnector connector = new ScriptedConnector();
    private final PartitionReader reader = new PartitionReader(ACCESS, connector, connector);

    @Test
    void positionsAreToldBeforeTheFirstPoll() throws IOException {
        open(new LogSplit(ZERO, 7), new LogSplit(ONE, 0));

        assertThat(fetch()).containsExactlyInAnyOrder(position(ZERO, 7), position(ONE, 0));
        assertThat(connector.opened)
                .as("what the connector was told")
                .containsExactly(
                        new KafkaPartitionSplit(new TopicPartition("receipts", 0), 7),
                        new KafkaPartitionSplit(new TopicPartition("receipts", 1), 0));
    }

    @Test
    void aPositionIsToldOnlyWhereNoRecordTellsIt() throws IOException {
        open(new LogSplit(ZERO, 0), new LogSplit(ONE, 0));
        fetch();

        connector.brings(ZERO, 0, 2);
        connector.isAt(ONE, 3);
        assertThat(fetch()).containsExactlyInAnyOrder(record(ZERO, 0), record(ZERO, 1), position(ONE, 3));
        connector.brings(ZERO, 2, 1);
        connector.isAt(ZERO, 4);
        assertThat(fetch()).containsExactly(record(ZERO, 2), position(ZERO, 4));
        connector.bringsNothing();
        assertThat(fetch()).as("nothing moved").isEmpty();
    }

    @Test
    void aPositionThatCanNotBeToldNowIsToldLater() throws IOException {
        open(new LogSplit(ZERO, 0));
        fetch();

        connector.brings(ZERO, 0, 1);
        connector.positions.remove(ZERO.topicPartition());
        assertThat(fetch()).containsExactly(record(ZERO, 0));
        connector.bringsNothing();
        connector.isAt(ZERO, 2);
        assertThat(fetch()).containsExactly(position(ZERO, 2));
    }

    @Test
    void aPartitionThatComesLaterChangesNothingForTheOthers() throws IOException {
        open(new LogSplit(ZERO, 5));
        fetch();
        open(new LogSplit(ONE, 0));

        assertThat(fetch()).containsExactly(position(ONE, 0));
    }

    @Test
    void aFetchThatIsWokenUpBringsNothing() throws IOException {
        open(new LogSplit(ZERO, 5));
        fetch();

        assertThat(fetch()).isEmpty();
    }

    @Test
    void recordsThatTheClientPassedAndNobodyGotEndTheAttempt() throws IOException {
        open(new LogSplit(ZERO, 5));
        fetch();

        connector.isAt(ZERO, 9);
        assertThatThrownBy(reader::fetch)
                .isInstanceOf(LogUnavailableException.class)
                .hasMessageContaining("broke off in " + ZERO.shown() + " before offset 9")
                .hasMessageContaining("begins again at its last checkpoint");
    }

    @Test
    void anOffsetThatIsGoneEndsTheAttempt() throws IOException {
        open(new LogSplit(ZERO, 5));
        fetch();

        connector.fails(new OffsetOutOfRangeException(Map.of(ZERO.topicPartition(), 5L)));
        assertThatThrownBy(reader::fetch)
                .isInstanceOf(LogUnavailableException.class)
                .hasMessageContaining("no longer has offsets {receipts-0=5}");
    }

    @Test
    void aBeginningThatWasNotLookedUpIsNeverTakenForTheEnd() {
        assertThatThrownBy(() -> open(new LogSplit(ZERO, LogSplit.FIRST_RECORD)))
                .hasMessageContaining("Where " + ZERO.shown() + " begins was not looked up");
        assertThat(connector.opened).isEmpty();
    }

    private void open(LogSplit... splits) {
        for (LogSplit split : splits) {
            connector.isAt(split.partition(), split.nextOffset());
        }
        reader.handleSplitsChanges(new SplitsAddition<>(List.of(splits)));
    }

    /** The elements, each checked to be in its own split. */
    private List<LogElement> fetch() throws IOException {
        RecordsWithSplitIds<LogElement> fetched = reader.fetch();
        List<LogElement> elements = new ArrayList<>();
        for (String id = fetched.nextSplit(); id != null; id = fetched.nextSplit()) {
            for (LogElement next = fetched.nextRecordFromSplit(); next != null; next = fetched.nextRecordFromSplit()) {
                assertThat(id).isEqualTo(next.log() + "/" + next.partition());
                elements.add(next);
            }
        }
        return elements;
    }

    private static LogElement position(LogPartition partition, long nextOffset) {
        return new LogPosition(partition.log().text(), partition.partition(), nextOffset);
    }

    private static LogElement record(LogPartition partition, long offset) {
        return new RawRecord(
                partition.log().text(), partition.partition(), offset, ConsumerRecord.NO_TIMESTAMP, null, new byte[] {
                    (byte) offset
                });
    }

    /** Brings what it is told to; with nothing more to bring, its fetches are broken off, as a wake-up does it. */
    private static final class ScriptedConnector
            implements SplitReader<ConsumerRecord<byte[], byte[]>, KafkaPartitionSplit>, ConsumerProgress {

        private final List<KafkaPartitionSplit> opened = new ArrayList<>();
        private final Map<TopicPartition, Long> positions = new HashMap<>();
        private final Queue<RecordsWithSplitIds<ConsumerRecord<byte[], byte[]>>> fetches = new ArrayDeque<>();
        private @Nullable RuntimeException failure;
        private boolean ended;

        void brings(LogPartition partition, long firstOffset, int count) {
            TopicPartition from = partition.topicPartition();
            RecordsBySplits.Builder<ConsumerRecord<byte[], byte[]>> records = new RecordsBySplits.Builder<>();
            for (long offset = firstOffset; offset < firstOffset + count; offset++) {
                records.add(
                        KafkaPartitionSplit.toSplitId(from),
                        new ConsumerRecord<>(from.topic(), from.partition(), offset, null, new byte[] {(byte) offset}));
            }
            fetches.add(records.build());
            positions.put(from, firstOffset + count);
        }

        void bringsNothing() {
            fetches.add(new RecordsBySplits<>(Map.of(), Set.of()));
        }

        void isAt(LogPartition partition, long position) {
            positions.put(partition.topicPartition(), position);
        }

        void fails(RuntimeException with) {
            failure = with;
        }

        @Override
        public RecordsWithSplitIds<ConsumerRecord<byte[], byte[]>> fetch() {
            if (failure != null) {
                throw failure;
            }
            RecordsWithSplitIds<ConsumerRecord<byte[], byte[]>> next = fetches.poll();
            ended = next != null;
            return next == null ? new RecordsBySplits<>(Map.of(), Set.of()) : next;
        }

        @Override
        public boolean takeEndOfFetch() {
            return ended;
        }

        @Override
        public OptionalLong position(TopicPartition partition) {
            Long position = positions.get(partition);
            return position == null ? OptionalLong.empty() : OptionalLong.of(position);
        }

        @Override
        public void handleSplitsChanges(SplitsChange<KafkaPartitionSplit> change) {
            opened.addAll(change.splits());
        }

        @Override
        public void wakeUp() {}

        @Override
        public void close() {}
    }
}
