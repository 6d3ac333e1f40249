package io.recount.demo;

/** How a job ends, and what the next one goes on from. */
public enum JobEnd {
    /** It stops where it is; its savepoint. */
    STOP,
    /** It takes the end of its input for the end of time: event time passes everything, operators finish; its savepoint. */
    DRAIN,
    /** It is cancelled after it has published more; a savepoint from before that. */
    GO_BACK,
    /** It is cancelled and nothing is left of its state; the ledger. */
    LOSE_STATE
}
