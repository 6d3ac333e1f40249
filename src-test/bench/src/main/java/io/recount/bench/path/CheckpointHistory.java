package io.recount.bench.path;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.apache.flink.runtime.checkpoint.AbstractCheckpointStats;
import org.apache.flink.runtime.checkpoint.CheckpointStatsSnapshot;
import org.apache.flink.runtime.checkpoint.CheckpointStatsStatus;
import org.apache.flink.runtime.checkpoint.CompletedCheckpointStats;
import org.apache.flink.runtime.checkpoint.SubtaskStateStats;
import org.jspecify.annotations.Nullable;

/** What Flink's statistics tell of the checkpoints of a job. */
record CheckpointHistory(@Nullable CheckpointStatsSnapshot statistics) {

    /** Everything that the last one can be restored from, also what it shares with those before; 0 if there is none. */
    long stateBytes() {
        if (statistics == null) {
            return 0;
        }
        CompletedCheckpointStats last = statistics.getHistory().getLatestCompletedCheckpoint();
        return last == null ? 0 : last.getStateSize();
    }

    /** Of each that completed the longest stall of a subtask. */
    List<Long> stallMillis() {
        if (statistics == null) {
            return List.of();
        }
        return statistics.getHistory().getCheckpoints().stream()
                .filter(checkpoint -> checkpoint.getStatus() == CheckpointStatsStatus.COMPLETED)
                .map(CheckpointHistory::longestStallMillis)
                .toList();
    }

    private static long longestStallMillis(AbstractCheckpointStats checkpoint) {
        return checkpoint.getAllTaskStateStats().stream()
                .flatMap(task -> Arrays.stream(task.getSubtaskStats()))
                .filter(Objects::nonNull)
                .mapToLong(subtask -> stallMillis(subtask, checkpoint.getTriggerTimestamp()))
                .max()
                .orElse(0);
    }

    /**
     * From the first barrier until the subtask goes on: alignment, the round in front of the barrier, and the synchronous
     * part. Flink has no time of its own for the round; it is what is left of the whole.
     */
    private static long stallMillis(SubtaskStateStats subtask, long triggeredMillis) {
        return Math.max(
                0,
                subtask.getEndToEndDuration(triggeredMillis)
                        - subtask.getCheckpointStartDelay()
                        - subtask.getAsyncCheckpointDuration());
    }
}
