package io.recount.clickhouse;

import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes a read again until the server answers, however long that takes: for work that nobody waits for. */
public final class UntilAnswered {

    private static final Logger LOG = LoggerFactory.getLogger(UntilAnswered.class);
    private static final Duration PAUSE = Duration.ofSeconds(1);

    private final String what;

    /** {@code what} waits meanwhile, in the words of a log line. */
    public UntilAnswered(String what) {
        this.what = what;
    }

    /** A read that may be made again. */
    @FunctionalInterface
    public interface Read<T> {
        T make() throws ClickHouseFailure, InterruptedException;
    }

    /**
     * Its result.
     *
     * @throws ClickHouseFailure if it can't succeed
     */
    public <T> T call(Read<T> read) throws ClickHouseFailure, InterruptedException {
        while (true) {
            try {
                return read.make();
            } catch (ClickHouseFailure e) {
                if (e.outcome() != ServerError.Outcome.RETRY) {
                    throw e;
                }
                LOG.warn("{} waits. {}", what, e.getMessage());
                Pause.REAL.pause(PAUSE);
            }
        }
    }
}
