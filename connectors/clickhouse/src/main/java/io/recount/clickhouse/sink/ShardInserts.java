package io.recount.clickhouse.sink;

import io.recount.clickhouse.ClickHouseClient;
import java.util.List;
import org.apache.flink.runtime.execution.SuppressRestartsException;

/** Where blocks go on each shard. */
record ShardInserts(List<Inserts> shards) implements AutoCloseable {

    ShardInserts {
        shards = List.copyOf(shards);
    }

    /** A client for each shard. */
    static List<ClickHouseClient> connect(SinkSettings settings) {
        return settings.cluster().shards().stream()
                .map(shard -> new ClickHouseClient(shard.access()))
                .toList();
    }

    /** Into the shards, through their clients, which are closed with it. */
    static ShardInserts checked(List<ClickHouseClient> clients, SinkSettings settings) {
        return new ShardInserts(clients.stream()
                .<Inserts>map(client -> CheckedInserts.of(client, settings))
                .toList());
    }

    /** The shard with the ledger. */
    Inserts first() {
        return shards.get(0);
    }

    /** The shard of a block, which may come out of the state of a job that had more of them. */
    Inserts of(Block block) {
        if (block.shard() >= shards.size()) {
            throw new SuppressRestartsException(
                    new IllegalStateException(block + " was made for more shards than the " + shards.size()
                            + " of this job. Next: start the job with the shards that it had, in the same order"));
        }
        return shards.get(block.shard());
    }

    @Override
    public void close() {
        shards.forEach(Inserts::close);
    }
}
