package io.recount.pipeline.decode;

import io.recount.pipeline.Delivery;
import java.time.Clock;
import java.time.Duration;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.common.eventtime.WatermarkGenerator;
import org.apache.flink.api.common.eventtime.WatermarkOutput;

/**
 * The greatest time of a document seen, less the time that documents are usually late. A register whose clock runs ahead
 * moves it no further than the real time, so that one document of next year does not make all others late.
 */
final class ClampedWatermarks implements WatermarkGenerator<Delivery> {

    private final Duration delay;
    private final Clock clock;
    private long greatestMillis = Long.MIN_VALUE;

    ClampedWatermarks(Duration delay, Clock clock) {
        this.delay = delay;
        this.clock = clock;
    }

    @Override
    public void onEvent(Delivery event, long eventMillis, WatermarkOutput output) {
        if (eventMillis > greatestMillis) {
            greatestMillis = Math.max(greatestMillis, Math.min(eventMillis, clock.millis()));
        }
    }

    @Override
    public void onPeriodicEmit(WatermarkOutput output) {
        if (greatestMillis != Long.MIN_VALUE) {
            output.emitWatermark(new Watermark(greatestMillis - delay.toMillis() - 1));
        }
    }
}
