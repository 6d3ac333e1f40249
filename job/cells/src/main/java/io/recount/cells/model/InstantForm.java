package io.recount.cells.model;

/** How a time is written in a message; nothing else is accepted for the field. */
public enum InstantForm {
    /** ISO 8601 text with an offset: {@code 2026-10-12T09:41:07+03:00}, {@code 2026-10-12T06:41:07.120Z}. */
    OFFSET,
    /** Whole seconds since 1970 UTC. */
    EPOCH_SECONDS,
    /** Whole milliseconds since 1970 UTC. */
    EPOCH_MILLIS,
    /** Whole microseconds since 1970 UTC. */
    EPOCH_MICROS
}
