package io.recount.cli.load;

import io.recount.clickhouse.Pause;
import java.time.Duration;

/** Holds a load back to so many lines a second, a half second's worth at a time. */
public final class Pace {

    private static final long SECOND = 1_000_000_000L;
    private static final int MOST_LINES = 20_000;

    private final int linesPerSecond;
    private final Pause pause;
    private long startNanos;
    private long lines;

    /** {@code linesPerSecond} is 0 for as many as go. */
    public Pace(int linesPerSecond, Pause pause) {
        this.linesPerSecond = linesPerSecond;
        this.pause = pause;
    }

    /** How many lines to take at once. */
    int batchLines() {
        return linesPerSecond == 0 ? MOST_LINES : Math.max(1, Math.min(MOST_LINES, linesPerSecond / 2));
    }

    /** Begins to count. */
    void start() {
        startNanos = System.nanoTime();
        lines = 0;
    }

    /** Waits until it is time for more, after so many. */
    void after(int done) throws InterruptedException {
        lines += done;
        if (linesPerSecond > 0) {
            long early = lines * SECOND / linesPerSecond - (System.nanoTime() - startNanos);
            if (early > 0) {
                pause.pause(Duration.ofNanos(early));
            }
        }
    }
}
