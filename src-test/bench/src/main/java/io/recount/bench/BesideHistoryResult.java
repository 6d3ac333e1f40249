package io.recount.bench;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What was measured.
 *
 * @param live documents a second
 * @param without freshness of windows without a request, {@code beside} of those with one
 * @param computed documents of the archive during the latter
 */
record BesideHistoryResult(int live, Duration checkpointInterval, Freshness without, Freshness beside, long computed) {

    private static final double WORST = 0.99;
    private static final double SLOWER = 1.25;

    long limitMillis() {
        return Math.round(SLOWER * without.percentileMillis(WORST)) + checkpointInterval.toMillis();
    }

    boolean isWithinLimit() {
        return beside.percentileMillis(WORST) <= limitMillis();
    }

    List<String> lines() {
        return List.of(
                "freshness of %,d live documents a second, a checkpoint every %d s"
                        .formatted(live, checkpointInterval.toSeconds()),
                "without a request: " + without,
                "beside a request:  %s, and %,d documents of it computed".formatted(beside, computed),
                "limit of p99: %,d ms: %s".formatted(limitMillis(), isWithinLimit() ? "kept" : "NOT kept"));
    }

    /** The same for programs. */
    Map<String, Object> values() {
        Map<String, Object> values = new LinkedHashMap<>();
        values.put("livePerSecond", live);
        values.put("checkpointIntervalMillis", checkpointInterval.toMillis());
        values.put("withoutP50Millis", without.percentileMillis(0.5));
        values.put("withoutP99Millis", without.percentileMillis(WORST));
        values.put("besideP50Millis", beside.percentileMillis(0.5));
        values.put("besideP99Millis", beside.percentileMillis(WORST));
        values.put("limitMillis", limitMillis());
        values.put("documentsComputed", computed);
        return values;
    }
}
