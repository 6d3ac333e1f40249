package io.recount.bench.throughput;

import io.recount.bench.path.BenchPath;
import io.recount.bench.path.Measurement;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;

/**
 * What a path has cost: medians of its rounds. A million is a million messages, each of which is a version of a document, a
 * duplicate of one, or none.
 *
 * @param documents distinct ones, in the log
 * @param rounds at least one
 */
record PathResult(BenchPath path, int documents, List<Measurement> rounds) {

    private static final double NANOS_A_SECOND = 1e9;
    private static final double MILLION = 1e6;

    PathResult {
        rounds = List.copyOf(rounds);
    }

    /** CPU seconds of Flink's JVM for a million messages. */
    double cpuSecondsPerMillion() {
        return median(each -> perMillion(each.costs().cpuNanos(), each.messages()));
    }

    /** The same of the second half alone. */
    double warmCpuSecondsPerMillion() {
        return median(each -> perMillion(each.warmCosts().cpuNanos(), each.warmMessages()));
    }

    double brokerCpuSecondsPerMillion() {
        return median(each -> perMillion(each.costs().brokerCpuNanos(), each.messages()));
    }

    /** Empty for a path that does not write to it. */
    OptionalDouble clickHouseCpuSecondsPerMillion() {
        return path == BenchPath.RECOUNT_WITH_SINKS
                ? OptionalDouble.of(median(each -> perMillion(each.costs().clickHouseCpuNanos(), each.messages())))
                : OptionalDouble.empty();
    }

    double documentsPerSecond() {
        return median(each -> each.messages() / (each.costs().wallNanos() / NANOS_A_SECOND));
    }

    /** Empty for paths that keep none, or that have not read all. */
    OptionalDouble stateBytesPerDocument() {
        return switch (path) {
            case RECOUNT, RECOUNT_WITH_SINKS, NAIVE -> OptionalDouble.of(median(Measurement::stateBytes) / documents);
            case LIMIT, FLINK_SQL_20, FLINK_SQL_200 -> OptionalDouble.empty();
        };
    }

    /** Of all checkpoints of all rounds. */
    double stallMillis(double share) {
        List<Long> stalls =
                rounds.stream().flatMap(each -> each.stallMillis().stream()).toList();
        return stalls.isEmpty() ? 0 : Median.percentile(stalls, Long::doubleValue, share);
    }

    double heapBytes() {
        return median(Measurement::heapBytes);
    }

    private double median(ToDoubleFunction<Measurement> value) {
        return Median.of(rounds, value);
    }

    private static double perMillion(long nanos, long messages) {
        return nanos / NANOS_A_SECOND / (Math.max(1, messages) / MILLION);
    }
}
