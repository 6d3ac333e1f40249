package io.recount.clickhouse.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.recount.clickhouse.Ancestor;
import io.recount.clickhouse.Ledger;
import io.recount.clickhouse.Lineage;
import io.recount.clickhouse.Seal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.flink.runtime.execution.SuppressRestartsException;
import org.junit.jupiter.api.Test;

final class TimelineCheckTest {

    private final TimelineCheck check = new TimelineCheck(300, "mine");

    @Test
    void anEmptyLedgerAndAnOlderTimelinePass() {
        assertThatCode(() -> check.against(Optional.empty())).doesNotThrowAnyException();
        assertThatCode(() -> check.against(entry(299, "other"))).doesNotThrowAnyException();
    }

    @Test
    void aRestartOfTheSameSubmissionPasses() {
        assertThatCode(() -> check.against(entry(300, "mine"))).doesNotThrowAnyException();
    }

    @Test
    void anotherSubmissionOfTheSameSecondIsRefusedForGood() {
        assertThatThrownBy(() -> check.against(entry(300, "other")))
                .isInstanceOf(SuppressRestartsException.class)
                .cause()
                .hasMessageContaining("timeline 300")
                .hasMessageContaining("submit the job again");
    }

    @Test
    void aNewerTimelineInTheLedgerIsRefusedForGood() {
        assertThatThrownBy(() -> check.against(entry(301, "mine")))
                .isInstanceOf(SuppressRestartsException.class)
                .cause()
                .hasMessageContaining("already has timeline 301")
                .hasMessageContaining("clock of the submitting machine");
    }

    @Test
    void fiveMinutesAheadOfTheServersClockPassAndOneSecondMoreDoesNot() {
        assertThatCode(() -> check.againstClock(Instant.ofEpochSecond(0))).doesNotThrowAnyException();
        assertThatThrownBy(() -> check.againstClock(Instant.ofEpochSecond(-1)))
                .isInstanceOf(SuppressRestartsException.class)
                .cause()
                .hasMessageContaining("timeline 300, which is 1970-01-01T00:05:00Z")
                .hasMessageContaining("says 1969-12-31T23:59:59Z")
                .hasMessageContaining("Next: set the clock");
    }

    @Test
    void stateOfANewerTimelineIsRefusedForGood() {
        assertThatThrownBy(() -> check.lineageAfter(seal(301), 4)).isInstanceOf(SuppressRestartsException.class);
    }

    @Test
    void ownStateKeepsTheLineageAndForeignStateIsLeftAtItsCut() {
        assertThat(check.lineageAfter(seal(300), 9)).isEqualTo(Samples.SEAL.lineage());
        assertThat(check.lineageAfter(seal(200), 9))
                .isEqualTo(new Lineage(List.of(
                        Samples.SEAL.lineage().ancestors().get(0), new Ancestor(200, 9, Samples.SEAL.positions()))));
    }

    private static Seal seal(long timeline) {
        return new Seal(timeline, 7, Samples.SEAL.lineage(), Samples.SEAL.positions(), 1, Map.of());
    }

    private static Optional<Ledger.Entry> entry(long timeline, String submission) {
        return Optional.of(new Ledger.Entry(Ledger.Kind.START, submission, Instant.EPOCH, seal(timeline), List.of(1)));
    }
}
