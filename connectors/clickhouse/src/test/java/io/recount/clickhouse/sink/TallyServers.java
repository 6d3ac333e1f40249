package io.recount.clickhouse.sink;

import io.recount.clickhouse.ClickHouseAccess;
import io.recount.clickhouse.ClickHouseCluster;
import io.recount.clickhouse.ClickHouseCluster.Shard;
import io.recount.clickhouse.TestServer;
import io.recount.local.Await;
import io.recount.local.relay.Relay;
import java.util.ArrayList;
import java.util.List;

/** Servers with the tables of a {@link TallyJob}, as shards of equal weight, and how tests ask all of them. */
record TallyServers(List<TestServer> shards) {

    /** Creates tables that remember so many blocks; nothing is merged away in the ledger. */
    static TallyServers with(int window, TestServer... shards) throws Exception {
        for (TestServer shard : shards) {
            TallyJob.createTables(shard, window);
        }
        return new TallyServers(List.of(shards));
    }

    /** The one with the ledger. */
    TestServer first() {
        return shards.get(0);
    }

    /** As a job sees them through a relay before each. */
    ClickHouseCluster behind(List<Relay> relays) {
        List<Shard> seen = new ArrayList<>();
        for (int shard = 0; shard < shards.size(); shard++) {
            ClickHouseAccess direct = shards.get(shard).access();
            seen.add(new Shard(
                    new ClickHouseAccess(
                            relays.get(shard).endpoint(), direct.database(), direct.user(), direct.password()),
                    1));
        }
        return new ClickHouseCluster(seen);
    }

    long sum(String select) {
        return shards.stream().mapToLong(shard -> shard.number(select)).sum();
    }

    /** The lines that a SELECT gives on each, in their order. */
    List<String> lines(String select) {
        return shards.stream().flatMap(shard -> shard.lines(select).stream()).toList();
    }

    /** How many rows are not on the shard that their hash says. */
    long misplaced(String table, String hash) {
        long misplaced = 0;
        for (int shard = 0; shard < shards.size(); shard++) {
            misplaced += shards.get(shard)
                    .number("SELECT countIf(%s %% %d != %d) FROM %s".formatted(hash, shards.size(), shard, table));
        }
        return misplaced;
    }

    /** Waits until a SELECT gives at least a number on all together. */
    void awaitAtLeast(long expected, String select) {
        Await.until(
                () -> sum(select) >= expected,
                TallyRun.DEADLINE,
                () -> select + " gives " + sum(select) + ", not " + expected);
    }
}
