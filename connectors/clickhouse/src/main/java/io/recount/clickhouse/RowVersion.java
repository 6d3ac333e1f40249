package io.recount.clickhouse;

/**
 * Orders the published rows of a key, and tells whose they are.
 *
 * @param version rises with every round of publications, also across submissions: {@code timeline << 31 | wave}
 * @param epoch a checkpoint that the row is certainly not part of, but of a later one: the id of the last barrier that the
 *     subtask had passed in this attempt, or for a row published at a barrier the number before that barrier's
 */
public record RowVersion(long version, long epoch) {

    /**
     * The epoch of rows that an attempt publishes before its first barrier. They belong to no successor's history: an attempt
     * before this one may have begun at the same checkpoint, put other rows of the same versions into a savepoint, and
     * crashed. A successor from that savepoint could not tell them apart.
     */
    public static final long BEFORE_ANY_BARRIER = Long.MAX_VALUE;

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

    /** The timeline of a version. */
    public static long timelineOf(long version) {
        return version >>> WAVE_BITS;
    }

    /** No version of the timeline is less, and none of an earlier timeline is as great. */
    static long leastOf(long timeline) {
        return timeline << WAVE_BITS;
    }
}
