package io.recount.harness.feed;

import io.recount.harness.feed.Disturbances.Kind;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * Deliveries of the documents of a source, disturbed as asked, in order of arrival.
 *
 * <p>Deterministic: one random sequence, drawn in the order of the source. Holds only what is still under way. Nothing
 * arrives before its document was sent, so a pending delivery that is due by the time the next document is sent can go
 * out; that rests on the source being in order of {@link Draft#sentAt}.
 */
public final class Shaper implements Iterator<Delivery> {

    private static final Duration TRANSIT = Duration.ofSeconds(3);
    private static final double OVERTAKING = 0.1;
    private static final double TIED = 0.03;
    private static final double CORRECTED_AGAIN = 0.1;
    private static final double STRAY_PARTITION = 0.1;

    private final Iterator<? extends Draft> source;
    private final Disturbances disturbances;
    private final SplittableRandom random;
    private final PriorityQueue<Arrival> underWay =
            new PriorityQueue<>(Comparator.comparing(Arrival::due).thenComparingLong(Arrival::sequence));
    private @Nullable Draft ahead;
    private long sequence;

    public Shaper(Iterator<? extends Draft> source, Disturbances disturbances, SplittableRandom random) {
        this.source = source;
        this.disturbances = disturbances;
        this.random = random;
        this.ahead = source.hasNext() ? source.next() : null;
    }

    @Override
    public boolean hasNext() {
        return ahead != null || !underWay.isEmpty();
    }

    @Override
    public Delivery next() {
        while (ahead != null && (underWay.isEmpty() || underWay.element().due().isAfter(ahead.sentAt()))) {
            plan(ahead);
            ahead = source.hasNext() ? source.next() : null;
        }
        if (underWay.isEmpty()) {
            throw new NoSuchElementException("The feed is over; ask hasNext() first");
        }
        return underWay.remove().delivery();
    }

    private void plan(Draft made) {
        Draft draft = !made.undisturbed() && befalls(Kind.FUTURE) ? made.ahead() : made;
        Instant sent = draft.sentAt();
        if (draft.undisturbed()) {
            version(draft, draft.message(sent), arrival(sent));
        } else if (befalls(Kind.TIES)) {
            planTie(draft);
        } else if (befalls(Kind.BAD)) {
            planBad(draft);
        } else if (befalls(Kind.DELETES)) {
            planDelete(draft);
        } else if (befalls(Kind.MOVES)) {
            planChange(draft, draft.moved(random));
        } else if (befalls(Kind.CORRECTIONS)) {
            planChange(draft, draft.corrected(random));
        } else {
            version(draft, draft.message(sent), arrival(sent));
        }
        if (befalls(Kind.STATUS_UPDATES)) {
            send(draft, draft.status(sent.plusMillis(random.nextLong(200, 5_000))), arrival(sent.plusSeconds(1)));
        }
        if (befalls(Kind.UNDECODABLE)) {
            send(draft, draft.undecodable(random), arrival(sent));
        }
    }

    private void planChange(Draft draft, Draft changed) {
        Instant sent = draft.sentAt();
        Instant changedAt = chance(TIED) ? sent : afterwards(sent);
        pair(draft, draft.message(sent), changed.message(changedAt), changedAt);
        if (chance(CORRECTED_AGAIN)) {
            Instant again = afterwards(changedAt);
            version(draft, changed.corrected(random).message(again), arrival(again));
        }
    }

    /** Either may arrive first; which of them wins does not depend on it. */
    private void planTie(Draft draft) {
        Instant sent = draft.sentAt();
        byte[] other = switch (random.nextInt(4)) {
            case 0 -> draft.moved(random).message(sent);
            case 1 -> draft.bad(sent, random);
            case 2 -> draft.deleted(sent);
            default -> draft.corrected(random).message(sent);
        };
        byte[] original = draft.message(sent);
        boolean isOtherFirst = random.nextBoolean();
        version(draft, isOtherFirst ? other : original, arrival(sent));
        version(draft, isOtherFirst ? original : other, arrival(sent));
    }

    /** Bad at first, or good at first and bad afterwards; mended or not. */
    private void planBad(Draft draft) {
        Instant sent = draft.sentAt();
        Instant mendedAt = afterwards(sent);
        if (random.nextBoolean()) {
            version(draft, draft.bad(sent, random), arrival(sent));
        } else {
            Instant spoiltAt = sent.plusMillis(
                    random.nextLong(1, Duration.between(sent, mendedAt).toMillis()));
            pair(draft, draft.message(sent), draft.bad(spoiltAt, random), spoiltAt);
        }
        if (random.nextBoolean()) {
            version(draft, draft.message(mendedAt), arrival(mendedAt));
        }
    }

    /** Some documents are deleted before they arrive. */
    private void planDelete(Draft draft) {
        Instant deletedAt = afterwards(draft.sentAt());
        pair(draft, draft.message(draft.sentAt()), draft.deleted(deletedAt), deletedAt);
    }

    private void pair(Draft draft, byte[] first, byte[] second, Instant secondAt) {
        Instant firstDue = arrival(draft.sentAt());
        Instant secondDue = arrival(secondAt);
        boolean overtaking = chance(OVERTAKING);
        version(draft, first, overtaking ? secondDue : firstDue);
        version(draft, second, overtaking ? firstDue : secondDue);
    }

    private void version(Draft draft, byte[] message, Instant due) {
        send(draft, message, due);
        if (befalls(Kind.DUPLICATES)) {
            int hint = hint(draft.key()) + (chance(STRAY_PARTITION) ? 1 : 0);
            arrive(new Delivery(draft.key(), message, hint), due.plusMillis(redeliveryDelayMillis()));
        }
    }

    private void send(Draft draft, byte[] message, Instant due) {
        arrive(new Delivery(draft.key(), message, hint(draft.key())), due);
    }

    private void arrive(Delivery delivery, Instant due) {
        underWay.add(new Arrival(due, sequence++, delivery));
    }

    /** A retry within seconds, a restarted producer within hours, a replayed backup within days. */
    private long redeliveryDelayMillis() {
        int kind = random.nextInt(100);
        if (kind < 70) {
            return random.nextLong(Duration.ofSeconds(10).toMillis());
        }
        return random.nextLong((kind < 95 ? Duration.ofHours(4) : Duration.ofDays(3)).toMillis());
    }

    /** Minutes to three days later. */
    private Instant afterwards(Instant earlier) {
        Duration reach = random.nextInt(4) == 0 ? Duration.ofDays(3) : Duration.ofHours(2);
        return earlier.plusMillis(random.nextLong(Duration.ofMinutes(1).toMillis(), reach.toMillis()));
    }

    private Instant arrival(Instant sent) {
        if (disturbances.share(Kind.REORDERED) == 0) {
            return sent;
        }
        long windowMillis = disturbances.reorderWindow().toMillis();
        long transitMillis = random.nextLong(Math.min(windowMillis, TRANSIT.toMillis()) + 1);
        long heldMillis = befalls(Kind.REORDERED) ? random.nextLong(windowMillis + 1) : 0;
        return sent.plusMillis(Math.min(windowMillis, transitMillis + heldMillis));
    }

    private boolean befalls(Kind kind) {
        return chance(disturbances.share(kind));
    }

    private boolean chance(double share) {
        return share > 0 && random.nextDouble() < share;
    }

    private static int hint(String key) {
        return (key.hashCode() * 0x9E37_79B9) >>> 2;
    }

    private record Arrival(Instant due, long sequence, Delivery delivery) {}
}
