package io.recount.pipeline.requests;

import com.clickhouse.client.api.query.GenericRecord;
import io.recount.clickhouse.ClickHouseClient;
import io.recount.clickhouse.ClickHouseCluster;
import io.recount.clickhouse.ClickHouseFailure;
import io.recount.clickhouse.Lineage;
import io.recount.clickhouse.RowVersion;
import io.recount.kafka.LogName;
import io.recount.kafka.LogPartition;
import io.recount.pipeline.requests.RequestQueue.Snapshot;
import io.recount.pipeline.tables.RequestTables;
import io.recount.pipeline.types.RequestStatus;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * What the table of requests knows of them: where a job without state goes on. Of a request whose newest row is not part of
 * the job's history nothing counts as done: an abandoned run has done it, or one whose last commit did not come to its end.
 * What people have ordered holds all the same, since the order is behind the offset where the topic is read on.
 */
final class WrittenRequests {

    private final ClickHouseCluster cluster;
    private final Lineage history;

    WrittenRequests(ClickHouseCluster cluster, Lineage history) {
        this.cluster = cluster;
        this.history = history;
    }

    Snapshot read() throws ClickHouseFailure, InterruptedException {
        if (history.ancestors().isEmpty()) {
            return Snapshot.EMPTY;
        }
        // No alias is the name of a column: WHERE and ORDER BY would take the alias.
        String select = """
                SELECT id, toString(state) AS state_name, CAST(topic, 'String') AS log_name, toInt64(partition) AS log_partition,
                  toInt64(offset) AS log_offset, toUnixTimestamp64Milli(requested_at) AS requested_millis, registers,
                  toInt64(toUnixTimestamp(from_time)) AS from_seconds, toInt64(toUnixTimestamp(to_time)) AS to_seconds,
                  reason, toInt64(rate) AS rate_number, message, toInt64(documents) AS documents_number,
                  toInt64(expanded) AS expanded_number, toInt64(pages) AS pages_number,
                  toInt64(cursor_shard) AS shard_number, cursor_register, cursor_page,
                  reinterpretAsInt64(version) AS version_bits, reinterpretAsInt64(epoch) AS epoch_bits
                FROM %s ORDER BY id, version DESC LIMIT 1 BY id""".formatted(RequestTables.REQUESTS);
        Map<LogPartition, Long> next = new HashMap<>();
        List<RequestStatus> open = new ArrayList<>();
        Set<String> filed = new HashSet<>();
        try (ClickHouseClient client = new ClickHouseClient(cluster.shard(0))) {
            for (GenericRecord row : client.rows(select)) {
                RequestStatus request = request(row);
                if (!RequestQueue.isOwn(request)) {
                    next.merge(
                            new LogPartition(LogName.parse(request.log()), request.partition()),
                            request.offset() + 1,
                            Math::max);
                } else if (!RequestQueue.isAskedAgain(request)) {
                    filed.add(request.id());
                }
                boolean isSeen = isSeen(row.getLong("version_bits"), row.getLong("epoch_bits"));
                RequestStatus known = isSeen ? request : request.withoutProgress();
                if (known.state().isOpen()) {
                    open.add(known);
                }
            }
        }
        open.sort(Comparator.comparingLong(RequestStatus::requestedMillis).thenComparing(RequestStatus::offset));
        return new Snapshot(next, open, filed);
    }

    /** Whether the history contains a row: what others have done of a request is done again. */
    private boolean isSeen(long version, long epoch) {
        return history.ancestors().stream()
                .anyMatch(ancestor -> ancestor.timeline() == RowVersion.timelineOf(version)
                        && Long.compareUnsigned(epoch, ancestor.checkpoint()) < 0);
    }

    private static RequestStatus request(GenericRecord row) {
        return new RequestStatus(
                row.getString("id"),
                RequestStatus.State.valueOf(row.getString("state_name").toUpperCase(Locale.ROOT)),
                row.getString("log_name"),
                Math.toIntExact(row.getLong("log_partition")),
                row.getLong("log_offset"),
                row.getLong("requested_millis"),
                List.of(row.getStringArray("registers")),
                row.getLong("from_seconds"),
                row.getLong("to_seconds"),
                row.getString("reason"),
                row.getLong("rate_number"),
                row.getString("message"),
                row.getLong("documents_number"),
                row.getLong("expanded_number"),
                row.getLong("pages_number"),
                new RequestStatus.Cursor(
                        Math.toIntExact(row.getLong("shard_number")),
                        row.getString("cursor_register"),
                        row.getLong("cursor_page")));
    }
}
