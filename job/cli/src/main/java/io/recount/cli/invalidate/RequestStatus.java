package io.recount.cli.invalidate;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;

/**
 * What the job says of a request: a row of the view {@code invalidations}, as of the job's newest commit.
 *
 * @param registers none: all
 * @param rate documents a second
 * @param message why it was refused, or blank
 * @param documents expected in the range
 * @param expanded documents that were handed to the job so far
 * @param pages of documents that they lay in
 * @param recomputed values that were compared with what is published
 * @param changed values that were published again
 * @param remaining documents
 */
public record RequestStatus(
        String id,
        State state,
        Instant requestedAt,
        Instant from,
        Instant to,
        List<String> registers,
        String reason,
        long rate,
        String message,
        long documents,
        long expanded,
        long pages,
        long recomputed,
        long changed,
        long remaining,
        Duration eta,
        Instant updatedAt) {

    public RequestStatus {
        registers = List.copyOf(registers);
    }

    /** What becomes of a request. */
    public enum State {
        WAITING,
        RUNNING,
        PAUSED,
        DONE,
        CANCELLED,
        REFUSED;

        static State of(String word) {
            return valueOf(word.toUpperCase(Locale.ROOT));
        }

        /** Whether something is left to do. */
        public boolean isOpen() {
            return switch (this) {
                case WAITING, RUNNING, PAUSED -> true;
                case DONE, CANCELLED, REFUSED -> false;
            };
        }

        /** As the view has it. */
        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** How much is done, for people. */
    String share() {
        return state == State.DONE ? "100 %" : documents == 0 ? "" : Math.min(99, 100 * expanded / documents) + " %";
    }

    /** How long it will take, for people; empty if nobody can say. */
    String left() {
        return state == State.RUNNING && eta.toSeconds() > 0 ? "about " + shown(eta) : "";
    }

    private static String shown(Duration length) {
        if (length.toHours() > 0) {
            return length.toHours() + " h " + length.toMinutesPart() + " min";
        }
        return length.toMinutes() > 0
                ? length.toMinutes() + " min " + length.toSecondsPart() + " s"
                : length.toSeconds() + " s";
    }
}
