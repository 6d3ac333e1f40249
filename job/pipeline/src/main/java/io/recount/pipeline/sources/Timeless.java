package io.recount.pipeline.sources;

import io.recount.pipeline.types.Invalidation;
import org.apache.flink.api.common.eventtime.WatermarkGenerator;
import org.apache.flink.api.common.eventtime.WatermarkOutput;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;

/** Of sources whose records have no time: they never hold event time back. */
public final class Timeless {

    private Timeless() {}

    public static WatermarkStrategy<Invalidation> watermarks() {
        return WatermarkStrategy.forGenerator(context -> new WatermarkGenerator<>() {
            @Override
            public void onEvent(Invalidation event, long eventTimestamp, WatermarkOutput output) {}

            @Override
            public void onPeriodicEmit(WatermarkOutput output) {
                output.markIdle();
            }
        });
    }
}
