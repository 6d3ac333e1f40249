package io.recount.local.job;

import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.connector.source.lib.NumberSequenceSource;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;

/** Counts numbers in keyed state; its first argument is the last number, or {@code fail}. */
public final class CountingJob {

    private CountingJob() {}

    public static void main(String[] arguments) throws Exception {
        if (arguments[0].equals("fail")) {
            throw new IllegalArgumentException("no such option: fail");
        }
        StreamExecutionEnvironment environment = StreamExecutionEnvironment.getExecutionEnvironment();
        environment
                .fromSource(
                        new NumberSequenceSource(1, Long.parseLong(arguments[0])),
                        WatermarkStrategy.noWatermarks(),
                        "numbers")
                .uid("numbers")
                .keyBy(number -> number % 100, Types.LONG)
                .reduce((left, right) -> left + right)
                .uid("sums")
                .sinkTo(new DiscardingSink<>())
                .uid("nowhere");
        environment.execute("counting");
    }
}
