package io.recount.clickhouse;

import java.util.HashMap;
import java.util.Map;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.metrics.SimpleCounter;

/**
 * How often requests were made again: the metric {@code retries}, and the same by what the server answered,
 * {@code retries.241}; {@code retries.unanswered} if that was no error of its own. There are as many as {@link ServerError}
 * has codes to retry and one more, and each is there from its first retry on.
 */
public final class RetryCounts {

    private static final String ALL = "retries";

    private final Counter all;
    private final Map<String, Counter> byAnswer = new HashMap<>();
    private final Registration registration;

    /** Where counters come from. */
    @FunctionalInterface
    private interface Registration {
        Counter counter(String name);
    }

    private RetryCounts(Counter all, Registration registration) {
        this.all = all;
        this.registration = registration;
    }

    /** Registered in a group. */
    public static RetryCounts in(MetricGroup group) {
        return new RetryCounts(group.counter(ALL), group::counter);
    }

    /** The sum alone. */
    public static RetryCounts sum(Counter all) {
        return new RetryCounts(all, name -> new SimpleCounter());
    }

    void add(ClickHouseFailure failure) {
        all.inc();
        String answer =
                failure.error().map(error -> Integer.toString(error.code())).orElse("unanswered");
        byAnswer.computeIfAbsent(ALL + "." + answer, registration::counter).inc();
    }
}
