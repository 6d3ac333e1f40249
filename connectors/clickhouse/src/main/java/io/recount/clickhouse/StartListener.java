package io.recount.clickhouse;

import java.io.IOException;
import java.io.Serializable;

/**
 * Told how a job begins, by the one subtask that seals, before anything of it is published: never of a submission that is
 * refused.
 *
 * <p>It may be told again, after a restart. What it throws fails the attempt.
 */
public interface StartListener extends Serializable {

    /** Every attempt is about to begin. */
    default void begins() throws IOException, InterruptedException {}

    /** It really begins without state behind a commit that it was given to go on from. */
    void startsAfter(Seal commit) throws IOException, InterruptedException;
}
