package io.recount.demo;

/** How a job ends, and what the next one goes on from. */
public enum JobEnd {
    /** It stops where it is; its savepoint. */
    STOP,
    /** It takes the end of its input for the end of time: event time passes everything, operators finish; its savepoint. */
    DRAIN,
    /**
     * It is cancelled after it has published more; a savepoint from before that. Nobody is told that such a savepoint is
     * complete: what lies in it is published by the next start. What is published between the two is abandoned.
     */
    GO_BACK,
    /** It is cancelled and nothing is left of its state; the ledger. */
    LOSE_STATE
}
