package io.recount.pipeline.cells;

import java.util.ArrayList;
import java.util.List;

/**
 * A submission and those that it descends from, told independently of the job.
 *
 * @param timeline this submission's
 * @param ancestors oldest first
 */
record HistoriesLineage(long timeline, List<Left> ancestors) {

    /** A submission that was left at a checkpoint. */
    record Left(long timeline, long checkpoint) {}

    static HistoriesLineage first(long timeline) {
        return new HistoriesLineage(timeline, List.of());
    }

    HistoriesLineage leftAt(long checkpoint, long successor) {
        List<Left> left = new ArrayList<>(ancestors);
        left.add(new Left(timeline, checkpoint));
        return new HistoriesLineage(successor, left);
    }

    /** Whether a row of so great a version, published after the barrier of {@code epoch}, is part of this history. */
    boolean sees(long version, long epoch) {
        long of = version >>> 31;
        return of == timeline
                || ancestors.stream().anyMatch(left -> left.timeline() == of && epoch < left.checkpoint());
    }
}
