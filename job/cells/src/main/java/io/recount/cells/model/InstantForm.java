package io.recount.cells.model;

/** How a time is written in a message; nothing else is accepted for the field. */
public enum InstantForm {
    /** ISO 8601 text with an offset: {@code 2026-10-12T09:41:07+03:00}, {@code 2026-10-12T06:41:07.120Z}. */
    OFFSET("offset"),
    /**
     * ISO 8601 text without an offset, in a zone that the model names. A time that the zone's clocks skip is none; of one
     * that they show twice, the first is meant.
     */
    LOCAL("local"),
    /** Whole seconds since 1970 UTC. */
    EPOCH_SECONDS("epoch_s"),
    /** Whole milliseconds since 1970 UTC. */
    EPOCH_MILLIS("epoch_ms"),
    /** Whole microseconds since 1970 UTC. */
    EPOCH_MICROS("epoch_us");

    private final String notation;

    InstantForm(String notation) {
        this.notation = notation;
    }

    /** As it is written in a model file. */
    public String notation() {
        return notation;
    }
}
