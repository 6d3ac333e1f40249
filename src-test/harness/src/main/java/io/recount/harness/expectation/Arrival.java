package io.recount.harness.expectation;

/**
 * What became of a version when it arrived. Unlike all else that is expected, it depends on the order of arrival; a version
 * has exactly one.
 */
public enum Arrival {
    /** The first one of its document. */
    NEW,
    /** Newer than all before it. */
    CORRECTED,
    /** This very message was there before. */
    DUPLICATE,
    /** Older than one before it, or the loser among versions written at the same time. */
    SUPERSEDED,
    /** Newer than all before it, or the first one, and bad. */
    BAD
}
