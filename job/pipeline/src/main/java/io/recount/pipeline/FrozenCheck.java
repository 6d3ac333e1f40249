package io.recount.pipeline;

import io.recount.cells.FrozenLine;
import io.recount.clickhouse.Attempts;
import io.recount.clickhouse.ClickHouseClient;
import io.recount.clickhouse.Ledger;
import io.recount.clickhouse.Retries;
import io.recount.pipeline.options.Settings;
import java.io.IOException;
import java.time.Instant;
import org.apache.flink.metrics.SimpleCounter;

/**
 * Decides whether a line may be drawn. It only moves forward: documents before it may be gone, so that what is frozen could not
 * be computed again. And it lies in the past: what is still to come is nothing to freeze.
 */
final class FrozenCheck {

    private static final String OPTION = "retention.frozen.before";

    private FrozenCheck() {}

    /**
     * Refuses a start by the ledger and the time.
     *
     * @throws RefusedStartException if the line moves back, or lies in the future
     * @throws IOException if the ledger cannot be read
     */
    static void refuse(Settings settings, Instant now) throws IOException, InterruptedException {
        Attempts attempts = Retries.onClock(Start.PATIENCE, new SimpleCounter()).begin();
        try (ClickHouseClient client =
                new ClickHouseClient(settings.clickHouse().first())) {
            String newest = attempts.call("Reading the ledger", new Ledger(client)::newestJob);
            refuse(settings.frozen(), JobName.frozen(newest), now);
        }
    }

    /** {@code known} is the line that the ledger has. */
    static void refuse(FrozenLine drawn, FrozenLine known, Instant now) {
        if (drawn.seconds() > now.getEpochSecond()) {
            throw new RefusedStartException(
                    OPTION + " is " + drawn + ", which has not begun (UTC): documents that are yet to"
                            + " come would be ignored. Next: write a day that is over");
        }
        if (drawn.seconds() < known.seconds()) {
            throw new RefusedStartException("The ledger has cells before " + known + " frozen, and " + OPTION + " is "
                    + (drawn.isDrawn() ? drawn : "not set") + ": documents before the line may be gone. Next: write "
                    + OPTION + ": " + known + ", or a later day");
        }
    }
}
