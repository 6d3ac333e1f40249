package io.recount.kafka;

import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.apache.flink.connector.base.source.reader.RecordsWithSplitIds;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * What one poll brought: of each partition its records, and behind them the position, if that is further than the last
 * record says.
 */
final class PolledElements implements RecordsWithSplitIds<LogElement> {

    private final Iterator<Reached> partitions;
    private Iterator<ConsumerRecord<byte[], byte[]>> records =
            List.<ConsumerRecord<byte[], byte[]>>of().iterator();
    private @Nullable Reached current;
    private long told;

    /**
     * A partition by the names it has in elements and splits, made once and not for every poll.
     *
     * @param log the log's name
     */
    record Named(String splitId, String log, int partition) {

        static Named of(LogSplit split) {
            return new Named(
                    split.splitId(),
                    split.partition().log().text(),
                    split.partition().partition());
        }
    }

    /**
     * How far the poll got in a partition.
     *
     * @param nextOffset the consumer's position behind the records
     */
    record Reached(Named named, long nextOffset, List<ConsumerRecord<byte[], byte[]>> records) {}

    PolledElements(List<Reached> partitions) {
        this.partitions = partitions.iterator();
    }

    /** What a poll of those partitions brought. */
    static PolledElements of(ConsumerRecords<byte[], byte[]> polled, Map<TopicPartition, Named> open) {
        return new PolledElements(polled.nextOffsets().entrySet().stream()
                .map(entry -> new Reached(
                        Objects.requireNonNull(
                                open.get(entry.getKey()), "Records came of a partition nobody asked for"),
                        entry.getValue().offset(),
                        polled.records(entry.getKey())))
                .toList());
    }

    @Override
    public @Nullable String nextSplit() {
        if (!partitions.hasNext()) {
            current = null;
            return null;
        }
        current = partitions.next();
        records = current.records().iterator();
        told = LogSplit.FIRST_RECORD;
        return current.named().splitId();
    }

    @Override
    public @Nullable LogElement nextRecordFromSplit() {
        Reached reached = current;
        if (reached == null) {
            throw new IllegalStateException("No partition is being looked at");
        }
        if (records.hasNext()) {
            ConsumerRecord<byte[], byte[]> next = records.next();
            told = next.offset() + 1;
            Named named = reached.named();
            return new RawRecord(
                    named.log(), named.partition(), next.offset(), next.timestamp(), next.key(), next.value());
        }
        if (told < reached.nextOffset()) {
            told = reached.nextOffset();
            return new LogPosition(reached.named().log(), reached.named().partition(), told);
        }
        return null;
    }

    /** Partitions have no end. */
    @Override
    public Set<String> finishedSplits() {
        return Set.of();
    }
}
