package io.recount.clickhouse;

import org.apache.flink.configuration.Configuration;
import org.apache.flink.runtime.testutils.InMemoryReporter;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.test.junit5.MiniClusterExtension;

/** A Flink cluster of one task manager for the tests of a class. */
public final class TestFlink {

    private TestFlink() {}

    public static MiniClusterExtension withSlots(int slots) {
        return with(new Configuration(), slots);
    }

    /** Two slots, and metrics that tests can look at. */
    public static MiniClusterExtension reportingTo(InMemoryReporter metrics) {
        return with(metrics.addToConfiguration(new Configuration()), 2);
    }

    private static MiniClusterExtension with(Configuration configuration, int slots) {
        return new MiniClusterExtension(new MiniClusterResourceConfiguration.Builder()
                .setConfiguration(configuration)
                .setNumberTaskManagers(1)
                .setNumberSlotsPerTaskManager(slots)
                .build());
    }
}
