package io.recount.kafka;

/** What a start does about records that were never read and are gone. */
public enum GapPolicy {
    /** Nothing is started. */
    REFUSE,
    /** The gap is written down, and reading begins behind it. */
    RECORD
}
