package io.recount.pipeline.cells;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

/** What the stage takes, once a simulated day. */
final class YearSamples {

    private static final Map<String, ToLongFunction<Sample>> SIZES = new TreeMap<>(Map.of(
            "timers", Sample::timers,
            "entries of state", Sample::stateEntries,
            "bytes of a snapshot", Sample::snapshotBytes,
            "bytes on the heap", Sample::heapBytes));

    private final List<Sample> days = new ArrayList<>();

    /**
     * At the end of a day.
     *
     * @param timers event-time timers of all registers
     * @param stateEntries entries of keyed state; a map is one
     * @param snapshotBytes all of a checkpoint
     * @param heapBytes what registers take on the heap just before that checkpoint
     */
    record Sample(long timers, long stateEntries, long snapshotBytes, long heapBytes) {}

    void add(Sample sample) {
        days.add(sample);
    }

    int days() {
        return days.size();
    }

    /** By how much each size is greater in the second stretch of days than in the first; 1 is flat. */
    Map<String, Double> growth(int first, int second, int length) {
        return SIZES.entrySet().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey,
                        size -> average(second, length, size.getValue()) / average(first, length, size.getValue()),
                        (one, other) -> one,
                        TreeMap::new));
    }

    private double average(int from, int length, ToLongFunction<Sample> size) {
        return days.subList(from, from + length).stream()
                .mapToLong(size)
                .average()
                .orElseThrow();
    }

    /** The averages of each month. */
    String table() {
        int month = 30;
        StringBuilder lines = new StringBuilder();
        for (Map.Entry<String, ToLongFunction<Sample>> size : SIZES.entrySet()) {
            lines.append(String.format(Locale.ROOT, "%-20s", size.getKey()));
            for (int from = 0; from + month <= days.size(); from += month) {
                lines.append(String.format(Locale.ROOT, " %8.0f", average(from, month, size.getValue())));
            }
            lines.append('\n');
        }
        return lines.toString();
    }
}
