package io.recount.clickhouse;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.apache.flink.metrics.Counter;

/**
 * How long requests are tried again, and the clock, the waiting and the chance that go into it. Whoever commits or writes
 * begins {@link Attempts} for the whole of it.
 */
public final class Retries {

    private final Duration budget;
    private final Clock clock;
    private final Pause pause;
    private final RandomGenerator jitter;
    private final RetryCounts counts;

    /** Retries on the machine's clock. */
    public static Retries onClock(Duration budget, RetryCounts counts) {
        return new Retries(budget, Clock.systemUTC(), Pause.REAL, new SplittableRandom(), counts);
    }

    /** The same, counting no more than how many there were. */
    public static Retries onClock(Duration budget, Counter counter) {
        return onClock(budget, RetryCounts.sum(counter));
    }

    public Retries(Duration budget, Clock clock, Pause pause, RandomGenerator jitter, RetryCounts counts) {
        this.budget = budget;
        this.clock = clock;
        this.pause = pause;
        this.jitter = jitter;
        this.counts = counts;
    }

    /** Attempts whose budget begins to run now. */
    public Attempts begin() {
        return new Attempts(this, now().plus(budget));
    }

    Duration budget() {
        return budget;
    }

    Instant now() {
        return clock.instant();
    }

    /** Waits before another attempt. */
    void pause(Duration length, ClickHouseFailure after) throws InterruptedException {
        counts.add(after);
        pause.pause(length);
    }

    /** Between half of the length and all of it, so that many writers do not come back at once. */
    Duration jittered(Duration length) {
        return Duration.ofNanos(jitter.nextLong(length.toNanos() / 2, length.toNanos() + 1));
    }
}
