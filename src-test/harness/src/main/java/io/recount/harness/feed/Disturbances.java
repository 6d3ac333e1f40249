package io.recount.harness.feed;

import java.time.Duration;

/**
 * How deliveries differ from "once and in order". Shares are of the documents, 0 to 1. What has a share of 0 draws no
 * random number, so that a new kind of disturbance leaves feeds without it as they were.
 *
 * @param duplicates versions that are delivered once more, byte for byte, some of them through another partition
 * @param corrections documents with a newer version of other content
 * @param moves documents with a newer version at another place
 * @param bad documents with a bad version; half of them get a good successor
 * @param deletes documents that are deleted
 * @param ties documents with another message written at the same time
 * @param future documents dated more than a year ahead
 * @param statusUpdates documents with a status message beside them
 * @param undecodable documents beside which a message stands that is none
 * @param reordered documents that are held back
 * @param reorderWindow for how long at most
 */
public record Disturbances(
        double duplicates,
        double corrections,
        double moves,
        double bad,
        double deletes,
        double ties,
        double future,
        double statusUpdates,
        double undecodable,
        double reordered,
        Duration reorderWindow) {

    public Disturbances {
        double[] shares = {
            duplicates, corrections, moves, bad, deletes, ties, future, statusUpdates, undecodable, reordered
        };
        for (double share : shares) {
            if (!(share >= 0 && share <= 1)) {
                throw new IllegalArgumentException("A share of " + share + " is none; give 0 to 1");
            }
        }
        if (reorderWindow.isNegative()) {
            throw new IllegalArgumentException("Reorder window " + reorderWindow + " is negative; give 0 or more");
        }
    }

    /** Without ties and documents of the future. */
    public Disturbances(
            double duplicates,
            double corrections,
            double moves,
            double bad,
            double deletes,
            double statusUpdates,
            double undecodable,
            double reordered,
            Duration reorderWindow) {
        this(duplicates, corrections, moves, bad, deletes, 0, 0, statusUpdates, undecodable, reordered, reorderWindow);
    }

    /** What registers do on an ordinary day. */
    public static Disturbances usual() {
        return new Disturbances(0.02, 0.01, 0.002, 0.002, 0.001, 0.01, 0.0005, 0.05, Duration.ofMinutes(30));
    }

    /** Much of everything: no cell of some size is spared. */
    public static Disturbances mixed() {
        return new Disturbances(0.15, 0.08, 0.04, 0.03, 0.02, 0.01, 0.003, 0.02, 0.005, 0.3, Duration.ofHours(12));
    }

    /** Every document once, in order of sending. */
    public static Disturbances none() {
        return new Disturbances(0, 0, 0, 0, 0, 0, 0, 0, Duration.ZERO);
    }

    public Disturbances withDuplicates(double share) {
        return new Disturbances(
                share,
                corrections,
                moves,
                bad,
                deletes,
                ties,
                future,
                statusUpdates,
                undecodable,
                reordered,
                reorderWindow);
    }

    public Disturbances withCorrections(double share) {
        return new Disturbances(
                duplicates,
                share,
                moves,
                bad,
                deletes,
                ties,
                future,
                statusUpdates,
                undecodable,
                reordered,
                reorderWindow);
    }

    public Disturbances withMoves(double share) {
        return new Disturbances(
                duplicates,
                corrections,
                share,
                bad,
                deletes,
                ties,
                future,
                statusUpdates,
                undecodable,
                reordered,
                reorderWindow);
    }

    public Disturbances withBad(double share) {
        return new Disturbances(
                duplicates,
                corrections,
                moves,
                share,
                deletes,
                ties,
                future,
                statusUpdates,
                undecodable,
                reordered,
                reorderWindow);
    }

    public Disturbances withDeletes(double share) {
        return new Disturbances(
                duplicates,
                corrections,
                moves,
                bad,
                share,
                ties,
                future,
                statusUpdates,
                undecodable,
                reordered,
                reorderWindow);
    }

    public Disturbances withTies(double share) {
        return new Disturbances(
                duplicates,
                corrections,
                moves,
                bad,
                deletes,
                share,
                future,
                statusUpdates,
                undecodable,
                reordered,
                reorderWindow);
    }

    public Disturbances withFuture(double share) {
        return new Disturbances(
                duplicates,
                corrections,
                moves,
                bad,
                deletes,
                ties,
                share,
                statusUpdates,
                undecodable,
                reordered,
                reorderWindow);
    }

    public Disturbances withStatusUpdates(double share) {
        return new Disturbances(
                duplicates,
                corrections,
                moves,
                bad,
                deletes,
                ties,
                future,
                share,
                undecodable,
                reordered,
                reorderWindow);
    }

    public Disturbances withUndecodable(double share) {
        return new Disturbances(
                duplicates,
                corrections,
                moves,
                bad,
                deletes,
                ties,
                future,
                statusUpdates,
                share,
                reordered,
                reorderWindow);
    }

    public Disturbances withReordered(double share, Duration window) {
        return new Disturbances(
                duplicates, corrections, moves, bad, deletes, ties, future, statusUpdates, undecodable, share, window);
    }
}
