package io.recount.bench.reports;

import io.recount.bench.throughput.Median;
import java.util.List;

/**
 * A report in a layout with so many clients.
 *
 * @param millis of every query
 * @param cpuMillis by query, of every round
 * @param granuleBoundRows rows of the granules that its keys touch
 */
record Measured(
        Report report,
        Layout layout,
        int clients,
        List<Double> millis,
        List<Double> cpuMillis,
        long rowsRead,
        long granuleBoundRows) {

    private static final double SLOWEST = 0.99;

    Measured {
        millis = List.copyOf(millis);
        cpuMillis = List.copyOf(cpuMillis);
    }

    double medianMs() {
        return Median.of(millis, Double::doubleValue);
    }

    double p99Ms() {
        return Median.percentile(millis, Double::doubleValue, SLOWEST);
    }

    /** The median of the rounds. */
    double cpuMs() {
        return Median.of(cpuMillis, Double::doubleValue);
    }

    double rowsToBound() {
        return (double) rowsRead / granuleBoundRows;
    }
}
