package io.recount.bench.throughput;

import io.recount.bench.path.BenchPath;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What all paths have cost, in the order in which they were asked for. */
record ThroughputResult(Map<BenchPath, PathResult> paths) {

    private static final String ROW = "%-18s %9s %9s %10s %9s %11s %11s %10s %10s";

    ThroughputResult {
        paths = new LinkedHashMap<>(paths);
    }

    static ThroughputResult of(List<PathResult> results) {
        Map<BenchPath, PathResult> paths = new LinkedHashMap<>();
        results.forEach(result -> paths.put(result.path(), result));
        return new ThroughputResult(paths);
    }

    /** For programs. What was not measured is absent. */
    Map<String, Object> values() {
        List<Map<String, Object>> measured = new ArrayList<>();
        for (PathResult path : paths.values()) {
            Map<String, Object> row = new LinkedHashMap<>();
            row.put("name", path.path().shown());
            row.put("cpuSecondsPerMillion", path.cpuSecondsPerMillion());
            row.put("documentsPerSecond", path.documentsPerSecond());
            path.clickHouseCpuSecondsPerMillion().ifPresent(it -> row.put("clickHouseCpuSecondsPerMillion", it));
            path.stateBytesPerDocument().ifPresent(it -> row.put("stateBytesPerDocument", it));
            measured.add(row);
        }
        Map<String, Object> ratios = new LinkedHashMap<>();
        for (Requirement requirement : Requirement.values()) {
            requirement.ratio(paths).ifPresent(ratio -> ratios.put(requirement.shown(), ratio));
        }
        Map<String, Object> values = new LinkedHashMap<>();
        values.put("paths", measured);
        values.put("ratios", ratios);
        return values;
    }

    /** For people. */
    List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add(ROW.formatted(
                "", "CPU s/M", "2nd half", "docs/s", "Kafka", "ClickHouse", "state B/doc", "stall p95", "stall max"));
        for (PathResult path : paths.values()) {
            lines.add(ROW.formatted(
                    path.path().shown(),
                    "%.2f".formatted(path.cpuSecondsPerMillion()),
                    "%.2f".formatted(path.warmCpuSecondsPerMillion()),
                    "%,.0f".formatted(path.documentsPerSecond()),
                    "%.2f".formatted(path.brokerCpuSecondsPerMillion()),
                    path.clickHouseCpuSecondsPerMillion().stream()
                            .mapToObj("%.2f"::formatted)
                            .findFirst()
                            .orElse(""),
                    path.stateBytesPerDocument().stream()
                            .mapToObj("%.1f"::formatted)
                            .findFirst()
                            .orElse(""),
                    "%,.0f ms".formatted(path.stallMillis(0.95)),
                    "%,.0f ms".formatted(path.stallMillis(1))));
        }
        for (Requirement requirement : Requirement.values()) {
            requirement.ratio(paths).ifPresent(ratio -> lines.add(requirement.line(ratio)));
        }
        return lines;
    }
}
