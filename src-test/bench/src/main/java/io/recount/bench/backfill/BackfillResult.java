package io.recount.bench.backfill;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What was measured.
 *
 * @param documents rows that were loaded
 * @param cells that they became
 * @param seconds from the request to its last commit
 * @param flinkCpuSeconds of the task managers, those that were killed included
 * @param clickHouseCpuSeconds of the server
 * @param wrong cells, shifts and field cells that differ from those they should equal
 */
record BackfillResult(
        long documents,
        long cells,
        int kills,
        double seconds,
        double flinkCpuSeconds,
        double clickHouseCpuSeconds,
        boolean expected,
        long wrong) {

    boolean isExact() {
        return expected && wrong == 0;
    }

    List<String> lines() {
        double millions = documents / 1e6;
        return List.of(
                "%,d documents became %,d cells in %.1f s, %d task managers killed on the way: %,.0f documents/s"
                        .formatted(documents, cells, seconds, kills, documents / seconds),
                "CPU seconds a million documents: Flink %.1f, ClickHouse %.1f"
                        .formatted(flinkCpuSeconds / millions, clickHouseCpuSeconds / millions),
                isExact()
                        ? "verdict: exact (every cell, shift and field cell)"
                        : "verdict: WRONG (%,d values differ%s)"
                                .formatted(wrong, expected ? "" : "; so did those that were copied"));
    }

    /** The same for programs. */
    Map<String, Object> values() {
        Map<String, Object> values = new LinkedHashMap<>();
        values.put("documents", documents);
        values.put("cells", cells);
        values.put("kills", kills);
        values.put("seconds", seconds);
        values.put("documentsPerSecond", documents / seconds);
        values.put("flinkCpuSecondsPerMillion", flinkCpuSeconds / documents * 1e6);
        values.put("clickHouseCpuSecondsPerMillion", clickHouseCpuSeconds / documents * 1e6);
        values.put("exact", isExact());
        return values;
    }
}
