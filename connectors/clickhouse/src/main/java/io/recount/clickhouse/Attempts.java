package io.recount.clickhouse;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The requests of one commit, one write or one start. They share one budget that runs from its beginning, so that an
 * outage costs it once and not once a block.
 *
 * <p>When the budget is spent the next failure is thrown, and the job's restart strategy goes on from there: nothing is
 * given up but time. A request under way is not cut short. An interrupt ends the waiting at once.
 */
public final class Attempts {

    private static final Logger LOG = LoggerFactory.getLogger(Attempts.class);

    private static final Duration FIRST_PAUSE = Duration.ofMillis(100);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(10);

    /** A request that may be made again. */
    @FunctionalInterface
    public interface Request<T> {
        T make() throws ClickHouseFailure, InterruptedException;
    }

    /** A request that gives nothing and may be made again. */
    @FunctionalInterface
    public interface Step {
        void take() throws ClickHouseFailure, InterruptedException;
    }

    private final Retries retries;
    private final Instant deadline;

    Attempts(Retries retries, Instant deadline) {
        this.retries = retries;
        this.deadline = deadline;
    }

    /**
     * The request's result.
     *
     * @param what the request in the words of a log line, with table, partition and checkpoint
     * @throws IOException if it cannot succeed, or not within what is left of the budget
     */
    public <T> T call(String what, Request<T> request) throws IOException, InterruptedException {
        Duration longest = FIRST_PAUSE;
        while (true) {
            try {
                return request.make();
            } catch (ClickHouseFailure failure) {
                if (failure.outcome() != ServerError.Outcome.RETRY) {
                    throw new IOException(what + " failed. " + failure.getMessage(), failure);
                }
                Duration next = retries.jittered(longest);
                if (retries.now().plus(next).isAfter(deadline)) {
                    throw new IOException(
                            what + " failed, and the budget of "
                                    + retries.budget().toSeconds()
                                    + " s that it shares with what was written before it is spent. "
                                    + failure.getMessage(),
                            failure);
                }
                LOG.warn("{} failed and is tried again in {} ms. {}", what, next.toMillis(), failure.getMessage());
                retries.pause(next, failure);
                longest =
                        longest.multipliedBy(2).compareTo(LONGEST_PAUSE) < 0 ? longest.multipliedBy(2) : LONGEST_PAUSE;
            }
        }
    }

    /** Like {@link #call}, for a request that gives nothing. */
    public void run(String what, Step step) throws IOException, InterruptedException {
        this.<Boolean>call(what, () -> {
            step.take();
            return true;
        });
    }
}
