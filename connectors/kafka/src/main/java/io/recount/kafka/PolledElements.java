package io.recount.kafka;

import java.util.Iterator;
import java.util.List;
import java.util.Map;
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
     * How far the poll got in a partition.
     *
     * @param log the log's name
     * @param nextOffset the consumer's position behind the records
     */
    record Reached(
            String splitId, String log, int partition, long nextOffset, List<ConsumerRecord<byte[], byte[]>> records) {}

    PolledElements(List<Reached> partitions) {
        this.partitions = partitions.iterator();
    }

    /** What a poll brought, of those partitions. */
    static PolledElements of(ConsumerRecords<byte[], byte[]> polled, Map<TopicPartition, LogPartition> open) {
        return new PolledElements(polled.nextOffsets().entrySet().stream()
                .map(entry ->
                        reached(open.get(entry.getKey()), entry.getValue().offset(), polled.records(entry.getKey())))
                .toList());
    }

    private static Reached reached(
            @Nullable LogPartition partition, long nextOffset, List<ConsumerRecord<byte[], byte[]>> records) {
        if (partition == null) {
            throw new IllegalStateException("Records came of a partition that nobody asked for");
        }
        return new Reached(
                new LogSplit(partition, nextOffset).splitId(),
                partition.log().text(),
                partition.partition(),
                nextOffset,
                records);
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
        return current.splitId();
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
            return new RawRecord(
                    reached.log(), reached.partition(), next.offset(), next.timestamp(), next.key(), next.value());
        }
        if (told < reached.nextOffset()) {
            told = reached.nextOffset();
            return new LogPosition(reached.log(), reached.partition(), told);
        }
        return null;
    }

    /** Partitions have no end. */
    @Override
    public Set<String> finishedSplits() {
        return Set.of();
    }
}
