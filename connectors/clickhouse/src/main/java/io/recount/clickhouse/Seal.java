package io.recount.clickhouse;

import java.io.Serializable;
import java.util.List;
import java.util.Map;

/**
 * What a committed checkpoint stands for; one row of the ledger {@code commits}. It is written after every row of its
 * checkpoint, so whoever sees a seal sees all that it covers.
 *
 * @param timeline the submission that took the checkpoint
 * @param checkpoint the checkpoint's id
 * @param lineage the timelines this one descends from
 * @param positions next offset of every partition ever reported along the lineage
 * @param watermarkMillis milliseconds since the epoch; never falls along a lineage; {@link Progress#NO_WATERMARK} as long
 *     as nobody reported one
 * @param counters sums along the lineage
 */
public record Seal(
        long timeline,
        long checkpoint,
        Lineage lineage,
        List<Position> positions,
        long watermarkMillis,
        Map<String, Long> counters)
        implements Serializable {

    public Seal {
        positions = List.copyOf(positions);
        counters = Map.copyOf(counters);
    }
}
