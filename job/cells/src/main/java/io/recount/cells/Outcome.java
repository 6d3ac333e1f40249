package io.recount.cells;

/** What became of a document; every document read has exactly one. */
public enum Outcome {
    /** First version seen of its id. */
    NEW,
    /** Newer than the versions seen. */
    CORRECTED,
    /** Seen before: same version, same message. */
    DUPLICATE,
    /** Older than the newest version seen, or the loser of a tie. */
    SUPERSEDED,
    /** The newest version of its id, and bad. */
    BAD
}
