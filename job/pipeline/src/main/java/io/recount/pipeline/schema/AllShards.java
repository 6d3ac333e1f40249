package io.recount.pipeline.schema;

import io.recount.cells.model.Model;
import io.recount.clickhouse.ClickHouseCluster;
import io.recount.clickhouse.Ledger;
import io.recount.pipeline.tables.DocumentsTable;
import io.recount.pipeline.tables.RequestTables;
import io.recount.pipeline.tables.Tables;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A second database beside that of the shards, with tables that stand for those of all shards and the same reports over
 * them. It is made by an administrator: which servers a cluster has, and who may ask it, is written in their configuration.
 */
public final class AllShards {

    private static final List<String> KEYED =
            List.of(DocumentsTable.NAME, Tables.CELLS, Tables.SHIFTS, Tables.FIELD_CELLS, "registers");

    /** On the first shard, or filled on any. */
    private static final List<String> UNKEYED = List.of(
            "dead_letters",
            Ledger.TABLE,
            "log_gaps",
            "log_gap_repairs",
            "models",
            "audits",
            RequestTables.REQUESTS,
            RequestTables.COUNTS);

    private final Schema local;
    private final Schema all;
    private final String cluster;

    /**
     * @param database that of the shards
     * @param cluster what ClickHouse calls them, in the order and with the weights that the job has
     */
    public AllShards(Model model, String database, String cluster) {
        this.local = new Schema(model, database);
        this.all = new Schema(model, databaseOf(database));
        this.cluster = cluster;
    }

    /** The database to read everything from: with several shards the second one. */
    public static String databaseOf(ClickHouseCluster cluster) {
        return cluster.size() == 1 ? cluster.database() : databaseOf(cluster.database());
    }

    private static String databaseOf(String database) {
        return database + "_all";
    }

    /** In the order to run them. */
    public List<Schema.Statement> statements() {
        List<Schema.Statement> statements = new ArrayList<>();
        statements.add(
                new Schema.Statement("database", "CREATE DATABASE IF NOT EXISTS " + Schema.quoted(all.database())));
        KEYED.forEach(table -> statements.add(table(table, ", " + local.shardingKey())));
        UNKEYED.forEach(table -> statements.add(table(table, "")));
        statements.addAll(all.views());
        return statements;
    }

    private Schema.Statement table(String name, String shardingKey) {
        Map<String, String> own = new HashMap<>();
        own.put("all", Schema.quoted(all.database()));
        own.put("local", Schema.literal(local.database()));
        own.put("cluster", Schema.literal(cluster));
        own.put("table", name);
        own.put("sharding_key", shardingKey);
        return new Schema.Statement(name, Template.named("distributed").filledWith(local.placeholders(), own));
    }
}
