package io.recount.pipeline.options;

import java.util.Locale;

/** Where a submission goes on; a job that is given a savepoint, or finds a checkpoint, always goes on from that. */
public enum StartFrom {
    /** From a savepoint; without one at the first record, and only if nothing is published yet. */
    STATE,
    /** Without state from the newest commit in the ledger: documents are read back from ClickHouse as they are needed. */
    LEDGER,
    /** At the first record; where something is published, only if beginning anew is said to be meant. */
    EARLIEST;

    /** As it is written in the configuration. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
