package io.recount.harness.feed;

import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;

/**
 * How deliveries differ from "once and in order". What has no share draws no random number, so that a new kind leaves
 * feeds without it as they were.
 *
 * @param shares of the documents, 0 to 1; what is absent does not occur
 * @param reorderWindow for how long documents are held back at most
 */
public record Disturbances(Map<Kind, Double> shares, Duration reorderWindow) {

    /** What can befall a document or its messages. */
    public enum Kind {
        /** Versions that are delivered once more, byte for byte, some of them through another partition. */
        DUPLICATES,
        /** Documents with a newer version of other content. */
        CORRECTIONS,
        /** Documents with a newer version at another place. */
        MOVES,
        /** Documents with a bad version; half of them get a good successor. */
        BAD,
        /** Documents that are deleted. */
        DELETES,
        /** Documents with another message written at the same time. */
        TIES,
        /** Documents dated more than a year ahead. */
        FUTURE,
        /** Documents with a status message beside them. */
        STATUS_UPDATES,
        /** Documents beside which a message stands that is none. */
        UNDECODABLE,
        /** Documents that are held back. */
        REORDERED
    }

    public Disturbances {
        shares = Map.copyOf(shares);
        for (double share : shares.values()) {
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
        this(
                Map.of(
                        Kind.DUPLICATES,
                        duplicates,
                        Kind.CORRECTIONS,
                        corrections,
                        Kind.MOVES,
                        moves,
                        Kind.BAD,
                        bad,
                        Kind.DELETES,
                        deletes,
                        Kind.STATUS_UPDATES,
                        statusUpdates,
                        Kind.UNDECODABLE,
                        undecodable,
                        Kind.REORDERED,
                        reordered),
                reorderWindow);
    }

    /** What registers do on an ordinary day. */
    public static Disturbances usual() {
        return new Disturbances(0.02, 0.01, 0.002, 0.002, 0.001, 0.01, 0.0005, 0.05, Duration.ofMinutes(30));
    }

    /** Much of everything: hardly a cell is spared. */
    public static Disturbances mixed() {
        return new Disturbances(0.15, 0.08, 0.04, 0.03, 0.02, 0.02, 0.005, 0.3, Duration.ofHours(12))
                .withTies(0.01)
                .withFuture(0.003);
    }

    /** Every document once, in order of sending. */
    public static Disturbances none() {
        return new Disturbances(Map.of(), Duration.ZERO);
    }

    /** Of the documents, 0 to 1. */
    public double share(Kind kind) {
        return shares.getOrDefault(kind, 0.0);
    }

    public Disturbances withDuplicates(double share) {
        return with(Kind.DUPLICATES, share);
    }

    public Disturbances withCorrections(double share) {
        return with(Kind.CORRECTIONS, share);
    }

    public Disturbances withMoves(double share) {
        return with(Kind.MOVES, share);
    }

    public Disturbances withBad(double share) {
        return with(Kind.BAD, share);
    }

    public Disturbances withDeletes(double share) {
        return with(Kind.DELETES, share);
    }

    public Disturbances withTies(double share) {
        return with(Kind.TIES, share);
    }

    public Disturbances withFuture(double share) {
        return with(Kind.FUTURE, share);
    }

    public Disturbances withStatusUpdates(double share) {
        return with(Kind.STATUS_UPDATES, share);
    }

    public Disturbances withUndecodable(double share) {
        return with(Kind.UNDECODABLE, share);
    }

    public Disturbances withReordered(double share, Duration window) {
        return new Disturbances(with(Kind.REORDERED, share).shares, window);
    }

    private Disturbances with(Kind kind, double share) {
        Map<Kind, Double> changed = new EnumMap<>(Kind.class);
        changed.putAll(shares);
        changed.put(kind, share);
        return new Disturbances(changed, reorderWindow);
    }
}
