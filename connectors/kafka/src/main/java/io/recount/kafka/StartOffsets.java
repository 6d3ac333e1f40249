package io.recount.kafka;

import java.io.Serializable;
import java.util.HashMap;
import java.util.Map;

/**
 * Where a job without state begins. What the group has committed plays no part.
 *
 * <p>A log of which some partition is named is known: its other partitions came later, and begin at offset 0. A log that is
 * not known begins at its first record.
 */
public final class StartOffsets implements Serializable {

    private static final long serialVersionUID = 1;
    private static final long NEW_PARTITION = 0;

    private final HashMap<LogPartition, Long> nextOffsets;

    StartOffsets(Map<LogPartition, Long> nextOffsets) {
        this.nextOffsets = new HashMap<>(nextOffsets);
    }

    /** At the first record of everything. */
    public static StartOffsets earliest() {
        return new StartOffsets(Map.of());
    }

    /** By partition, the first offset to read. */
    public Map<LogPartition, Long> nextOffsets() {
        return Map.copyOf(nextOffsets);
    }

    LogSplit split(LogPartition partition) {
        long unnamed = knows(partition.log()) ? NEW_PARTITION : LogSplit.FIRST_RECORD;
        return new LogSplit(partition, nextOffsets.getOrDefault(partition, unnamed));
    }

    private boolean knows(LogName log) {
        return nextOffsets.keySet().stream().anyMatch(each -> each.log().equals(log));
    }

    /** Whether the topic was created again since these were made. */
    boolean areOfAnotherLifeThan(LogName log) {
        return !knows(log)
                && nextOffsets.keySet().stream()
                        .anyMatch(each -> each.log().topic().equals(log.topic()));
    }

    @Override
    public String toString() {
        return nextOffsets.isEmpty() ? "the first record of every partition" : nextOffsets.toString();
    }
}
