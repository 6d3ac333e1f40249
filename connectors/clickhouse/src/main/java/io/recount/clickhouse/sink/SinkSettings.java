package io.recount.clickhouse.sink;

import io.recount.clickhouse.ClickHouseAccess;
import io.recount.clickhouse.Seal;
import io.recount.clickhouse.SinkTable;
import java.io.Serializable;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a sink was built with.
 *
 * @param access the server
 * @param tables the tables; rows name them by index
 * @param timeline this submission's number; greater than that of every earlier submission
 * @param submission tells this submission from another one that took the same number
 * @param job what the ledger calls the job
 * @param startAfter what a job without state goes on from; null if it begins anew
 * @param sealIdleCheckpoints whether a checkpoint in which nothing changed is sealed too
 * @param limits how large a block may be
 * @param retryBudget how long one request is tried again
 */
record SinkSettings(
        ClickHouseAccess access,
        List<SinkTable> tables,
        long timeline,
        String submission,
        String job,
        @Nullable Seal startAfter,
        boolean sealIdleCheckpoints,
        BlockLimits limits,
        Duration retryBudget)
        implements Serializable {

    public SinkSettings {
        tables = List.copyOf(tables);
    }
}
