package io.recount.clickhouse.sink;

import static org.assertj.core.api.Assertions.assertThat;

import io.recount.clickhouse.Progress;
import io.recount.clickhouse.TestTime;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.groups.UnregisteredMetricsGroup;
import org.junit.jupiter.api.Test;

final class CommitMetricsTest {

    private final TestTime time = new TestTime();
    private final Gauges gauges = new Gauges();
    private final CommitMetrics metrics = new CommitMetrics(gauges, time);

    @Test
    void whatIsPendingHasAnAgeUntilItIsIn() {
        assertThat(gauges.value("pendingSeconds")).isEqualTo(0L);
        metrics.pending(2);
        time.pause(Duration.ofSeconds(7));
        assertThat(gauges.value("pendingSeconds")).isEqualTo(7L);
        metrics.inserted(Samples.block("totals", 1, 0));
        assertThat(gauges.value("pendingBlocks")).isEqualTo(1);
        metrics.inserted(Samples.block("totals", 2, 0));
        metrics.committed(Progress.NO_RECORDS);
        time.pause(Duration.ofSeconds(3));
        assertThat(gauges.value("pendingSeconds")).isEqualTo(0L);
        assertThat(gauges.value("lastCommitMillis")).isEqualTo(7_000L);
        assertThat(gauges.value("secondsSinceLastCommit")).isEqualTo(3L);
    }

    @Test
    void freshnessIsTheAgeOfTheOldestRecordWhenItBecomesVisible() {
        long appendedMillis = time.instant().toEpochMilli();
        time.pause(Duration.ofSeconds(5));
        metrics.pending(0);
        time.pause(Duration.ofMillis(250));
        metrics.committed(appendedMillis);
        assertThat(gauges.value("freshnessMillis")).isEqualTo(5_250L);
        time.pause(Duration.ofSeconds(60));
        metrics.pending(0);
        metrics.committed(Progress.NO_RECORDS);
        assertThat(gauges.value("freshnessMillis"))
                .as("a commit without records tells nothing")
                .isEqualTo(5_250L);
    }

    /** Keeps gauges by name. */
    private static final class Gauges extends UnregisteredMetricsGroup {
        private final Map<String, Gauge<?>> byName = new HashMap<>();

        @Override
        public <T, G extends Gauge<T>> G gauge(String name, G gauge) {
            byName.put(name, gauge);
            return gauge;
        }

        Object value(String name) {
            Gauge<?> gauge = byName.get(name);
            assertThat(gauge).as(name).isNotNull();
            return gauge.getValue();
        }
    }
}
