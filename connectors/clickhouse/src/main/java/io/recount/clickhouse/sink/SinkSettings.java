package io.recount.clickhouse.sink;

import io.recount.clickhouse.ClickHouseCluster;
import io.recount.clickhouse.Seal;
import io.recount.clickhouse.SinkTable;
import java.io.Serializable;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a sink was built with.
 *
 * @param cluster the servers
 * @param tables the tables; rows name them by index
 * @param timeline this submission's number; greater than that of every earlier submission
 * @param submission how the ledger names this submission
 * @param startAfter what a job without state goes on from; null if it begins anew
 * @param unseenRows what becomes of rows that the job's history does not contain
 * @param limits how large a block may be
 * @param retryBudget how long the requests of one commit or one write, together, are tried again
 */
record SinkSettings(
        ClickHouseCluster cluster,
        List<SinkTable> tables,
        long timeline,
        Submission submission,
        @Nullable Seal startAfter,
        UnseenRows unseenRows,
        BlockLimits limits,
        Duration retryBudget)
        implements Serializable {

    public SinkSettings {
        tables = List.copyOf(tables);
    }
}
