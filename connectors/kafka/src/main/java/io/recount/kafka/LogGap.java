package io.recount.kafka;

import static java.util.Objects.requireNonNull;

import java.util.OptionalLong;

/**
 * Records that were never read and are gone.
 *
 * @param partition of which log
 * @param fromOffset the first of them
 * @param toOffset the first offset behind them; unknown if the log itself is gone, and then there may be none
 */
public record LogGap(LogPartition partition, long fromOffset, OptionalLong toOffset) {

    public LogGap {
        requireNonNull(partition, "partition");
        requireNonNull(toOffset, "toOffset");
    }

    /** For people. */
    String shown() {
        return partition.shown()
                + (toOffset.isPresent()
                        ? ": offsets " + fromOffset + " to " + (toOffset.getAsLong() - 1) + " are deleted"
                        : ": what came from offset " + fromOffset + " on is gone with the topic");
    }
}
