package io.recount.cli.audit;

import static org.assertj.core.api.Assertions.assertThat;

import io.recount.pipeline.audit.Portion;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class AuditScopeTest {

    @Test
    void timesBecomeThoseAtWhichBucketsBegin() {
        AuditScope scope = scope("2026-10-12T06:00:00.000001Z", "2026-10-12T08:30:00Z");
        assertThat(Instant.ofEpochSecond(scope.fromSeconds())).isEqualTo("2026-10-12T07:00:00Z");
        assertThat(Instant.ofEpochSecond(scope.toSeconds())).isEqualTo("2026-10-12T09:00:00Z");
    }

    @Test
    void timesBeyondAllCellsAreTheEndOfAllCells() {
        AuditScope scope = scope("1900-01-01T00:00:00Z", "2300-01-01T00:00:00Z");
        assertThat(scope.fromSeconds()).isZero();
        assertThat(scope.toSeconds()).isEqualTo(Portion.END_SECONDS);
    }

    private static AuditScope scope(String from, String to) {
        return AuditScope.of(
                Optional.of(Instant.parse(from)), Optional.of(Instant.parse(to)), List.of(), 0, 0, Duration.ofHours(1));
    }
}
