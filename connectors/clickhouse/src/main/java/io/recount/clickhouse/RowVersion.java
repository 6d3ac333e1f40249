package io.recount.clickhouse;

/**
 * Orders the published rows of a key, and tells whose they are.
 *
 * @param version rises with every round of publications, also across submissions: {@code timeline << 31 | wave}
 * @param epoch id of the last checkpoint barrier the subtask had passed: the row is part of a later checkpoint
 */
public record RowVersion(long version, long epoch) {

    private static final int WAVE_BITS = 31;

    /**
     * The version of a round.
     *
     * @throws IllegalStateException if the submission is older than 68 years of one round a second
     */
    public static RowVersion of(long timeline, long wave, long epoch) {
        if (wave >>> WAVE_BITS != 0) {
            throw new IllegalStateException(
                    "Wave " + wave + " does not fit a version; stop with a savepoint and start from it");
        }
        return new RowVersion(leastOf(timeline) | wave, epoch);
    }

    /** No version of the timeline is less, and none of an earlier timeline is as great. */
    static long leastOf(long timeline) {
        return timeline << WAVE_BITS;
    }
}
