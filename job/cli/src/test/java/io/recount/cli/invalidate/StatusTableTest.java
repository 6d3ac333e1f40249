package io.recount.cli.invalidate;

import static org.assertj.core.api.Assertions.assertThat;

import io.recount.cli.invalidate.RequestStatus.State;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class StatusTableTest {

    @Test
    void aListHasALineEach() {
        assertThat(StatusTable.list(List.of(
                        Statuses.of("20261130-131502-aaaa", State.RUNNING, 20_000_000, 1_234_567),
                        Statuses.of(
                                "b",
                                State.PAUSED,
                                100,
                                100,
                                List.of("R-1", "R-2"),
                                "x".repeat(60),
                                "",
                                Duration.ofHours(30)),
                        Statuses.of("c", State.DONE, 0, 0))))
                .containsExactly(
                        "id                    state    requested             from                  to                  "
                                + "  registers   documents   done  changed  left              reason",
                        "20261130-131502-aaaa  running  2026-11-30T13:15:02Z  2026-01-01T00:00:00Z  2026-02-01T00:00:00Z"
                                + "  all        20,000,000    6 %    1,033  about 1 min 15 s  lost on the way",
                        "b                     paused   2026-11-30T13:15:02Z  2026-01-01T00:00:00Z  2026-02-01T00:00:00Z"
                                + "  2                 100   99 %    1,033                    " + "x".repeat(40) + "…",
                        "c                     done     2026-11-30T13:15:02Z  2026-01-01T00:00:00Z  2026-02-01T00:00:00Z"
                                + "  all                 0  100 %    1,033                    lost on the way");
    }

    @Test
    void aSheetHasAllOfOne() {
        assertThat(StatusTable.sheet(Statuses.of("a", State.RUNNING, 20_000, 1_234)))
                .containsExactly(
                        "id         a",
                        "state      running",
                        "reason     lost on the way",
                        "requested  2026-11-30T13:15:02Z",
                        "from       2026-01-01T00:00:00Z",
                        "to         2026-02-01T00:00:00Z",
                        "registers  all",
                        "rate       10,000 documents a second",
                        "documents  1,234 of 20,000 are computed",
                        "remaining  18,766 documents",
                        "pages      12",
                        "values     5,000 compared, 1,033 published again",
                        "left       about 1 min 15 s",
                        "updated    2026-11-30T13:16:02Z");
    }

    @Test
    void aRefusalSaysWhy() {
        assertThat(StatusTable.sheet(
                        Statuses.of("a", State.REFUSED, 0, 0, List.of(), "", "to: is missing", Duration.ZERO)))
                .contains("state      refused: to: is missing", "left");
    }

    @Test
    void whatAnybodyWroteMovesNoCursor() {
        List<String> registers = IntStream.range(0, 25)
                .mapToObj(i -> i == 0 ? "R\u001b[2J" : "R-" + i)
                .toList();
        RequestStatus hostile = Statuses.of(
                "a",
                State.REFUSED,
                1,
                0,
                registers,
                "a\r\nb\u202e",
                "\u0007" + "m".repeat(500),
                Duration.ofSeconds(-1));

        assertThat(StatusTable.sheet(hostile))
                .contains("reason     a\\u000d\\u000ab\\u202e")
                .anySatisfy(line -> assertThat(line)
                        .startsWith("registers  R\\u001b[2J, R-1, ")
                        .endsWith("R-19 and 5 more"))
                .allSatisfy(line -> assertThat(line).matches("[^\\p{Cntrl}\\p{Cf}]*"));
        assertThat(StatusTable.list(List.of(hostile)))
                .allSatisfy(line -> assertThat(line).matches("[^\\p{Cntrl}\\p{Cf}]*"));
    }

    @Test
    void programsGetTheNamesOfTheView() {
        RequestStatus status =
                Statuses.of("a", State.DONE, 7, 7, List.of("R \"1\""), "a\nb", "", Duration.ofSeconds(2));
        assertThat(StatusJson.one(status)).isEqualToNormalizingNewlines("""
                {
                  "id" : "a",
                  "state" : "done",
                  "requested_at" : "2026-11-30T13:15:02.250Z",
                  "from_time" : "2026-01-01T00:00:00Z",
                  "to_time" : "2026-02-01T00:00:00Z",
                  "registers" : [ "R \\"1\\"" ],
                  "reason" : "a\\nb",
                  "rate" : 10000,
                  "message" : "",
                  "documents" : 7,
                  "expanded" : 7,
                  "pages" : 12,
                  "recomputed" : 5000,
                  "changed" : 1033,
                  "remaining" : 0,
                  "eta_seconds" : 2,
                  "updated_at" : "2026-11-30T13:16:02.250Z"
                }""");
        assertThat(StatusJson.list(List.of()).replaceAll("\\s", "")).isEqualTo("[]");
        assertThat(StatusJson.list(List.of(status, status)).replaceAll("\\s", ""))
                .startsWith("[{\"id\":\"a\"")
                .contains("},{\"id\":\"a\"");
    }

    @Test
    void openRequestsAreAlwaysRecentAndOfTheOthersTheLast() {
        List<RequestStatus> all = IntStream.range(0, 30)
                .mapToObj(i -> Statuses.of("r" + i, i == 1 ? State.PAUSED : State.DONE, 1, 1))
                .toList();
        KnownRequests known = new KnownRequests(all);

        assertThat(known.recent()).hasSize(21);
        assertThat(known.recent().subList(0, 3)).extracting(RequestStatus::id).containsExactly("r1", "r10", "r11");
        assertThat(known.refusal("x\u001b"))
                .startsWith("There is no request 'x\\u001b'. Known: r1 (paused), r10 (done), ")
                .contains("r29 (done). One that was sent just now");
        assertThat(new KnownRequests(List.of()).refusal("x")).contains("Known: none.");
    }
}
