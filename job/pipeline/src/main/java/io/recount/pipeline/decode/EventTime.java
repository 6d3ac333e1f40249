package io.recount.pipeline.decode;

import io.recount.pipeline.types.Delivery;
import java.time.Clock;
import java.time.Duration;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;

/** The watermarks of the job. They decide lateness and closing, never correctness. */
public final class EventTime {

    private EventTime() {}

    /**
     * The strategy.
     *
     * @param delay how late documents usually are
     * @param idleness a partition without documents for this long no longer holds the watermark
     */
    public static WatermarkStrategy<Delivery> watermarks(Duration delay, Duration idleness) {
        return WatermarkStrategy.<Delivery>forGenerator(context ->
                        new PartitionWatermarks(delay, idleness, Clock.systemUTC(), context.getInputActivityClock()))
                .withTimestampAssigner((delivery, none) -> delivery.document().timeMicros() / 1_000);
    }
}
