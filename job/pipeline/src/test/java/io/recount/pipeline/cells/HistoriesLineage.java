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

    /** A submission that was left at a checkpoint; {@code next} is the first message that is not in it. */
    record Left(long timeline, long checkpoint, int next) {}

    static HistoriesLineage first(long timeline) {
        return new HistoriesLineage(timeline, List.of());
    }

    HistoriesLineage leftAt(long checkpoint, int next, long successor) {
        List<Left> left = new ArrayList<>(ancestors);
        left.add(new Left(timeline, checkpoint, next));
        return new HistoriesLineage(successor, left);
    }

    /** Whether a row of so great a version, published after the barrier of {@code epoch}, is part of this history. */
    boolean sees(long version, long epoch) {
        long of = version >>> 31;
        return of == timeline
                || ancestors.stream().anyMatch(left -> left.timeline() == of && epoch < left.checkpoint());
    }
}
