package io.recount.bench.throughput;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The same path over logs of which one dimension grows.
 *
 * @param dimension what grows
 * @param results in the order in which it does
 */
record Sweep(String dimension, Map<LogShape, PathResult> results) {

    private static final double GREATEST_RATIO = 1.3;

    Sweep {
        results = new LinkedHashMap<>(results);
    }

    static Sweep of(String dimension, List<LogShape> shapes, Map<LogShape, PathResult> all) {
        Map<LogShape, PathResult> results = new LinkedHashMap<>();
        for (LogShape shape : shapes) {
            PathResult result = all.get(shape);
            if (result == null) {
                throw new IllegalArgumentException("Nothing was measured of " + shape);
            }
            results.put(shape, result);
        }
        return new Sweep(dimension, results);
    }

    /** CPU for a million at the last log, to that at the first. The first ones of a short log pay for compilation. */
    double ratio() {
        return last().cpuSecondsPerMillion() / first().cpuSecondsPerMillion();
    }

    /** The same of the second half of each log, when most is compiled. */
    double warmRatio() {
        return last().warmCpuSecondsPerMillion() / first().warmCpuSecondsPerMillion();
    }

    private PathResult first() {
        return List.copyOf(results.values()).get(0);
    }

    private PathResult last() {
        return List.copyOf(results.values()).get(results.size() - 1);
    }

    /** For programs. */
    Map<String, Object> values() {
        List<Map<String, Object>> points = new ArrayList<>();
        results.forEach((shape, result) -> {
            Map<String, Object> point = new LinkedHashMap<>();
            point.put("documents", shape.documents());
            point.put("registers", shape.registers());
            point.put("cpuSecondsPerMillion", result.cpuSecondsPerMillion());
            point.put("warmCpuSecondsPerMillion", result.warmCpuSecondsPerMillion());
            point.put("documentsPerSecond", result.documentsPerSecond());
            points.add(point);
        });
        Map<String, Object> values = new LinkedHashMap<>();
        values.put("dimension", dimension);
        values.put("points", points);
        values.put("ratio", ratio());
        values.put("warmRatio", warmRatio());
        return values;
    }

    /** For people. */
    List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add("%-44s %9s %9s %10s %12s".formatted(dimension, "CPU s/M", "2nd half", "docs/s", "state B/doc"));
        results.forEach((shape, result) -> lines.add("%-44s %9.2f %9.2f %,10.0f %12.1f"
                .formatted(
                        shape,
                        result.cpuSecondsPerMillion(),
                        result.warmCpuSecondsPerMillion(),
                        result.documentsPerSecond(),
                        result.stateBytesPerDocument().orElse(0))));
        lines.add("ratio %.2f, of the second halves %.2f; required of both <= %.1f: %s"
                .formatted(ratio(), warmRatio(), GREATEST_RATIO, isMet() ? "met" : "not met"));
        return lines;
    }

    private boolean isMet() {
        return ratio() <= GREATEST_RATIO && warmRatio() <= GREATEST_RATIO;
    }
}
