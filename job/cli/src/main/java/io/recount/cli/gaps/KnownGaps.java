package io.recount.cli.gaps;

import com.clickhouse.client.api.query.GenericRecord;
import io.recount.clickhouse.ClickHouseClient;
import io.recount.clickhouse.ClickHouseCluster;
import io.recount.clickhouse.ClickHouseFailure;
import io.recount.pipeline.schema.Schema;
import java.time.Instant;
import java.util.List;
import java.util.OptionalLong;

/** Gaps of the log, which every shard has, and whether they are repaired. */
public final class KnownGaps {

    private static final String KEY = "topic, partition, from_offset, timeline, checkpoint";
    private static final String ID = "lower(substring(hex(sipHash64(" + KEY + ")), 1, 8))";
    private static final String SELECT = """
            SELECT %1$s AS id, substringIndex(topic, '@', 1) AS of_topic, toInt64(partition) AS number,
                toInt64(from_offset) AS first, toInt64(ifNull(to_offset, from_offset)) AS behind,
                toUnixTimestamp64Milli(read_until) AS read_millis, toUnixTimestamp64Milli(recorded_at) AS recorded_millis,
                toUnixTimestamp64Milli(repaired_at) AS repaired_millis, reason
            FROM (SELECT * FROM log_gaps ORDER BY recorded_at LIMIT 1 BY %2$s) AS gaps
            LEFT JOIN (SELECT * FROM log_gap_repairs ORDER BY repaired_at DESC LIMIT 1 BY %2$s) AS repairs USING (%2$s)
            ORDER BY recorded_at, %2$s""".formatted(ID, KEY);

    private final ClickHouseCluster cluster;

    public KnownGaps(ClickHouseCluster cluster) {
        this.cluster = cluster;
    }

    /** Oldest first. */
    public List<Gap> all() throws ClickHouseFailure, InterruptedException {
        try (ClickHouseClient client = new ClickHouseClient(cluster.first())) {
            return client.rows(SELECT).stream().map(KnownGaps::gap).toList();
        }
    }

    private static Gap gap(GenericRecord row) {
        long records = row.getLong("behind") - row.getLong("first");
        return new Gap(
                row.getString("id"),
                row.getString("of_topic"),
                row.getLong("number"),
                row.getLong("first"),
                records == 0 ? OptionalLong.empty() : OptionalLong.of(records),
                Instant.ofEpochMilli(row.getLong("read_millis")),
                Instant.ofEpochMilli(row.getLong("recorded_millis")),
                Instant.ofEpochMilli(row.getLong("repaired_millis")),
                row.getString("reason"));
    }

    /** Has reports mark it no more. Said again, it is the same. */
    public void close(String id, String reason) throws ClickHouseFailure, InterruptedException {
        for (ClickHouseCluster.Shard shard : cluster.shards()) {
            try (ClickHouseClient client = new ClickHouseClient(shard.access())) {
                client.execute("INSERT INTO log_gap_repairs (" + KEY + ", reason) SELECT DISTINCT " + KEY + ", "
                        + Schema.literal(reason) + " FROM log_gaps WHERE " + ID + " = " + Schema.literal(id));
            }
        }
    }
}
