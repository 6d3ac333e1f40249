package io.recount.kafka;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.apache.flink.metrics.groups.SourceReaderMetricGroup;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a reader tells of itself: {@code pendingRecords}, how many records it is behind; {@code numBytesIn}; and
 * {@code retentionUsed}, of each of its partitions the share of the retained offsets that it has not read, and of those the
 * greatest. 0 is caught up; at 1 the next record that retention deletes is one that was never read.
 */
final class ReaderMetrics {

    private static final Logger LOG = LoggerFactory.getLogger(ReaderMetrics.class);
    private static final double WARN_ABOVE = 0.8;

    private final SourceReaderMetricGroup group;
    private volatile long pendingRecords;
    private volatile double retentionUsed;

    ReaderMetrics(SourceReaderMetricGroup group) {
        this.group = group;
        group.setPendingRecordsGauge(() -> pendingRecords);
        group.gauge("retentionUsed", () -> retentionUsed);
    }

    /** Called by the thread that owns the consumer. */
    void lag(KafkaConsumer<byte[], byte[]> consumer, Collection<TopicPartition> partitions) {
        long sum = 0;
        for (TopicPartition partition : partitions) {
            sum += consumer.currentLag(partition).orElse(0);
        }
        pendingRecords = sum;
    }

    void read(RawRecord record) {
        byte[] key = record.key();
        byte[] value = record.value();
        group.getIOMetricGroup()
                .getNumBytesInCounter()
                .inc((key == null ? 0L : key.length) + (value == null ? 0L : value.length));
    }

    void retention(List<LogSplit> splits, Map<LogPartition, LogRange> ranges) {
        double greatest = 0;
        for (LogSplit split : splits) {
            LogRange range = ranges.get(split.partition());
            if (range == null) {
                continue;
            }
            double used = used(split.nextOffset(), range);
            greatest = Math.max(greatest, used);
            // A log that still has its first record has lost none.
            if (used > WARN_ABOVE && range.start() > 0) {
                LOG.warn(
                        "In {}, {} of the offsets that the log retains are not read: it holds {} to {}, and reading is at {}."
                                + " Next: lengthen the topic's retention, or give the job more parallelism",
                        split.partition().shown(),
                        used,
                        range.start(),
                        range.end(),
                        split.nextOffset());
            }
        }
        retentionUsed = greatest;
    }

    /** The share of the retained offsets that is not read; 0 to 1. */
    static double used(long nextOffset, LogRange range) {
        long retained = range.end() - range.start();
        long unread = Math.min(retained, range.end() - nextOffset);
        return retained <= 0 || unread <= 0 ? 0 : (double) unread / retained;
    }
}
