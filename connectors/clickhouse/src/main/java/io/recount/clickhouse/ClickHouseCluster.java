package io.recount.clickhouse;

import static java.util.Objects.requireNonNull;

import java.io.Serializable;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * The servers that share the rows of all tables: one, or several shards. Each row lies on one of them, by its hash.
 *
 * <p>Routing is that of a table with engine {@code Distributed} whose sharding key is the hash: there are as many slots as
 * the sum of all weights, the shards own consecutive ones in their order, and a row's slot is its hash modulo their number.
 * So order and weights are part of the data: rows that were written under others are looked for in the wrong place.
 *
 * @param shards at least one; all with the same database
 */
public record ClickHouseCluster(List<Shard> shards) implements Serializable {

    /** Of one shard. */
    public static final int GREATEST_WEIGHT = 1_000;

    /**
     * One of the servers.
     *
     * @param weight how many slots it owns
     */
    public record Shard(ClickHouseAccess access, int weight) implements Serializable {
        public Shard {
            requireNonNull(access, "access");
            if (weight < 1 || weight > GREATEST_WEIGHT) {
                throw new IllegalArgumentException("The weight of a shard is 1 to " + GREATEST_WEIGHT + ", not "
                        + weight + ". Next: give " + access.endpoint() + " such a weight, or leave it out");
            }
        }
    }

    public ClickHouseCluster {
        shards = List.copyOf(shards);
        if (shards.isEmpty()) {
            throw new IllegalArgumentException("A cluster has at least one shard. Next: name one");
        }
        String database = shards.get(0).access().database();
        Set<String> endpoints = new HashSet<>();
        for (Shard shard : shards) {
            ClickHouseAccess access = shard.access();
            if (!access.database().equals(database)) {
                throw new IllegalArgumentException("Shards have one database, not " + database + " and "
                        + access.database() + ". Next: give all shards the same");
            }
            if (!endpoints.add(access.endpoint().toString().toLowerCase(Locale.ROOT))) {
                throw new IllegalArgumentException("A server is one shard, and " + access.endpoint()
                        + " is named twice. Next: name it once, with a greater weight if that is what is meant");
            }
        }
    }

    /** One server with all rows. */
    public static ClickHouseCluster of(ClickHouseAccess server) {
        return new ClickHouseCluster(List.of(new Shard(server, 1)));
    }

    /** The server of a shard, from 0. */
    public ClickHouseAccess shard(int shard) {
        return shards.get(shard).access();
    }

    /** The server with the tables that have no shards, the ledger among them. */
    public ClickHouseAccess first() {
        return shard(0);
    }

    public int size() {
        return shards.size();
    }

    /** The database of all tables. */
    public String database() {
        return first().database();
    }

    public List<Integer> weights() {
        return shards.stream().map(Shard::weight).toList();
    }

    /** The shard, from 0, of rows with a hash: an unsigned number. */
    public int shardOf(long hash) {
        long slots = 0;
        for (Shard shard : shards) {
            slots += shard.weight();
        }
        long slot = Long.remainderUnsigned(hash, slots);
        int owner = 0;
        while (slot >= shards.get(owner).weight()) {
            slot -= shards.get(owner).weight();
            owner++;
        }
        return owner;
    }

    /** A shard for people, who count from 1, as ClickHouse does. */
    public String nameOf(int shard) {
        String server = "ClickHouse at " + shard(shard).endpoint();
        return shards.size() == 1 ? server : server + " (shard " + (shard + 1) + " of " + shards.size() + ")";
    }
}
