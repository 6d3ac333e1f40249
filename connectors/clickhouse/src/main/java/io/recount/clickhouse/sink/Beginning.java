package io.recount.clickhouse.sink;

import io.recount.clickhouse.RetryCounts;
import io.recount.clickhouse.Seal;
import java.io.IOException;

/**
 * The beginning of an attempt: checks that it may begin, and the start row that tells others so.
 *
 * <p>The checks are made where the job opens, so that one that may not run does nothing, and again at its first barrier,
 * where the row is written. A barrier only comes when every operator and reader of the job has taken up its state: a job
 * that any of them refuses leaves no row, and the one that is running goes on. Rows that are published follow a barrier,
 * and so the row precedes them.
 *
 * <p>Until then, a job that is to be replaced goes on committing. Its last commit lies before the row, where the second
 * look sees it, or is one that slipped through the {@link Fence}, see there.
 */
final class Beginning {

    private final SinkSettings settings;
    private final StartLedger.Opener opener;
    private final RetryCounts retries;
    private final Seal from;
    private final Announcement announcement;
    private boolean begun;

    /** What has to be told before the row is written. */
    @FunctionalInterface
    interface Announcement {
        void make() throws IOException, InterruptedException;
    }

    /**
     * @param retries counts requests that are made again
     * @param from the seal the attempt starts at: its own timeline, the checkpoint it was restored from, its lineage
     * @param announcement made when the checks have been passed, before the start row
     */
    Beginning(
            SinkSettings settings,
            StartLedger.Opener opener,
            RetryCounts retries,
            Seal from,
            Announcement announcement) {
        this.settings = settings;
        this.opener = opener;
        this.retries = retries;
        this.from = from;
        this.announcement = announcement;
    }

    /**
     * Makes sure that the timeline is newer than every other, see {@link TimelineCheck}, that the rows lie where they are
     * looked for, see {@link RoutingCheck}, and that all that is published is known, see {@link PublishedCheck}.
     *
     * @throws org.apache.flink.runtime.execution.SuppressRestartsException if not
     */
    void check() throws IOException, InterruptedException {
        try (StartLedger ledger = opener.open(settings, retries)) {
            check(ledger);
        }
    }

    /** A barrier has come: the first one begins the attempt. */
    void barrier() throws IOException, InterruptedException {
        if (begun) {
            return;
        }
        try (StartLedger ledger = opener.open(settings, retries)) {
            check(ledger);
            announcement.make();
            ledger.start(from);
        }
        begun = true;
    }

    private void check(StartLedger ledger) throws IOException, InterruptedException {
        TimelineCheck timeline =
                new TimelineCheck(settings.timeline(), settings.submission().id());
        timeline.againstClock(ledger.clock());
        timeline.against(ledger.newest());
        new RoutingCheck(settings.cluster()).against(ledger.newest());
        new PublishedCheck(settings, from).against(ledger.newestCommit());
    }
}
