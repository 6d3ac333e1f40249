package io.recount.bench.lookups;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What was measured.
 *
 * @param past documents that were in the table before
 * @param documents of each measurement
 */
record LookUpResult(int past, int documents, List<AtShare> shares) {

    private static final double NANOS = 1e9;

    LookUpResult {
        shares = List.copyOf(shares);
    }

    /** With a share of old documents. */
    record AtShare(double share, Spent spent) {}

    List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add("%,d documents of 24 months; each line %,d more".formatted(past, documents));
        lines.add(
                "a million documents cost   queries   rows given   rows scanned   ClickHouse CPU s   above the first");
        for (AtShare at : shares) {
            lines.add("%21.1f %% old %,9.0f %,12.0f %,14.0f %18.1f %17.1f"
                    .formatted(
                            at.share() * 100,
                            aMillion(at.spent().queries()),
                            aMillion(at.spent().rowsGiven()),
                            aMillion(at.spent().rowsScanned()),
                            cpuSeconds(at),
                            cpuSeconds(at) - cpuSeconds(shares.get(0))));
        }
        return lines;
    }

    private double cpuSeconds(AtShare at) {
        return aMillion(at.spent().cpuNanos()) / NANOS;
    }

    private double aMillion(long count) {
        return count * 1e6 / documents;
    }

    /** The same for programs. */
    Map<String, Object> values() {
        List<Map<String, Object>> all = new ArrayList<>();
        for (AtShare at : shares) {
            Map<String, Object> values = new LinkedHashMap<>();
            values.put("oldShare", at.share());
            values.put("queriesPerMillion", aMillion(at.spent().queries()));
            values.put("rowsGivenPerMillion", aMillion(at.spent().rowsGiven()));
            values.put("rowsScannedPerMillion", aMillion(at.spent().rowsScanned()));
            values.put("clickHouseCpuSecondsPerMillion", cpuSeconds(at));
            all.add(values);
        }
        Map<String, Object> values = new LinkedHashMap<>();
        values.put("pastDocuments", past);
        values.put("documents", documents);
        values.put("shares", all);
        return values;
    }
}
