package io.recount.bench.path;

import java.util.Properties;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.Metric;
import org.apache.flink.metrics.MetricConfig;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.metrics.reporter.MetricReporter;
import org.apache.flink.metrics.reporter.MetricReporterFactory;

/**
 * How many records the sources of the only job in this JVM have read, by the counters that Flink keeps anyway. Flink makes
 * reporters by name, so the counters are found through a static field.
 */
public final class RecordsRead implements MetricReporter {

    private static final Queue<Counter> COUNTERS = new ConcurrentLinkedQueue<>();

    private RecordsRead() {}

    /** Flink finds it as a service. */
    public static final class Factory implements MetricReporterFactory {

        @Override
        public MetricReporter createMetricReporter(Properties properties) {
            return new RecordsRead();
        }
    }

    static long total() {
        return COUNTERS.stream().mapToLong(Counter::getCount).sum();
    }

    @Override
    public void open(MetricConfig config) {}

    @Override
    public void close() {}

    @Override
    public void notifyOfAddedMetric(Metric metric, String name, MetricGroup group) {
        String operator = group.getAllVariables().getOrDefault("<operator_name>", "");
        if (name.equals("numRecordsIn") && operator.startsWith("Source: ") && metric instanceof Counter counter) {
            COUNTERS.add(counter);
        }
    }

    @Override
    public void notifyOfRemovedMetric(Metric metric, String name, MetricGroup group) {}
}
