package io.recount.pipeline.cells;

import io.recount.clickhouse.TableRow;
import io.recount.pipeline.cells.HistoriesStage.Checkpoint;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A checkpoint and what belongs to it.
 *
 * @param checkpoint null if the state is lost
 * @param by the submission that took it
 * @param next the first message that is not in it
 * @param late messages before that which were late
 * @param asked requests before it: what was asked for later is asked for again by whoever starts from it
 * @param uncommitted rows that whoever starts from it has to commit
 */
record HistoriesSaved(
        @Nullable Checkpoint checkpoint,
        long id,
        HistoriesLineage by,
        int next,
        Map<String, Long> counters,
        long documentRows,
        BitSet late,
        int asked,
        List<TableRow> uncommitted) {

    /** Before anything. */
    static HistoriesSaved nothing() {
        return new HistoriesSaved(
                null,
                0,
                HistoriesLineage.first(HistoriesStage.FIRST_TIMELINE),
                0,
                Map.of(),
                0,
                new BitSet(),
                0,
                List.of());
    }

    HistoriesSaved asked(int requests) {
        return new HistoriesSaved(checkpoint, id, by, next, counters, documentRows, late, requests, uncommitted);
    }

    HistoriesSaved committed() {
        return new HistoriesSaved(checkpoint, id, by, next, counters, documentRows, late, asked, List.of());
    }

    HistoriesSaved withoutState() {
        return new HistoriesSaved(null, id, by, next, counters, documentRows, late, asked, List.of());
    }
}
