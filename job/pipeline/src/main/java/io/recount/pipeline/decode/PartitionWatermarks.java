package io.recount.pipeline.decode;

import io.recount.pipeline.types.Delivery;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.common.eventtime.WatermarkGenerator;
import org.apache.flink.api.common.eventtime.WatermarkOutput;
import org.apache.flink.util.clock.RelativeClock;

/**
 * Of each partition the greatest time of a document, and of those the least, less the time that documents are usually late.
 *
 * <p>A register whose clock runs ahead moves it no further than the real time, so that one document of next year does not
 * make all others late. A partition without documents for a while does not hold it, else its neighbours would never close;
 * one that is read slower than its neighbours does, else catching up would make its documents late.
 */
final class PartitionWatermarks implements WatermarkGenerator<Delivery> {

    private final Duration delay;
    private final Duration idleness;
    private final Clock clock;
    private final RelativeClock activity;
    private final long startedMillis;
    private final Map<TopicPartition, Progress> partitions = new HashMap<>();
    private long nowMillis;
    private long activeNowMillis;

    /** {@code activity} stands still while the input is blocked, so that backpressure makes no partition idle. */
    PartitionWatermarks(Duration delay, Duration idleness, Clock clock, RelativeClock activity) {
        this.delay = delay;
        this.idleness = idleness;
        this.clock = clock;
        this.activity = activity;
        this.nowMillis = clock.millis();
        this.activeNowMillis = activity.relativeTimeMillis();
        this.startedMillis = activeNowMillis;
    }

    private static final class Progress {
        private long greatestMillis = Long.MIN_VALUE;
        private long activeMillis;
    }

    @Override
    public void onEvent(Delivery event, long eventMillis, WatermarkOutput output) {
        Progress progress =
                partitions.computeIfAbsent(new TopicPartition(event.topic(), event.partition()), key -> new Progress());
        progress.activeMillis = activeNowMillis;
        if (eventMillis > progress.greatestMillis) {
            if (eventMillis > nowMillis) {
                nowMillis = clock.millis();
            }
            progress.greatestMillis = Math.max(progress.greatestMillis, Math.min(eventMillis, nowMillis));
        }
    }

    /** Called every few hundred milliseconds; the time taken here is precise enough for idleness. */
    @Override
    public void onPeriodicEmit(WatermarkOutput output) {
        nowMillis = clock.millis();
        activeNowMillis = activity.relativeTimeMillis();
        long least = Long.MAX_VALUE;
        for (Progress progress : partitions.values()) {
            if (activeNowMillis - progress.activeMillis < idleness.toMillis()) {
                least = Math.min(least, progress.greatestMillis);
            }
        }
        if (least == Long.MAX_VALUE) {
            // At the start the first documents may still be on their way.
            if (activeNowMillis - startedMillis >= idleness.toMillis()) {
                output.markIdle();
            }
        } else {
            output.emitWatermark(new Watermark(least - delay.toMillis() - 1));
        }
    }
}
