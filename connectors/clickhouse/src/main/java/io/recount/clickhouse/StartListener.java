package io.recount.clickhouse;

import java.io.IOException;
import java.io.Serializable;

/**
 * Told that a job really begins without state behind a commit that it was given to go on from, by the one subtask that
 * seals, before anything of the job is published: never of a submission that takes up state, or is refused.
 *
 * <p>It may be told again, after a restart. What it throws fails the attempt.
 */
public interface StartListener extends Serializable {

    void startsAfter(Seal commit) throws IOException, InterruptedException;
}
