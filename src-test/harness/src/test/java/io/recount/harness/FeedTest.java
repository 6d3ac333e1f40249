package io.recount.harness;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.recount.harness.expectation.Outcomes;
import io.recount.harness.feed.Delivery;
import io.recount.harness.feed.Disturbances;
import io.recount.harness.feed.Scenario;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class FeedTest {

    private static final TestFeed FEED = new TestFeed(ModelUnderTest.receipts());
    private static final Pattern PRINTED_AT = Pattern.compile("\"printedAt\":\"([^\"]+)\"");
    private static final Pattern DRIVE = Pattern.compile("\"drive\":\"([^\"]+)\"");

    @Test
    void withoutDisturbancesEveryDeliveryIsADocumentAndInOrderOfPrinting() {
        Scenario scenario =
                Scenario.of(3, 3_000).withDisturbances(Disturbances.none()).withLateRegisters(0);
        assertThat(FEED.deliveries(scenario)).hasSize(3_000);
        // A register needs two to three seconds to send; over all registers, order holds to within one.
        assertThat(stepsBack(scenario, Duration.ofSeconds(1))).isZero();
    }

    @Test
    void reorderReallyReorders() {
        Disturbances reordered = Disturbances.none().withReordered(0.05, Duration.ofMinutes(30));
        Scenario scenario = Scenario.of(3, 3_000).withLateRegisters(0).withDisturbances(reordered);
        int steps = stepsBack(scenario, Duration.ofSeconds(10));
        assertThat(steps).isBetween(100, 300);
        assertThat(stepsBack(scenario, Duration.ofMinutes(31))).isZero();
    }

    @Test
    void duplicatesAreAsManyAsAsked() {
        Scenario scenario =
                Scenario.of(5, 20_000).withDisturbances(Disturbances.none().withDuplicates(0.02));
        Outcomes outcomes = FEED.expectation(scenario).outcomes();
        assertThat(outcomes.duplicates()).isBetween(340L, 460L);
        assertThat(outcomes.versions()).isEqualTo(20_000);
    }

    @Test
    void everyKindOfDisturbanceOccursAboutAsOftenAsAsked() {
        Outcomes outcomes = FEED.expectation(Scenario.of(6, 50_000)).outcomes();
        System.out.println("seed 6: " + outcomes);
        assertThat(outcomes.duplicates()).isBetween(850L, 1_200L);
        assertThat(outcomes.ignored().get("status_update")).isBetween(400L, 600L);
        assertThat(outcomes.rejected()).isBetween(10L, 45L);
        assertThat(outcomes.badVersions()).isBetween(60L, 140L);
        assertThat(outcomes.errors()).isBetween(25L, 75L);
        assertThat(outcomes.deleted()).isBetween(25L, 75L);
        // Corrections, moves, corrections of these, good successors of bad versions, deletes.
        assertThat(outcomes.versions() - 50_000).isBetween(600L, 1_000L);
    }

    @Test
    void aDayOfLateRegistersComesAtTheEnd() {
        Scenario scenario = Scenario.of(2, 10_000).withDisturbances(Disturbances.none());
        List<Delivery> deliveries = FEED.deliveries(scenario);
        List<String> late = new ArrayList<>();
        for (int i = 0; i < deliveries.size(); i++) {
            Instant printedAt = printedAt(deliveries.get(i));
            Duration before = Duration.between(printedAt, scenario.start().plus(scenario.span()));
            if (before.compareTo(scenario.span()) > 0) {
                late.add(String.valueOf(deliveries.get(i).key()));
                assertThat(before).isBetween(Duration.ofDays(18), Duration.ofDays(41));
                assertThat(i).isGreaterThan(9_900);
            }
        }
        assertThat(new HashSet<>(late)).hasSize(6);
        assertThat(late).hasSizeGreaterThan(6);
    }

    @Test
    void someRegistersChangeDrives() {
        Map<String, Set<String>> drives = new HashMap<>();
        for (Delivery delivery : FEED.deliveries(Scenario.of(2, 10_000).withDisturbances(Disturbances.none()))) {
            drives.computeIfAbsent(String.valueOf(delivery.key()), key -> new HashSet<>())
                    .add(TestFeed.find(DRIVE, delivery));
        }
        assertThat(drives.values().stream().filter(of -> of.size() == 2)).hasSize(22);
        assertThat(drives.values()).allMatch(of -> of.size() <= 2);
    }

    @Test
    void fewDeliveriesOfAKeyStrayToAnotherPartition() {
        Map<String, Integer> home = new HashMap<>();
        int stray = 0;
        List<Delivery> deliveries = FEED.deliveries(Scenario.of(2, 20_000));
        for (Delivery delivery : deliveries) {
            int partition = delivery.partition(4);
            stray += home.computeIfAbsent(String.valueOf(delivery.key()), key -> partition) == partition ? 0 : 1;
        }
        assertThat(new HashSet<>(home.values())).hasSize(4);
        assertThat(stray).isBetween(10, 100);
    }

    @Test
    void noDeliveryHoldsALineFeed() {
        for (Delivery delivery : FEED.deliveries(Scenario.of(4, 20_000))) {
            assertThat(new String(delivery.value(), StandardCharsets.ISO_8859_1))
                    .doesNotContain("\n");
        }
    }

    @Test
    void noMemberOccursTwiceInAMessage() throws IOException {
        Scenario corrected =
                Scenario.of(4, 5_000).withDisturbances(Disturbances.usual().withCorrections(0.5));
        ObjectMapper strict = new ObjectMapper().enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION);
        for (Delivery delivery : FEED.deliveries(corrected)) {
            try {
                strict.readTree(delivery.value());
            } catch (JsonParseException e) {
                assertThat(e).hasMessageNotContaining("Duplicate");
            }
        }
    }

    /** Deliveries whose receipt was printed before that of an earlier delivery, by more than {@code least}. */
    private static int stepsBack(Scenario scenario, Duration least) {
        Instant latest = Instant.MIN;
        int steps = 0;
        for (Delivery delivery : FEED.deliveries(scenario)) {
            Instant printedAt = printedAt(delivery);
            steps += printedAt.plus(least).isBefore(latest) ? 1 : 0;
            latest = printedAt.isAfter(latest) ? printedAt : latest;
        }
        return steps;
    }

    private static Instant printedAt(Delivery delivery) {
        return OffsetDateTime.parse(TestFeed.find(PRINTED_AT, delivery)).toInstant();
    }
}
