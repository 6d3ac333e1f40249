package io.recount.harness.histories;

import io.recount.harness.histories.Written.Spot;
import io.recount.harness.histories.Written.State;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;

/** What a newer version changes. */
final class Changes {

    private Changes() {}

    static List<Kind> of(Written old, Written next, Duration bucket) {
        List<Kind> kinds = new ArrayList<>();
        if (old.writtenAt().equals(next.writtenAt())) {
            kinds.add(Kind.TIE);
        }
        if (old.state() == State.GOOD && next.state() == State.DELETED) {
            kinds.add(Kind.DELETE);
        } else if (old.state() == State.GOOD && next.state() == State.BAD) {
            kinds.add(Kind.GOOD_THEN_BAD);
        } else if (old.state() == State.BAD && next.state() == State.GOOD) {
            kinds.add(Kind.BAD_THEN_GOOD);
        } else if (old.state() == State.GOOD && old.spot().equals(next.spot())) {
            kinds.add(Kind.CORRECTION);
        }
        if (old.state() != State.DELETED && next.state() != State.DELETED) {
            moves(old.spot(), next.spot(), bucket, kinds);
        }
        return kinds;
    }

    private static void moves(Spot from, Spot to, Duration bucket, List<Kind> kinds) {
        if (from.shift() != to.shift()) {
            kinds.add(Kind.MOVE_SHIFT);
        }
        if (!YearMonth.from(day(from)).equals(YearMonth.from(day(to)))) {
            kinds.add(Kind.MOVE_MONTH);
        } else if (!day(from).equals(day(to))) {
            kinds.add(Kind.MOVE_DAY);
        } else if (!bucket(from, bucket).equals(bucket(to, bucket))) {
            kinds.add(Kind.MOVE_BUCKET);
        }
    }

    static Instant bucket(Spot spot, Duration length) {
        long seconds = spot.at().getEpochSecond();
        return Instant.ofEpochSecond(seconds - Math.floorMod(seconds, length.toSeconds()));
    }

    private static LocalDate day(Spot spot) {
        return spot.at().atOffset(ZoneOffset.UTC).toLocalDate();
    }
}
