package io.recount.pipeline;

import io.recount.cells.model.Model;
import io.recount.clickhouse.ClickHouseAccess;
import io.recount.clickhouse.ClickHouseClient;
import io.recount.clickhouse.ClickHouseFailure;
import io.recount.clickhouse.Retries;
import io.recount.clickhouse.check.Difference;
import io.recount.clickhouse.check.SchemaCheck;
import io.recount.pipeline.schema.Schema;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.apache.flink.metrics.SimpleCounter;

/** Compares what ClickHouse has with what the model and this release need. */
public final class StartCheck {

    private static final String APPLY = "recount schema apply";

    /** A submission waits that long for a server that is away. */
    private static final Duration START_BUDGET = Duration.ofMinutes(1);

    private final ClickHouseAccess access;
    private final SchemaCheck check;

    public StartCheck(ClickHouseAccess access, Model model) {
        this.access = access;
        Schema schema = new Schema(model, access.database());
        check = new SchemaCheck(access.database(), schema.requiredTables(), APPLY);
    }

    /** All differences; the server is asked once. */
    public List<Difference> differences() throws ClickHouseFailure, InterruptedException {
        return differences(check);
    }

    /** Those of the tables, whatever the user may do with them. */
    public List<Difference> differencesOfTables() throws ClickHouseFailure, InterruptedException {
        return differences(check.ofTables());
    }

    private List<Difference> differences(SchemaCheck of) throws ClickHouseFailure, InterruptedException {
        try (ClickHouseClient client = new ClickHouseClient(access)) {
            return of.differences(client);
        }
    }

    /**
     * Refuses a start.
     *
     * @throws SchemaDifferencesException if there are differences
     * @throws IOException if the server does not answer within a minute, or refuses to
     */
    public void refuseDifferences() throws IOException, InterruptedException {
        List<Difference> differences = Retries.onClock(START_BUDGET, new SimpleCounter())
                .begin()
                .call("Comparing the tables of ClickHouse at " + access.endpoint(), this::differences);
        if (!differences.isEmpty()) {
            throw new SchemaDifferencesException(differences);
        }
    }
}
