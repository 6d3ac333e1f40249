package io.recount.bench.lookups;

import static org.assertj.core.api.Assertions.assertThat;

import io.recount.harness.feed.Delivery;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;

class LookUpsTest {

    private static final ColdTraffic TRAFFIC = new ColdTraffic(Instant.parse("2024-06-01T00:00:00Z"), 10, 2);

    private static Stream<String> messages(Iterator<Delivery> deliveries) {
        Iterable<Delivery> all = () -> deliveries;
        return StreamSupport.stream(all.spliterator(), false)
                .map(delivery -> new String(delivery.value(), StandardCharsets.UTF_8));
    }

    @Test
    void twoYearsAreAsManyReceiptsAsTheySay() {
        Set<String> years = new HashSet<>(messages(TRAFFIC.years()).toList());
        assertThat(years).hasSize(TRAFFIC.documents());
    }

    @Test
    void aThirdOfTheOldOnesComeAgainAndTheOthersAreNew() {
        Set<String> years = new HashSet<>(messages(TRAFFIC.years()).toList());
        List<String> day = messages(TRAFFIC.day(740, 3_000, 1, 1)).toList();
        assertThat(day.stream().filter(years::contains)).hasSize(1_000);
        assertThat(messages(TRAFFIC.day(740, 3_000, 0, 1)).filter(message -> message.contains("\"shift\":741,")))
                .hasSize(3_000);
    }

    @Test
    void costsAreOfAMillion() {
        Spent nothing = new Spent(0, 0, 100, 2_000_000_000L);
        Spent something = new Spent(3, 40, 500, 5_000_000_000L);
        LookUpResult result = new LookUpResult(
                1_000,
                500_000,
                List.of(
                        new LookUpResult.AtShare(0, nothing),
                        new LookUpResult.AtShare(0.03, something.since(nothing))));
        assertThat(result.lines()).last().asString().matches(" *3\\.0 % old +6 +80 +800 +6\\.0 +2\\.0");
    }
}
