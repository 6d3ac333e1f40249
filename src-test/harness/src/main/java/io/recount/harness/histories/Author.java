package io.recount.harness.histories;

import io.recount.harness.histories.Written.ReceiptId;
import io.recount.harness.histories.Written.Spot;
import io.recount.harness.histories.Written.State;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Writes the versions of one receipt: corrected, moved, spoilt, mended, deleted, some of them at the same time. */
final class Author {

    private static final int MOST_VERSIONS = 7;

    private final SplittableRandom random;
    private final Body body;
    /** Makes every message another one, whatever else it says. */
    private long written;

    Author(SplittableRandom random) {
        this.random = random;
        this.body = new Body(random);
    }

    /** All versions of a receipt, by the time they are written. */
    List<Written> versions(ReceiptId id, Spot origin, Instant firstAt) {
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
        Instant at = spot.printedAt();
        return switch (change) {
            case 1 -> new Spot(spot.shift() + 1, at);
            case 2, 3 -> new Spot(spot.shift(), at.minus(Duration.ofHours(1)));
            case 4 -> new Spot(spot.shift(), at.minus(Duration.ofDays(1)));
            case 5 -> new Spot(spot.shift(), at.minus(Duration.ofDays(31)));
            case 6 -> new Spot(spot.shift() + 1, at.minus(Duration.ofHours(random.nextInt(2, 48))));
            default -> spot;
        };
    }

    private Written version(ReceiptId id, Spot spot, Instant writtenAt, State state) {
        Members members = new Members();
        if (random.nextInt(8) != 0) {
            members.text("kind", "receipt");
        }
        place(members, id, spot, writtenAt);
        switch (state) {
            case GOOD -> body.good(members);
            case BAD -> body.bad(members);
            case DELETED -> {
                members.raw("deleted", "true");
                if (random.nextInt(3) == 0) {
                    body.bad(members);
                }
            }
            case NO_DOCUMENT -> throw new IllegalArgumentException("a version is a document");
        }
        return new Written(id, spot, writtenAt, state, members.json());
    }

    /** A message about the receipt that is no version of it. */
    Written noDocument(ReceiptId id, Spot spot, Instant writtenAt) {
        Members members = new Members();
        String json = switch (random.nextInt(4)) {
            case 0 -> "not json " + written++;
            case 1 -> place(members, id, spot, writtenAt).json().replaceFirst("\"shift\":\\d+", "\"shift\":\"\"");
            case 2 -> place(members, id, spot, writtenAt).number("number", 1).json();
            default ->
                members.text("kind", "status")
                        .text("register", id.register())
                        .number("nonce", written++)
                        .json();
        };
        return new Written(id, spot, writtenAt, State.NO_DOCUMENT, json);
    }

    private Members place(Members members, ReceiptId id, Spot spot, Instant writtenAt) {
        return members.text("register", id.register())
                .text("drive", id.drive())
                .number("number", id.number())
                .number("shift", spot.shift())
                .text("printedAt", spot.printedAt().toString())
                .text("writtenAt", writtenAt.toString())
                .number("nonce", written++);
    }
}
