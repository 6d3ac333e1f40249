package io.recount.clickhouse.sink;

/** Where a job can be stopped on the way of a checkpoint into the tables. */
enum Step {
    /** Rows of the first phase are under way, and not acknowledged. */
    DURING_PHASE_ONE,
    /** A writer's rows of the first phase are acknowledged, and its snapshot is not taken. */
    AFTER_PHASE_ONE,
    /** The sink's snapshots are all taken, and the checkpoint is not complete. */
    AFTER_SNAPSHOT,
    /** Some blocks of a commit are in, and others are not. */
    BETWEEN_INSERTS,
    /** A table's blocks of a commit are in on one shard, and none of them on the next. */
    BETWEEN_SHARDS,
    /** All blocks of a commit are in, and its ledger row is not. */
    BEFORE_LEDGER,
    /** The ledger row is in, and the listener, who sets a group's offsets, has not begun. */
    BEFORE_OFFSETS
}
