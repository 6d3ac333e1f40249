package io.recount.clickhouse.sink;

import static java.util.Objects.requireNonNull;

import java.io.Serializable;
import java.util.List;

/**
 * A submission of a job, as the ledger's rows name it. It goes with what it seals, so that a row is the same whoever
 * writes it: a later submission that commits what this one left behind writes this one's row.
 *
 * @param id tells this submission from another one that took the same timeline
 * @param job what the job calls itself
 * @param shardWeights by which its rows are routed, see {@link io.recount.clickhouse.ClickHouseCluster}
 */
record Submission(String id, String job, List<Integer> shardWeights) implements Serializable {

    public Submission {
        requireNonNull(id, "id");
        requireNonNull(job, "job");
        shardWeights = List.copyOf(shardWeights);
    }
}
