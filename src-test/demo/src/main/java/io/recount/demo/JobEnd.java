package io.recount.demo;

/** How a job ends whose savepoint is to be gone on from. */
public enum JobEnd {
    /** It stops where it is. */
    STOP,
    /** It takes the end of its input for the end of time: event time passes everything, operators finish. */
    DRAIN,
    /**
     * It is cancelled behind a savepoint. Nobody is told that such a savepoint is complete: what lies in it is published by
     * the next start. What is published between the two is abandoned.
     */
    CANCEL
}
