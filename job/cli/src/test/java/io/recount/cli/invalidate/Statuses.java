package io.recount.cli.invalidate;

import io.recount.cli.invalidate.RequestStatus.State;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** Requests of which only what a test is about is special. */
final class Statuses {

    static final Instant REQUESTED = Instant.parse("2026-11-30T13:15:02.250Z");

    private Statuses() {}

    static RequestStatus of(String id, State state, long documents, long expanded) {
        return of(id, state, documents, expanded, List.of(), "lost on the way", "", Duration.ofSeconds(75));
    }

    static RequestStatus of(
            String id,
            State state,
            long documents,
            long expanded,
            List<String> registers,
            String reason,
            String message,
            Duration eta) {
        return new RequestStatus(
                id,
                state,
                REQUESTED,
                Instant.parse("2026-01-01T00:00:00Z"),
                Instant.parse("2026-02-01T00:00:00Z"),
                registers,
                reason,
                10_000,
                message,
                documents,
                expanded,
                12,
                5_000,
                1_033,
                documents - expanded,
                eta,
                REQUESTED.plusSeconds(60));
    }
}
