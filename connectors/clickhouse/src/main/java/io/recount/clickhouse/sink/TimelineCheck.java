package io.recount.clickhouse.sink;

import io.recount.clickhouse.Ancestor;
import io.recount.clickhouse.Ledger;
import io.recount.clickhouse.Lineage;
import io.recount.clickhouse.Seal;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.apache.flink.runtime.execution.SuppressRestartsException;

/**
 * Decides whether a submission may go on: its timeline is greater than any before it, so that what it publishes outranks
 * all that was published, and it is not from the future, so that others can follow it.
 *
 * <p>A refusal stops the job for good: starting it again with the same timeline would be refused again.
 */
final class TimelineCheck {

    /** Clocks of two machines that are both right enough. */
    private static final Duration TOLERANCE = Duration.ofMinutes(5);

    private final long timeline;
    private final String submission;

    TimelineCheck(long timeline, String submission) {
        this.timeline = timeline;
        this.submission = submission;
    }

    /**
     * The lineage of this submission after it took up a seal of another one, or of its own.
     *
     * @param restored the seal taken up
     * @param checkpoint the checkpoint in which it lay
     */
    Lineage lineageAfter(Seal restored, long checkpoint) {
        if (restored.timeline() == timeline) {
            return restored.lineage();
        }
        if (restored.timeline() > timeline) {
            throw refusal(
                    "what it goes on from, its state or the ledger, is of timeline " + restored.timeline(),
                    restored.timeline());
        }
        return restored.lineage().leftAt(new Ancestor(restored.timeline(), checkpoint, restored.positions()));
    }

    /**
     * Refuses if the timeline lies ahead of the server's clock: every later submission would have to wait until the clock
     * has passed it.
     */
    void againstClock(Instant server) {
        Instant submitted = Instant.ofEpochSecond(timeline);
        if (submitted.isAfter(server.plus(TOLERANCE))) {
            throw new SuppressRestartsException(new IllegalStateException("This submission has timeline " + timeline
                    + ", which is " + submitted + ", and the clock of ClickHouse says " + server + ". More than "
                    + TOLERANCE.toMinutes() + " minutes ahead are refused, because no submission could follow until"
                    + " that time; nothing was written. Next: set the clock of the submitting machine, or that of the"
                    + " server if it is the one that is wrong, and submit the job again"));
        }
    }

    /** Refuses if the ledger knows a timeline that is not older, unless it is this submission's own. */
    void against(Optional<Ledger.Entry> newest) {
        if (newest.isEmpty()) {
            return;
        }
        long known = newest.get().seal().timeline();
        boolean own = known == timeline && newest.get().submission().equals(submission);
        if (known >= timeline && !own) {
            throw refusal("the ledger (table " + Ledger.TABLE + ") already has timeline " + known, known);
        }
    }

    private SuppressRestartsException refusal(String why, long known) {
        return new SuppressRestartsException(new IllegalStateException("This submission has timeline " + timeline
                + ", and " + why + ". A submission must be newer than all before it. Next: submit the job again, which"
                + " takes a new timeline from the clock; if that is refused too, the clock of the submitting machine is"
                + " behind: set it, or wait until it has passed " + known + " seconds since the epoch"));
    }
}
