package io.recount.demo;

import io.recount.demo.clickhouse.ClickHouseHttp;
import io.recount.local.ClickHouseEngine;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Another server that takes a part of the rows.
 *
 * @param engine runs already, and is somebody else's to stop
 * @param weight its share; that of the first is 1
 */
record SecondShard(ClickHouseEngine engine, int weight) {

    private static final String GATHERED = Job.DATABASE + "_gathered";
    private static final List<String> TABLES =
            List.of("documents", "cells", "shifts", "field_cells", "dead_letters", "registers");

    /** As the configuration names it. */
    String endpoint() {
        return engine.httpEndpoint() + " weight " + weight;
    }

    /** All rows of both shards, copied into one more database of the first, with reports over them. */
    ClickHouseHttp gather(Job job, ClickHouseEngine first) {
        job.applySchema(GATHERED);
        ClickHouseHttp gathered = new ClickHouseHttp(first.httpEndpoint(), GATHERED);
        for (String table : TABLES) {
            gathered.execute("INSERT INTO %s SELECT * FROM %s.%s".formatted(table, Job.DATABASE, table));
            gathered.execute("INSERT INTO %s SELECT * FROM url('%s', Native)".formatted(table, rows(table)));
        }
        return gathered;
    }

    private String rows(String table) {
        String select = "SELECT * FROM " + table + " FORMAT Native";
        return engine.httpEndpoint() + "/?database=" + Job.DATABASE + "&query="
                + URLEncoder.encode(select, StandardCharsets.UTF_8);
    }
}
