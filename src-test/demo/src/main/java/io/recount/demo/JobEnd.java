package io.recount.demo;

/** How a job ends whose savepoint is to be gone on from. */
public enum JobEnd {
    /** It stops where it is. */
    STOP,
    /** It takes the end of its input for the end of time: event time passes everything, operators finish. */
    DRAIN
}
