package io.recount.pipeline.audit;

import io.recount.clickhouse.Ancestor;
import io.recount.clickhouse.ClickHouseFailure;
import io.recount.clickhouse.DocumentStore;
import io.recount.clickhouse.Ledger;
import io.recount.clickhouse.RowVersion;
import io.recount.clickhouse.Seal;
import java.util.Optional;

/**
 * What is compared: the documents that a commit covers, and the rows that were published up to it.
 *
 * @param commit the newest of the ledger
 * @param newestTimeline that has started; versions of later ones are nobody's
 */
public record AuditCut(Seal commit, long newestTimeline) {

    private static final int WAVE_BITS = 31;

    /** So many checkpoints may be under way, or have failed, since the newest commit. */
    private static final int CHECKPOINTS_AHEAD = 1_000;

    /** The newest there is; empty if nothing was ever committed. */
    public static Optional<AuditCut> newest(Ledger ledger) throws ClickHouseFailure, InterruptedException {
        Optional<Ledger.Entry> newest = ledger.newestCommit();
        if (newest.isEmpty()) {
            return Optional.empty();
        }
        // Asked for last: it must know every submission whose rows may be seen.
        return Optional.of(new AuditCut(newest.get().seal(), ledger.newestTimeline()));
    }

    /** Whether this commit comes behind another one. */
    public boolean isLaterThan(AuditCut other) {
        return commit.timeline() > other.commit.timeline()
                || (commit.timeline() == other.commit.timeline() && commit.checkpoint() > other.commit.checkpoint());
    }

    /** A condition for rows of documents. */
    String covers() {
        return DocumentStore.visible(
                commit.lineage().leftAt(new Ancestor(commit.timeline(), commit.checkpoint(), commit.positions())));
    }

    /**
     * Whether a published row is not newer than the commit. Rows from before the first barrier of an attempt name no
     * checkpoint, and count as older: they are in, unless an attempt began just now, and a second look knows that.
     */
    String isSettled(String version, String epoch) {
        return "(%1$s < %3$s OR (%1$s < %4$s AND (%2$s < %5$d OR %2$s = %6$d)))"
                .formatted(
                        version,
                        epoch,
                        least(commit.timeline()),
                        least(commit.timeline() + 1),
                        commit.checkpoint(),
                        RowVersion.BEFORE_ANY_BARRIER);
    }

    /** Whether no job can have published such a row. */
    String isNobodys(String version, String epoch) {
        return "(%1$s >= %3$s OR (%1$s >= %4$s AND %1$s < %5$s AND %2$s > %6$d AND %2$s != %7$d))"
                .formatted(
                        version,
                        epoch,
                        least(newestTimeline + 1),
                        least(commit.timeline()),
                        least(commit.timeline() + 1),
                        commit.checkpoint() + CHECKPOINTS_AHEAD,
                        RowVersion.BEFORE_ANY_BARRIER);
    }

    /** The greatest version that is somebody's. */
    public String greatestVersion() {
        return Long.toUnsignedString(((newestTimeline + 1) << WAVE_BITS) - 1);
    }

    private static String least(long timeline) {
        return "toUInt64(" + Long.toUnsignedString(timeline << WAVE_BITS) + ")";
    }
}
