package io.recount.bench.start;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.recount.bench.start.CatchUp.Commit;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class CatchUpTest {

    /** A hundred, then four hundred, then a thousand messages a second. */
    private static final CatchUp SLOW_AT_FIRST = new CatchUp(
            10_000,
            List.of(
                    new Commit(14_000, 500),
                    new Commit(16_000, 700),
                    new Commit(18_000, 1_500),
                    new Commit(19_000, 2_500)));

    @Test
    void timesBeginWithTheSubmission() {
        assertThat(SLOW_AT_FIRST.toFirstCommit()).isEqualTo(Duration.ofSeconds(4));
        assertThat(SLOW_AT_FIRST.toLastCommit()).isEqualTo(Duration.ofSeconds(9));
    }

    @Test
    void speedLeavesTheStartOut() {
        assertThat(SLOW_AT_FIRST.messagesPerSecond()).isEqualTo(400);
    }

    @Test
    void fullSpeedIsNineTenthsOfTheUsualOne() {
        assertThat(SLOW_AT_FIRST.toFullSpeed(444)).contains(Duration.ofSeconds(8));
        assertThat(SLOW_AT_FIRST.toFullSpeed(445)).contains(Duration.ofSeconds(9));
        assertThat(SLOW_AT_FIRST.toFullSpeed(1_112)).isEmpty();
    }

    @Test
    void aJobThatCommittedNothingIsNoMeasurement() {
        assertThatThrownBy(() -> new CatchUp(0, List.of())).hasMessageContaining("committed nothing");
    }
}
