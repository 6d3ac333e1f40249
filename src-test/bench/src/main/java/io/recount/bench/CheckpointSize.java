package io.recount.bench;

import com.fasterxml.jackson.databind.JsonNode;
import io.recount.local.Await;
import io.recount.local.FlinkRest;
import java.time.Duration;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** How large the checkpoints of the only job of a cluster are, by Flink's own statistics. */
final class CheckpointSize {

    private static final int CHECKPOINTS = 3;
    private static final Duration DEADLINE = Duration.ofMinutes(5);

    private final FlinkRest rest;

    CheckpointSize(FlinkRest rest) {
        this.rest = rest;
    }

    /** The median of the next few: compaction makes single ones larger or smaller. */
    long settledBytes() {
        String job = rest.get("/jobs").path("jobs").path(0).path("id").asText();
        long completed = rest.completedCheckpoints(job);
        Await.until(
                () -> rest.completedCheckpoints(job) >= completed + CHECKPOINTS,
                DEADLINE,
                () -> "Job " + job + " did not complete " + CHECKPOINTS + " checkpoints in " + DEADLINE.toMinutes()
                        + " min");
        SortedMap<Long, Long> sizes = new TreeMap<>();
        for (JsonNode checkpoint : rest.get("/jobs/" + job + "/checkpoints").path("history")) {
            if (checkpoint.path("status").asText().equals("COMPLETED")) {
                sizes.put(
                        checkpoint.path("id").asLong(),
                        checkpoint.path("state_size").asLong());
            }
        }
        List<Long> newest = sizes.values().stream()
                .skip(Math.max(0, sizes.size() - CHECKPOINTS))
                .sorted()
                .toList();
        return newest.get(newest.size() / 2);
    }
}
