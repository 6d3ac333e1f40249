package io.recount.cli.audit;

import static org.assertj.core.api.Assertions.assertThat;

import io.recount.pipeline.requests.RequestMessage.Ask;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RepairTest {

    private static final Repair REPAIR = new Repair(Duration.ofHours(1));

    @Test
    void timesThatLieApartAreAskedForApartAndRegistersOnlyWhereTheyAreWrong() {
        List<Ask> asks = REPAIR.asks(
                List.of(
                        cell("R-2", "2026-10-12T06:00:00Z"),
                        cell("R-1", "2026-10-12T20:00:00Z"),
                        cell("R-2", "2026-10-12T20:00:00Z"),
                        cell("R-3", "2026-01-01T00:00:00Z")),
                "a",
                "why");
        assertThat(asks)
                .containsExactly(
                        ask("a-1", List.of("R-3"), "2026-01-01T00:00:00Z", "2026-01-01T01:00:00Z"),
                        ask("a-2", List.of("R-1", "R-2"), "2026-10-12T06:00:00Z", "2026-10-12T21:00:00Z"));
    }

    @Test
    void differencesAllOverTheYearsBecomeFewRequestsThatCoverAllOfThem() {
        List<Difference> differences = new ArrayList<>();
        for (int day = 0; day < 300; day += 3) {
            differences.add(cell(
                    "R-" + day,
                    Instant.parse("2026-01-01T00:00:00Z")
                            .plus(Duration.ofDays(day))
                            .toString()));
        }
        List<Ask> asks = REPAIR.asks(differences, "a", "why");
        assertThat(asks).hasSize(16);
        assertThat(differences).allMatch(each -> asks.stream().anyMatch(ask -> covers(ask, each)));
    }

    @Test
    void anAskHasALimitedNumberOfRegisters() {
        List<Difference> differences = new ArrayList<>();
        for (int register = 0; register < 2_500; register++) {
            differences.add(cell("R-" + register, "2026-01-01T00:00:00Z"));
        }
        List<Ask> asks = REPAIR.asks(differences, "a", "why");
        assertThat(asks).extracting(Ask::id).containsExactly("a-1", "a-2", "a-3");
        assertThat(asks).allMatch(ask -> ask.registers().size() <= 1_000);
        assertThat(differences).allMatch(each -> asks.stream().anyMatch(ask -> covers(ask, each)));
    }

    private static boolean covers(Ask ask, Difference difference) {
        Instant time = Instant.ofEpochSecond(difference.timeSeconds());
        return ask.registers().contains(difference.key().register())
                && !time.isBefore(ask.from())
                && time.isBefore(ask.to());
    }

    private static Ask ask(String id, List<String> registers, String from, String to) {
        return new Ask(id, registers, Instant.parse(from), Instant.parse(to), "why", 0);
    }

    private static Difference cell(String register, String time) {
        long seconds = Instant.parse(time).getEpochSecond();
        return new Difference(
                new Difference.Key("cells", register, "1", seconds, "", ""),
                Difference.Kind.WRONG_VALUE,
                List.of(),
                seconds);
    }
}
