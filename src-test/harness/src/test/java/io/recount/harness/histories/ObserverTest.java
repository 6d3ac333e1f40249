package io.recount.harness.histories;

import static org.assertj.core.api.Assertions.assertThat;

import io.recount.harness.histories.Written.DocumentId;
import io.recount.harness.histories.Written.Spot;
import io.recount.harness.histories.Written.State;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ObserverTest {

    private static final Instant NOON = Instant.parse("2026-10-12T12:00:00Z");
    private static final Spot SPOT = new Spot(1, NOON);

    private final Written original = good(1, SPOT, 0);

    @Test
    void whatComesAgainIsADuplicateOrWasSuperseded() {
        Written corrected = good(1, SPOT, 60);
        assertThat(kinds(original, original)).containsExactly(Kind.DUPLICATE);
        assertThat(kinds(original, corrected, original))
                .containsExactlyInAnyOrder(Kind.CORRECTION, Kind.SUPERSEDED_AGAIN);
        assertThat(kinds(corrected, original)).containsExactly(Kind.REORDER);
    }

    @Test
    void aMoveIsNamedByTheFarthestItGoes() {
        assertThat(kinds(original, good(1, new Spot(2, NOON), 1)))
                .containsExactlyInAnyOrder(Kind.MOVE_SHIFT, Kind.EMPTIED_CELL);
        assertThat(kinds(original, good(1, earlier(Duration.ofHours(1)), 1)))
                .containsExactlyInAnyOrder(Kind.MOVE_BUCKET, Kind.EMPTIED_CELL);
        assertThat(kinds(original, good(1, earlier(Duration.ofDays(1)), 1)))
                .containsExactlyInAnyOrder(Kind.MOVE_DAY, Kind.EMPTIED_CELL);
        assertThat(kinds(original, good(1, earlier(Duration.ofDays(31)), 1)))
                .containsExactlyInAnyOrder(Kind.MOVE_MONTH, Kind.EMPTIED_CELL);
        assertThat(kinds(original, good(1, earlier(Duration.ofMinutes(-59)), 1)))
                .isEmpty();
    }

    @Test
    void aCellThatKeepsADocumentIsNotEmptied() {
        Written neighbour = good(2, SPOT, 0);
        assertThat(kinds(original, neighbour, written(1, SPOT, 1, State.DELETED)))
                .containsExactly(Kind.DELETE);
        assertThat(kinds(original, written(1, SPOT, 1, State.DELETED)))
                .containsExactlyInAnyOrder(Kind.DELETE, Kind.EMPTIED_CELL);
    }

    @Test
    void deletesTiesAndBadVersionsAreSeen() {
        assertThat(kinds(written(1, SPOT, 1, State.DELETED), original))
                .containsExactlyInAnyOrder(Kind.REORDER, Kind.DELETE_FIRST);
        assertThat(kinds(original, written(1, SPOT, 1, State.BAD))).containsExactly(Kind.GOOD_THEN_BAD);
        assertThat(kinds(written(1, SPOT, 0, State.BAD), good(1, SPOT, 1))).containsExactly(Kind.BAD_THEN_GOOD);
        assertThat(kinds(original, new Written(original.id(), SPOT, original.writtenAt(), State.GOOD, "other")))
                .contains(Kind.TIE);
    }

    @Test
    void lateAndFutureDocumentsAndNewScopesAreSeen() {
        assertThat(kinds(original, good(2, earlier(Duration.ofDays(29)), 0))).containsExactly(Kind.MONTH_LATE);
        assertThat(kinds(good(2, earlier(Duration.ofDays(-800)), 0), original)).containsExactly(Kind.FUTURE);
        DocumentId otherScope = new DocumentId("R", "other", 1);
        assertThat(kinds(original, new Written(otherScope, SPOT, NOON, State.GOOD, "{}")))
                .containsExactly(Kind.NEW_SCOPE);
    }

    @ParameterizedTest
    @EnumSource
    void fourHundredHistoriesHoldEveryKindOften(Trade trade) {
        Observer observer = new Observer(trade.bucket());
        HistorySource source = new HistorySource(trade, new SplittableRandom(5));
        long deliveries = 0;
        for (int i = 0; i < 400; i++) {
            List<Step> history = source.next("R" + i + "-");
            deliveries += history.size();
            observer.observe(history);
        }
        assertThat(deliveries).as("deliveries, seed 5").isBetween(72_000L, 96_000L);
        assertThat(observer.counts())
                .as("seed 5")
                .allSatisfy((kind, count) -> assertThat(count >= 100)
                        .as("%d of %s", count, kind)
                        .isEqualTo(trade.kinds().contains(kind)));
    }

    @ParameterizedTest
    @EnumSource
    void aSeedGivesTheSameHistoriesAgain(Trade trade) {
        List<Step> history = new HistorySource(trade, new SplittableRandom(9)).next("R");
        assertThat(new HistorySource(trade, new SplittableRandom(9)).next("R")).isEqualTo(history);
        assertThat(new HistorySource(trade, new SplittableRandom(10)).next("R")).isNotEqualTo(history);
    }

    private static Set<Kind> kinds(Written... messages) {
        Observer observer = new Observer(Duration.ofHours(1));
        observer.observe(
                Stream.of(messages).map(message -> new Step(message, 0)).toList());
        return observer.counts().entrySet().stream()
                .filter(count -> count.getValue() > 0)
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
    }

    private static Spot earlier(Duration by) {
        return new Spot(1, NOON.minus(by));
    }

    private static Written good(long number, Spot spot, long secondsLater) {
        return written(number, spot, secondsLater, State.GOOD);
    }

    private static Written written(long number, Spot spot, long secondsLater, State state) {
        Instant writtenAt = NOON.plusSeconds(secondsLater);
        return new Written(
                new DocumentId("R", "D", number), spot, writtenAt, state, number + "@" + writtenAt + spot + state);
    }
}
