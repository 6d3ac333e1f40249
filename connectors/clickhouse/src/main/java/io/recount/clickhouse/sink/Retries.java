package io.recount.clickhouse.sink;

import io.recount.clickhouse.ClickHouseFailure;
import io.recount.clickhouse.ServerError;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.apache.flink.metrics.Counter;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tries a request until it succeeds, waiting longer each time, up to a cap and with jitter, as long as the budget lasts.
 *
 * <p>Only what may succeed later is tried again. When the budget is spent the last failure is thrown, and the job's
 * restart strategy goes on from there: nothing is given up but time. An interrupt ends the waiting at once.
 */
final class Retries {

    private static final Logger LOG = LoggerFactory.getLogger(Retries.class);

    private static final Duration FIRST_PAUSE = Duration.ofMillis(100);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(10);

    /** A request that may be made again. */
    @FunctionalInterface
    interface Request<T> {
        T make() throws ClickHouseFailure, InterruptedException;
    }

    /** A request that gives nothing and may be made again. */
    @FunctionalInterface
    interface Step {
        void take() throws ClickHouseFailure, InterruptedException;
    }

    private final Duration budget;
    private final Clock clock;
    private final Pause pause;
    private final RandomGenerator jitter;
    private final Counter retries;

    /** Retries on the machine's clock. */
    static Retries onClock(SinkSettings settings, Counter retries) {
        return new Retries(settings.retryBudget(), Clock.systemUTC(), Pause.REAL, new SplittableRandom(), retries);
    }

    Retries(Duration budget, Clock clock, Pause pause, RandomGenerator jitter, Counter retries) {
        this.budget = budget;
        this.clock = clock;
        this.pause = pause;
        this.jitter = jitter;
        this.retries = retries;
    }

    /**
     * The request's result.
     *
     * @param what the request in the words of a log line, with table, partition and checkpoint
     * @throws IOException if it cannot succeed, or not within the budget
     */
    <T> T call(String what, Request<T> request) throws IOException, InterruptedException {
        Instant deadline = clock.instant().plus(budget);
        Duration longest = FIRST_PAUSE;
        while (true) {
            try {
                return request.make();
            } catch (ClickHouseFailure failure) {
                if (failure.outcome() != ServerError.Outcome.RETRY) {
                    throw new IOException(what + " failed. " + failure.getMessage(), failure);
                }
                Duration next = jittered(longest);
                if (clock.instant().plus(next).isAfter(deadline)) {
                    throw new IOException(
                            what + " failed and was tried again for " + budget.toSeconds() + " s. "
                                    + failure.getMessage(),
                            failure);
                }
                LOG.warn("{} failed and is tried again in {} ms. {}", what, next.toMillis(), failure.getMessage());
                retries.inc();
                pause.pause(next);
                longest =
                        longest.multipliedBy(2).compareTo(LONGEST_PAUSE) < 0 ? longest.multipliedBy(2) : LONGEST_PAUSE;
            }
        }
    }

    /** Like {@link #call}, for a request that gives nothing. */
    void run(String what, Step step) throws IOException, InterruptedException {
        this.<Boolean>call(what, () -> {
            step.take();
            return true;
        });
    }

    /** Between half of the length and all of it, so that many writers do not come back at once. */
    private Duration jittered(Duration length) {
        return Duration.ofNanos(jitter.nextLong(length.toNanos() / 2, length.toNanos() + 1));
    }
}
