package io.recount.kafka;

import java.util.List;
import java.util.Map;
import org.apache.flink.metrics.MetricGroup;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The metric {@code retentionUsed}: of each of a reader's partitions the share of the retained offsets that it has not read,
 * and of those the greatest. 0 is caught up; at 1 the next record that retention deletes is one that was never read.
 */
final class RetentionUsed {

    private static final Logger LOG = LoggerFactory.getLogger(RetentionUsed.class);
    private static final double WARN_ABOVE = 0.8;

    private volatile double greatest;

    RetentionUsed(MetricGroup group) {
        group.gauge("retentionUsed", () -> greatest);
    }

    void update(List<LogSplit> splits, Map<LogPartition, LogRange> ranges) {
        double most = 0;
        for (LogSplit split : splits) {
            LogRange range = ranges.get(split.partition());
            if (range == null) {
                continue;
            }
            double used = of(split.nextOffset(), range);
            most = Math.max(most, used);
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
        greatest = most;
    }

    /** The share of the retained offsets that is not read; 0 to 1. */
    static double of(long nextOffset, LogRange range) {
        long retained = range.end() - range.start();
        long unread = Math.min(retained, range.end() - nextOffset);
        return retained <= 0 || unread <= 0 ? 0 : (double) unread / retained;
    }
}
