package io.recount.clickhouse.sink;

import io.recount.clickhouse.Progress;
import io.recount.clickhouse.Seal;

/** What is committed once its checkpoint has completed: blocks of rows, and the one seal that follows them. */
sealed interface Committable permits Block, Committable.Sealed {

    /**
     * The end of a checkpoint.
     *
     * @param by the submission that took the checkpoint, whoever commits it
     * @param oldestAppendedMillis when the oldest record that it adds was appended, see {@link Progress}
     */
    record Sealed(Submission by, Seal seal, long oldestAppendedMillis) implements Committable {

        /** Without records. */
        Sealed(Submission by, Seal seal) {
            this(by, seal, Progress.NO_RECORDS);
        }

        @Override
        public String toString() {
            return "Seal[timeline=" + seal.timeline() + ", checkpoint=" + seal.checkpoint() + "]";
        }
    }
}
