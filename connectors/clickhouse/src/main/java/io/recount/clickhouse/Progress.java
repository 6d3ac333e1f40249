package io.recount.clickhouse;

import java.util.List;
import java.util.Map;

/**
 * How far the sources have been processed, and what was counted since the last time.
 *
 * <p>Sent in front of a barrier, it becomes part of that checkpoint's seal. Every holder of a watermark reports at every
 * barrier: a checkpoint's watermark is the smallest one reported for it.
 *
 * @param positions next offsets; absolute, merged by maximum
 * @param counters counts since the sender's last progress, merged by sum
 * @param watermarkMillis event time in milliseconds since the epoch, or {@link #NO_WATERMARK}; the end-of-stream
 *     watermark counts as none
 * @param oldestAppendedMillis when the oldest record since the sender's last progress was appended to its log, in
 *     milliseconds since the epoch, or {@link #NO_RECORDS}; the metric {@code freshnessMillis} comes from it
 */
public record Progress(
        List<Position> positions, Map<String, Long> counters, long watermarkMillis, long oldestAppendedMillis)
        implements SinkElement {

    /** The sender knows no watermark. */
    public static final long NO_WATERMARK = Long.MIN_VALUE;

    /** The sender reads no log, or read nothing. */
    public static final long NO_RECORDS = Long.MAX_VALUE;

    /** From a sender that reads no log. */
    public Progress(List<Position> positions, Map<String, Long> counters, long watermarkMillis) {
        this(positions, counters, watermarkMillis, NO_RECORDS);
    }

    public Progress {
        positions = List.copyOf(positions);
        counters = Map.copyOf(counters);
    }
}
