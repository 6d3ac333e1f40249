package io.recount.pipeline.types;

import io.recount.cells.Outcome;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.apache.flink.api.common.functions.RuntimeContext;

/**
 * What an operator counted since it last told. The sum of all outcomes, over all operators, is the number of records
 * read: every record has exactly one.
 */
public final class Counters {

    /** Records read from the source. */
    public static final String READ = "read";
    /** Versions that equal another message's; they have an outcome as well. */
    public static final String TIES = "ties";
    /** Documents that came after the watermark had passed their bucket; they have an outcome as well. */
    public static final String LATE = "late";

    private Map<String, Long> counts = new HashMap<>();

    public static String ignored(String rule) {
        return "ignored(" + rule + ")";
    }

    public static String rejected(String reason) {
        return "rejected(" + reason.toLowerCase(Locale.ROOT) + ")";
    }

    public static String of(Outcome outcome) {
        return outcome.name().toLowerCase(Locale.ROOT);
    }

    /** Adds counts to the task's accumulators, which the web UI shows as sums over the subtasks of an attempt. */
    public static void show(Map<String, Long> counts, RuntimeContext context) {
        counts.forEach((name, count) -> context.getLongCounter(name).add(count));
    }

    public void add(String name) {
        counts.merge(name, 1L, Long::sum);
    }

    /** The counts since the last call. */
    public Map<String, Long> drain() {
        Map<String, Long> drained = counts;
        counts = new HashMap<>();
        return drained;
    }
}
