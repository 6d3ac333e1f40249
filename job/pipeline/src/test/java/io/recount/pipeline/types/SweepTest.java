package io.recount.pipeline.types;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.LocalTime;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SweepTest {

    @ParameterizedTest(name = "{1} at {0}")
    @CsvSource({
        "2026-03-01T01:59:59Z, 02:00, 2026-02-27",
        "2026-03-01T02:00:00Z, 02:00, 2026-02-28",
        "2026-03-01T23:59:59Z, 02:00, 2026-02-28",
        "2026-03-01T00:00:00Z, 00:00, 2026-02-28"
    })
    void theDayBeforeIsDueFromItsTimeOn(Instant now, LocalTime at, String day) {
        assertThat(new Sweep(at).dueAt(now)).hasToString(day);
        assertThat(Sweep.isOf(Sweep.idOf(new Sweep(at).dueAt(now)))).isTrue();
    }
}
