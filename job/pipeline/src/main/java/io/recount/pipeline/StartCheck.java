package io.recount.pipeline;

import io.recount.cells.model.Model;
import io.recount.clickhouse.ClickHouseClient;
import io.recount.clickhouse.ClickHouseCluster;
import io.recount.clickhouse.ClickHouseFailure;
import io.recount.clickhouse.Retries;
import io.recount.clickhouse.check.Difference;
import io.recount.clickhouse.check.SchemaCheck;
import io.recount.clickhouse.check.ViewCheck;
import io.recount.pipeline.schema.Schema;
import io.recount.pipeline.tables.Tables;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.flink.metrics.SimpleCounter;

/**
 * Compares what ClickHouse has with what the model and this release need, on every shard; and whether a shard has rows of
 * another one, because the servers are named in another order than when they were written.
 */
public final class StartCheck {

    private static final String APPLY = "recount schema apply";

    private final ClickHouseCluster cluster;
    private final Schema schema;
    private final SchemaCheck check;
    private final ViewCheck views;

    public StartCheck(ClickHouseCluster cluster, Model model) {
        this.cluster = cluster;
        schema = new Schema(model, cluster.database());
        check = new SchemaCheck(cluster.database(), schema.requiredTables(), APPLY);
        views = new ViewCheck(cluster.database(), schema.requiredViews(), APPLY);
    }

    /** All differences; the servers are asked once. */
    public List<Difference> differences() throws ClickHouseFailure, InterruptedException {
        return differences(check);
    }

    /** Those of the tables, whatever the user may do with them. */
    public List<Difference> differencesOfTables() throws ClickHouseFailure, InterruptedException {
        return differences(check.ofTables());
    }

    /** Those of the views, which only readers need. Nothing is asked if the database is not there. */
    public List<Difference> differencesOfViews() throws ClickHouseFailure, InterruptedException {
        List<Difference> all = new ArrayList<>();
        for (int shard = 0; shard < cluster.size(); shard++) {
            try (ClickHouseClient client = new ClickHouseClient(cluster.shard(shard))) {
                for (Difference difference : views.differences(client)) {
                    all.add(cluster.size() == 1 ? difference : difference.on(cluster.nameOf(shard)));
                }
            } catch (ClickHouseFailure e) {
                if (e.error().filter(SchemaCheck.NO_DATABASE::contains).isEmpty()) {
                    throw e;
                }
            }
        }
        return all;
    }

    private List<Difference> differences(SchemaCheck of) throws ClickHouseFailure, InterruptedException {
        List<Difference> all = new ArrayList<>();
        for (int shard = 0; shard < cluster.size(); shard++) {
            try (ClickHouseClient client = new ClickHouseClient(cluster.shard(shard))) {
                List<Difference> differences = of.differences(client);
                if (cluster.size() == 1) {
                    return differences;
                }
                String name = cluster.nameOf(shard);
                differences.forEach(difference -> all.add(difference.on(name)));
                if (differences.isEmpty()) {
                    misplaced(client, shard)
                            .map(difference -> difference.on(name))
                            .ifPresent(all::add);
                }
            }
        }
        return all;
    }

    private Optional<Difference> misplaced(ClickHouseClient client, int shard)
            throws ClickHouseFailure, InterruptedException {
        String rows = client.text("SELECT count() FROM (SELECT 1 FROM " + Tables.CELLS + " WHERE "
                + schema.shardNumber(cluster.weights()) + " != " + shard + " LIMIT 1)");
        return rows.strip().equals("0")
                ? Optional.empty()
                : Optional.of(new Difference(
                        "table " + Tables.CELLS,
                        "with rows that belong on another shard",
                        "without",
                        "name the shards with the order and weights with which they were written"));
    }

    /**
     * Refuses a start.
     *
     * @throws SchemaDifferencesException if there are differences
     * @throws IOException if a server does not answer within a minute, or refuses to
     */
    public void refuseDifferences() throws IOException, InterruptedException {
        List<Difference> differences = Retries.onClock(Start.PATIENCE, new SimpleCounter())
                .begin()
                .call("Comparing the tables of ClickHouse", this::differences);
        if (!differences.isEmpty()) {
            throw new SchemaDifferencesException(differences);
        }
    }
}
