package io.recount.clickhouse.sink;

/**
 * What becomes of published rows that the history of a starting job does not contain: it goes back to an older savepoint,
 * or begins without state.
 */
public enum UnseenRows {
    /** They would stay valid beside what the job writes, so the start is refused. */
    REFUSE,
    /**
     * The job finds them, see {@link io.recount.clickhouse.AbandonedRows}, and publishes these keys again. A start without
     * any history is still refused: more likely than not somebody forgot to name the savepoint.
     */
    RECOMPUTE,
    /** As {@link #RECOMPUTE}, and a start without history is meant. */
    FORGET
}
