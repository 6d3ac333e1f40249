package io.recount.bench.path;

import java.util.List;

/**
 * What one run of a path has cost.
 *
 * @param messages that were read
 * @param costs from the submission until all that was read is in a checkpoint, and committed if the path commits; of a
 *     path that was stopped before, until then
 * @param warmMessages the messages of the second half, of the log or of the time that a path is given; most code is compiled then
 * @param warmCosts what they have cost
 * @param stateBytes full size of the last checkpoint; 0 if there was none
 * @param stallMillis of every checkpoint the longest that a task of the job did nothing else
 * @param heapBytes on the heap after a full collection, while the job was still there
 */
public record Measurement(
        long messages,
        Costs costs,
        long warmMessages,
        Costs warmCosts,
        long stateBytes,
        List<Long> stallMillis,
        long heapBytes) {

    public Measurement {
        stallMillis = List.copyOf(stallMillis);
    }
}
