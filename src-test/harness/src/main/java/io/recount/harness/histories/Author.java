package io.recount.harness.histories;

import io.recount.harness.histories.Written.DocumentId;
import io.recount.harness.histories.Written.Spot;
import io.recount.harness.histories.Written.State;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Writes the versions of one document: corrected, moved, spoilt, mended, deleted, some of them at the same time. */
final class Author {

    private static final int MOST_VERSIONS = 7;

    private final Trade trade;
    private final SplittableRandom random;
    private final Wording wording;
    /** Makes every message another one, whatever else it says. */
    private long written;

    Author(Trade trade, SplittableRandom random) {
        this.trade = trade;
        this.random = random;
        this.wording = trade.wording(random);
    }

    /** All versions of a document, by the time they are written. */
    List<Written> versions(DocumentId id, Spot origin, Instant firstAt) {
        List<Written> versions = new ArrayList<>();
        Spot spot = origin;
        Instant writtenAt = firstAt;
        State state = random.nextInt(10) == 0 ? State.BAD : State.GOOD;
        versions.add(version(id, spot, writtenAt, state));
        while (versions.size() < MOST_VERSIONS && random.nextInt(100) < 58) {
            boolean tie = random.nextInt(6) == 0;
            writtenAt = tie ? writtenAt : writtenAt.plusMillis(random.nextLong(1, 300_000));
            int change = random.nextInt(12);
            spot = moved(spot, change);
            state = change == 10 ? State.DELETED : change == 11 || change == 0 ? State.BAD : State.GOOD;
            versions.add(version(id, spot, writtenAt, state));
        }
        return versions;
    }

    private Spot moved(Spot spot, int change) {
        Instant at = spot.at();
        long nextShift = spot.shift() + (trade.hasShifts() ? 1 : 0);
        return switch (change) {
            case 1 -> new Spot(nextShift, at);
            case 2, 3 -> new Spot(spot.shift(), at.minus(trade.bucket()));
            case 4 -> new Spot(spot.shift(), at.minus(Duration.ofDays(1)));
            case 5 -> new Spot(spot.shift(), at.minus(Duration.ofDays(31)));
            case 6 -> new Spot(nextShift, at.minus(Duration.ofHours(random.nextInt(2, 48))));
            default -> spot;
        };
    }

    private Written version(DocumentId id, Spot spot, Instant writtenAt, State state) {
        Members members = new Members();
        if (random.nextInt(8) != 0) {
            wording.kind(members);
        }
        place(members, id, spot, writtenAt);
        switch (state) {
            case GOOD -> wording.body().good(members);
            case BAD -> wording.body().bad(members);
            case DELETED -> {
                wording.deleted(members);
                if (random.nextInt(3) == 0) {
                    wording.body().bad(members);
                }
            }
            case NO_DOCUMENT -> throw new IllegalArgumentException("a version is a document");
        }
        return new Written(id, spot, writtenAt, state, members.json());
    }

    /** A message about the document that is no version of it. */
    Written noDocument(DocumentId id, Spot spot, Instant writtenAt) {
        Members members = new Members();
        String json = switch (random.nextInt(4)) {
            case 0 -> "not json " + written++;
            case 1 -> wording.unplaced(place(members, id, spot, writtenAt).json());
            case 2 -> {
                place(members, id, spot, writtenAt);
                wording.anotherId(members);
                yield members.json();
            }
            default -> {
                wording.status(members, id);
                yield members.number("nonce", written++).json();
            }
        };
        return new Written(id, spot, writtenAt, State.NO_DOCUMENT, json);
    }

    private Members place(Members members, DocumentId id, Spot spot, Instant writtenAt) {
        wording.place(members, id, spot, writtenAt);
        return members.number("nonce", written++);
    }
}
