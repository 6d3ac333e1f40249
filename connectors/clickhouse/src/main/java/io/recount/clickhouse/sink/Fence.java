package io.recount.clickhouse.sink;

import io.recount.clickhouse.Attempts;
import io.recount.clickhouse.ClickHouseFailure;
import io.recount.clickhouse.Ledger;
import java.io.IOException;
import org.apache.flink.runtime.execution.SuppressRestartsException;

/**
 * Stops a job for good whose successor has started: two deployments, or one that was frozen and wakes up.
 *
 * <p>A courtesy, and not what correctness rests on: a commit that slips through is found by its version, see
 * {@link UnseenRows}.
 */
final class Fence {

    private final long timeline;
    private final Newest newest;

    /** Where to ask for the greatest timeline that has started. */
    @FunctionalInterface
    interface Newest {
        long timeline() throws ClickHouseFailure, InterruptedException;
    }

    /** Around a submission. */
    Fence(long timeline, Newest newest) {
        this.timeline = timeline;
        this.newest = newest;
    }

    /**
     * Refuses to commit if a later submission has started.
     *
     * @param attempts of the commit
     * @param checkpoint what would be committed, in words
     */
    void check(Attempts attempts, String checkpoint) throws IOException, InterruptedException {
        long started = attempts.call("Reading the ledger", newest::timeline);
        if (started > timeline) {
            throw new SuppressRestartsException(new IllegalStateException("This job, timeline " + timeline
                    + ", does not commit " + checkpoint + ": timeline " + started + " has taken over (newest row of "
                    + Ledger.TABLE + "). It stops and is not restarted; nothing is lost, its successor reads the same"
                    + " input. Next: leave it stopped; if the successor is the one that should not run, stop that one"
                    + " and submit this job again"));
        }
    }
}
