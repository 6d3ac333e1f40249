package io.recount.kafka;

import java.util.Locale;

/** What a start does about records that were never read and are gone. */
public enum GapPolicy {
    /** Nothing is started. */
    REFUSE,
    /** The gap is written down, and reading begins behind it. */
    RECORD;

    /** As it is written in the configuration. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
