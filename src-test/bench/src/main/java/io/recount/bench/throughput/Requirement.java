package io.recount.bench.throughput;

import io.recount.bench.path.BenchPath;
import java.util.Map;
import java.util.OptionalDouble;

/** How much more CPU one path may, or has to, take than another. */
enum Requirement {
    RECOUNT_TO_LIMIT("recountToLimit", BenchPath.RECOUNT, BenchPath.LIMIT, Bound.AT_MOST, 1.6),
    RECOUNT_WITH_SINKS_TO_LIMIT(
            "recountWithSinksToLimit", BenchPath.RECOUNT_WITH_SINKS, BenchPath.LIMIT, Bound.AT_MOST, 2.2),
    FLINK_SQL_20_TO_RECOUNT("flinkSql20ToRecount", BenchPath.FLINK_SQL_20, BenchPath.RECOUNT, Bound.AT_LEAST, 8),
    FLINK_SQL_200_TO_RECOUNT("flinkSql200ToRecount", BenchPath.FLINK_SQL_200, BenchPath.RECOUNT, Bound.AT_LEAST, 50);

    private enum Bound {
        AT_MOST,
        AT_LEAST
    }

    private final String shown;
    private final BenchPath numerator;
    private final BenchPath denominator;
    private final Bound bound;
    private final double limit;

    Requirement(String shown, BenchPath numerator, BenchPath denominator, Bound bound, double limit) {
        this.shown = shown;
        this.numerator = numerator;
        this.denominator = denominator;
        this.bound = bound;
        this.limit = limit;
    }

    /** Its name in results. */
    String shown() {
        return shown;
    }

    /** Empty if one of the two paths was not measured. */
    OptionalDouble ratio(Map<BenchPath, PathResult> results) {
        PathResult above = results.get(numerator);
        PathResult below = results.get(denominator);
        return above == null || below == null
                ? OptionalDouble.empty()
                : OptionalDouble.of(above.cpuSecondsPerMillion() / below.cpuSecondsPerMillion());
    }

    boolean isMet(double ratio) {
        return switch (bound) {
            case AT_MOST -> ratio <= limit;
            case AT_LEAST -> ratio >= limit;
        };
    }

    /** A line for people. */
    String line(double ratio) {
        return "%-24s %8.2f   required %s %4.1f: %s"
                .formatted(shown, ratio, bound == Bound.AT_MOST ? "<=" : ">=", limit, isMet(ratio) ? "met" : "not met");
    }
}
