package io.recount.clickhouse.sink;

import io.recount.clickhouse.Progress;

/** What a writer hands on at a barrier. */
sealed interface WriteResult permits Block, WriteResult.Reported {

    /** The progress reported to one writer since its last barrier. */
    record Reported(Progress progress) implements WriteResult {
        @Override
        public String toString() {
            return "Progress[" + progress.positions().size() + " positions]";
        }
    }
}
