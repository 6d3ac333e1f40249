package io.recount.clickhouse.sink;

import io.recount.clickhouse.ClickHouseCluster;
import io.recount.clickhouse.Ledger;
import io.recount.clickhouse.Seal;
import java.util.List;
import java.util.Optional;
import org.apache.flink.runtime.execution.SuppressRestartsException;

/**
 * Decides whether a start looks for rows on the shards where they lie: what was written was routed by the same weights. A
 * start that has committed nothing counts too: it may have written documents, and left blocks in its checkpoints.
 *
 * <p>Under others a key's next row would go to another shard than its last one, where no merge and no search meets both.
 * A refusal stops the job for good: the next attempt would have the same shards.
 */
final class RoutingCheck {

    /** Of rows that were written before there were shards. */
    private static final List<Integer> ONE_SHARD = List.of(1);

    private final ClickHouseCluster cluster;

    RoutingCheck(ClickHouseCluster cluster) {
        this.cluster = cluster;
    }

    void against(Optional<Ledger.Entry> newest) {
        newest.ifPresent(known -> {
            List<Integer> weights = known.shardWeights().isEmpty() ? ONE_SHARD : known.shardWeights();
            if (!routesAlike(weights)) {
                throw refusal(known.seal(), weights);
            }
        });
    }

    /** One shard owns all slots, however many. */
    private boolean routesAlike(List<Integer> weights) {
        return cluster.weights().equals(weights) || (cluster.size() == 1 && weights.size() == 1);
    }

    private SuppressRestartsException refusal(Seal newest, List<Integer> weights) {
        return new SuppressRestartsException(new IllegalStateException("What was written (newest: checkpoint "
                + newest.checkpoint() + " of timeline " + newest.timeline()
                + ") lies on shards of the weights " + weights + ", and this start has the weights " + cluster.weights()
                + ". It would look for rows where they are not; nothing of it was published. Next: name the shards that were"
                + " written to, in their order and with their weights. To spread the rows over others, begin anew:"
                + " truncate the tables of database " + cluster.database() + " on all of them, the ledger "
                + Ledger.TABLE + " among them, and start without state"));
    }
}
