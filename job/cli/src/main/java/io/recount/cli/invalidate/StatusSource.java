package io.recount.cli.invalidate;

import io.recount.clickhouse.ClickHouseFailure;
import java.time.Instant;
import java.util.Optional;

/** Where it is written what became of requests. */
interface StatusSource {

    /** What the job says of a request; empty as long as it says nothing. */
    Optional<RequestStatus> find(String id) throws ClickHouseFailure, InterruptedException;

    /** When a job committed last; empty if none ever did. */
    Optional<Instant> newestCommit() throws ClickHouseFailure, InterruptedException;
}
