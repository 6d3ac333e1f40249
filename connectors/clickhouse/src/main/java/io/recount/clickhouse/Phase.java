package io.recount.clickhouse;

/** When the rows of a table reach the server. */
public enum Phase {
    /**
     * Before the checkpoint is acknowledged. A crash may leave rows of a checkpoint that never completed, and a retry may
     * leave a row twice: for append-only tables whose readers can tell.
     */
    ON_WRITE,
    /** After the checkpoint completed, and not before. */
    ON_COMMIT
}
