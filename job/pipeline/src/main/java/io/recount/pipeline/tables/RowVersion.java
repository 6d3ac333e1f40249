package io.recount.pipeline.tables;

/**
 * Orders the published rows of a key.
 *
 * @param version rises with every round of publications, also across submissions: {@code timeline << 31 | wave}
 * @param epoch id of the last checkpoint barrier the subtask had passed
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
        return new RowVersion(timeline << WAVE_BITS | wave, epoch);
    }
}
