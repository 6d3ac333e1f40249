package io.recount.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.recount.harness.expectation.CellKey;
import io.recount.harness.expectation.DeclaredModel;
import io.recount.harness.expectation.Expectation;
import io.recount.harness.expectation.Outcomes;
import io.recount.harness.expectation.Row;
import io.recount.harness.feed.Delivery;
import io.recount.harness.feed.Disturbances;
import io.recount.harness.feed.Scenario;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class MeterFeedTest {

    private static final TestFeed FEED = new TestFeed(ModelUnderTest.meters());
    private static final Pattern TAKEN_AT = Pattern.compile("\"takenAt\":([0-9]+)");
    private static final Pattern ID = Pattern.compile("\"id\":\"([^\"]+)\"");

    @Test
    void cellsAreQuartersOfAnHourAndThereAreNoShifts() {
        Expectation expectation = FEED.expectation(Scenario.of(3, 5_000).withRegisters(20));
        List<CellKey> cells = expectation.cells().map(Row::key).toList();
        assertThat(cells)
                .allMatch(cell -> cell.shift() == 0 && cell.bucket().getEpochSecond() % 900 == 0)
                .extracting(cell -> cell.bucket().getEpochSecond() % 3_600)
                .contains(0L, 900L, 1_800L, 2_700L);
        assertThat(expectation.shifts()).isEmpty();
        assertThat(expectation.storeHours().count()).isPositive();
    }

    @Test
    void everyKindOfDisturbanceOccursAboutAsOftenAsAsked() {
        Outcomes outcomes = FEED.expectation(Scenario.of(6, 50_000)).outcomes();
        System.out.println("seed 6: " + outcomes);
        assertThat(outcomes.duplicates()).isBetween(850L, 1_200L);
        assertThat(outcomes.ignored().get("heartbeat")).isBetween(400L, 600L);
        assertThat(outcomes.rejected()).isBetween(10L, 45L);
        assertThat(outcomes.badVersions()).isBetween(60L, 140L);
        assertThat(outcomes.errors()).isBetween(25L, 75L);
        assertThat(outcomes.deleted()).isBetween(25L, 75L);
        assertThat(outcomes.versions() - 50_000).isBetween(600L, 1_000L);
    }

    @Test
    void everyBadVersionIsBadAndNoUndecodableMessageHasAPlace() {
        Scenario scenario = Scenario.of(4, 2_000)
                .withDisturbances(Disturbances.none().withBad(1).withUndecodable(1));
        Outcomes outcomes = FEED.expectation(scenario).outcomes();
        // Of 2,000 readings 5 are of the cycle of mixes.
        assertThat(outcomes.badVersions()).isEqualTo(1_995);
        assertThat(outcomes.rejected()).isEqualTo(2_000);
    }

    @Test
    void aDayOfLateMetersComesAtTheEnd() {
        Scenario scenario = Scenario.of(2, 10_000).withDisturbances(Disturbances.none());
        List<Delivery> deliveries = FEED.deliveries(scenario);
        Set<String> late = new HashSet<>();
        for (int i = 0; i < deliveries.size(); i++) {
            Duration before = Duration.between(
                    takenAt(deliveries.get(i)), scenario.start().plus(scenario.span()));
            if (before.compareTo(scenario.span()) > 0) {
                late.add(String.valueOf(deliveries.get(i).key()));
                assertThat(before).isBetween(Duration.ofDays(18), Duration.ofDays(41));
                assertThat(i).isGreaterThan(9_900);
            }
        }
        assertThat(late).hasSize(6);
    }

    @Test
    void idsAreTextsOfManyAlphabetsAndUniqueWithinTheirMeterOnly() {
        Map<String, Set<String>> meters = new HashMap<>();
        for (Delivery delivery : FEED.deliveries(Scenario.of(2, 5_000).withDisturbances(Disturbances.none()))) {
            assertThat(meters.computeIfAbsent(TestFeed.find(ID, delivery), id -> new HashSet<>())
                            .add(String.valueOf(delivery.key())))
                    .isTrue();
        }
        assertThat(meters.get("000001")).hasSizeGreaterThan(10);
        // As it is on the wire.
        assertThat(meters).containsKey("Zähler \\uD83D\\uDD0C 1");
        assertThat(meters.keySet().stream().filter(id -> id.length() == 36)).hasSizeGreaterThan(2_000);
    }

    @Test
    void aModelOfWhichNobodyMakesDocumentsIsRefused() {
        DeclaredModel other = DeclaredModel.parse("{name: tickets, fields: {}, measures: []}");
        assertThatThrownBy(() -> Feed.of(other, Scenario.of(1, 1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("\"tickets\"")
                .hasMessageContaining("receipts and meters");
    }

    private static Instant takenAt(Delivery delivery) {
        return Instant.ofEpochSecond(Long.parseLong(TestFeed.find(TAKEN_AT, delivery)));
    }
}
