package io.recount.clickhouse.sink;

import io.recount.clickhouse.Seal;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Tells which commits the ledger needs a row of: those that say something new, and now and then one that does not, by
 * which a job that is idle can be told from one that is gone.
 *
 * <p>The first commit that a committer makes always gets its row, whatever another one has written before.
 */
final class LedgerNews {

    static final Duration HEARTBEAT = Duration.ofMinutes(5);

    private final Clock clock;
    private @Nullable Seal written;
    private Instant writtenAt = Instant.MIN;

    LedgerNews(Clock clock) {
        this.clock = clock;
    }

    /** Whether a checkpoint of so many blocks gets a row. */
    boolean has(Seal seal, int blocks) {
        return blocks > 0 || !saysWhatIsWritten(seal) || !clock.instant().isBefore(writtenAt.plus(HEARTBEAT));
    }

    /** The seal's row is in. */
    void written(Seal seal) {
        written = seal;
        writtenAt = clock.instant();
    }

    /** All but the checkpoint's number is the same. */
    private boolean saysWhatIsWritten(Seal seal) {
        Seal last = written;
        return last != null
                && last.equals(new Seal(
                        seal.timeline(),
                        last.checkpoint(),
                        seal.lineage(),
                        seal.positions(),
                        seal.watermarkMillis(),
                        seal.counters()));
    }
}
