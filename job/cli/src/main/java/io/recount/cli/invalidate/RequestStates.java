package io.recount.cli.invalidate;

import com.clickhouse.client.api.query.GenericRecord;
import io.recount.clickhouse.ClickHouseClient;
import io.recount.clickhouse.ClickHouseCluster;
import io.recount.clickhouse.ClickHouseFailure;
import io.recount.pipeline.schema.Schema;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Reads what the job says of requests: the view {@code invalidations}, and the ledger, on the first shard. */
public final class RequestStates implements StatusSource, AutoCloseable {

    private static final String SELECT = """
            SELECT id, toString(state) AS state_word, toUnixTimestamp64Milli(requested_at) AS requested_millis,
                toInt64(toUnixTimestamp(from_time)) AS from_seconds, toInt64(toUnixTimestamp(to_time)) AS to_seconds,
                registers, reason, toInt64(rate) AS a_second, message, toInt64(documents) AS expected,
                toInt64(expanded) AS handed, toInt64(pages) AS paged, toInt64(recomputed) AS compared,
                toInt64(changed) AS published, toInt64(remaining) AS to_do, toInt64(eta_seconds) AS eta,
                toUnixTimestamp64Milli(updated_at) AS updated_millis
            FROM invalidations""";

    private final ClickHouseClient client;

    public RequestStates(ClickHouseCluster cluster) {
        client = new ClickHouseClient(cluster.first());
    }

    /** All there are, oldest first. */
    public List<RequestStatus> all() throws ClickHouseFailure, InterruptedException {
        return read("ORDER BY requested_at, id");
    }

    @Override
    public Optional<RequestStatus> find(String id) throws ClickHouseFailure, InterruptedException {
        return read("WHERE id = " + Schema.literal(id)).stream().findFirst();
    }

    @Override
    public Optional<Instant> newestCommit() throws ClickHouseFailure, InterruptedException {
        String millis = client.text("SELECT toUnixTimestamp64Milli(max(committed_at)) FROM commits")
                .strip();
        return millis.equals("0") ? Optional.empty() : Optional.of(Instant.ofEpochMilli(Long.parseLong(millis)));
    }

    private List<RequestStatus> read(String rest) throws ClickHouseFailure, InterruptedException {
        return client.rows(SELECT + " " + rest).stream()
                .map(RequestStates::status)
                .toList();
    }

    private static RequestStatus status(GenericRecord row) {
        return new RequestStatus(
                row.getString("id"),
                RequestStatus.State.of(row.getString("state_word")),
                Instant.ofEpochMilli(row.getLong("requested_millis")),
                Instant.ofEpochSecond(row.getLong("from_seconds")),
                Instant.ofEpochSecond(row.getLong("to_seconds")),
                row.getList("registers"),
                row.getString("reason"),
                row.getLong("a_second"),
                row.getString("message"),
                row.getLong("expected"),
                row.getLong("handed"),
                row.getLong("paged"),
                row.getLong("compared"),
                row.getLong("published"),
                row.getLong("to_do"),
                Duration.ofSeconds(row.getLong("eta")),
                Instant.ofEpochMilli(row.getLong("updated_millis")));
    }

    @Override
    public void close() {
        client.close();
    }
}
