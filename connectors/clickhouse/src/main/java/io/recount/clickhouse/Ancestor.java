package io.recount.clickhouse;

import java.io.Serializable;
import java.util.List;

/**
 * A timeline that a later one went on from, and the cut at which it was left: what it wrote beyond the cut is not part
 * of its successor's history.
 *
 * @param timeline the timeline that was left
 * @param checkpoint id of the checkpoint its successor was restored from
 * @param positions next offsets in that checkpoint
 */
public record Ancestor(long timeline, long checkpoint, List<Position> positions) implements Serializable {

    public Ancestor {
        positions = List.copyOf(positions);
    }
}
