package io.recount.pipeline.cells;

import io.recount.cells.model.Model;
import io.recount.clickhouse.ClickHouseClient;
import io.recount.clickhouse.ClickHouseCluster;
import io.recount.clickhouse.ClickHouseFailure;
import io.recount.clickhouse.Ledger;
import io.recount.clickhouse.PublishedRows;
import io.recount.clickhouse.RowReader;
import io.recount.clickhouse.RowVersion;
import io.recount.clickhouse.ServerError;
import io.recount.pipeline.tables.PublishedTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What readers see of the published tables, on every shard. Each request is made once. */
final class PublishedValues implements AutoCloseable {

    /** A mutation looks at every row of its parts, and compares it with all of them. */
    private static final int ERASED_AT_ONCE = 500;

    private static final Logger LOG = LoggerFactory.getLogger(PublishedValues.class);

    private final List<ClickHouseClient> shards;
    private final List<PublishedTable> tables;
    private final Paging paging;

    PublishedValues(ClickHouseCluster cluster, Model model) {
        shards = cluster.shards().stream()
                .map(shard -> new ClickHouseClient(shard.access()))
                .toList();
        paging = Paging.of(model);
        tables = PublishedTable.of(model).stream()
                .filter(table -> paging.byShift() || table.kind() != PublishedTable.Kind.SHIFT)
                .toList();
    }

    /** The newest rows of pages whose registers are on one shard. */
    List<PastDocuments.Published> newest(int shard, List<PublishedTable.Place> places) throws ClickHouseFailure {
        PublishedRows published = new PublishedRows(shards.get(shard));
        List<PastDocuments.Published> found = new ArrayList<>();
        for (PublishedTable table : tables) {
            List<String> shown = Stream.concat(table.shown().stream(), Stream.of(table.value()))
                    .toList();
            try (RowReader rows =
                    published.newest(table.name(), table.key(), shown, table.inPages(paging.byShift(), places))) {
                while (rows.next()) {
                    PastDocuments.Published row = new PastDocuments.Published(
                            rows.text(1),
                            table.targetOf(rows),
                            rows.number(shown.size() + 1),
                            HexFormat.of().parseHex(rows.text(shown.size())));
                    PastDocuments.Published last = found.isEmpty() ? null : found.get(found.size() - 1);
                    if (last == null || !last.isOfTheKeyOf(row)) {
                        found.add(row);
                    } else if (last.version() == row.version() && !Arrays.equals(last.value(), row.value())) {
                        found.set(found.size() - 1, last.ambiguous());
                    }
                }
            }
        }
        return found;
    }

    /** Removes the rows of keys of one shard whose versions are greater, unless a later submission has begun. */
    void erase(int shard, List<PastDocuments.Published> keys, long version)
            throws ClickHouseFailure, InterruptedException {
        if (new Ledger(shards.get(0)).newestTimeline() > RowVersion.timelineOf(version)) {
            return;
        }
        Map<PublishedTable.Kind, List<PastDocuments.Published>> byTable =
                keys.stream().collect(Collectors.groupingBy(row -> PublishedTable.Kind.of(row.target())));
        for (PublishedTable table : tables) {
            List<PastDocuments.Published> its = byTable.getOrDefault(table.kind(), List.of());
            if (!its.isEmpty()) {
                erase(shard, table, its, version);
            }
        }
    }

    private void erase(int shard, PublishedTable table, List<PastDocuments.Published> rows, long version)
            throws ClickHouseFailure, InterruptedException {
        for (int from = 0; from < rows.size(); from += ERASED_AT_ONCE) {
            eraseSome(shard, table, rows.subList(from, Math.min(rows.size(), from + ERASED_AT_ONCE)), version);
        }
    }

    private void eraseSome(int shard, PublishedTable table, List<PastDocuments.Published> rows, long version)
            throws ClickHouseFailure, InterruptedException {
        String condition = "version > " + Long.toUnsignedString(version) + " AND ("
                + String.join(", ", table.key()) + ") IN ("
                + rows.stream()
                        .map(row -> table.keyOf(row.register(), row.target()))
                        .collect(Collectors.joining(", "))
                + ")";
        try {
            new PublishedRows(shards.get(shard)).erase(table.name(), condition);
            LOG.warn("{} rows of {} had versions that no job has, and were removed", rows.size(), table.name());
        } catch (ClickHouseFailure e) {
            if (e.outcome() == ServerError.Outcome.RETRY) {
                throw e;
            }
            LOG.error(
                    "{} rows of {} have versions that no job has and that no row can outrank, and could not be removed."
                            + " Next: GRANT ALTER DELETE ON {} to the user of the job, and ask for the cells again. {}",
                    rows.size(),
                    table.name(),
                    table.name(),
                    e.getMessage());
        }
    }

    @Override
    public void close() {
        shards.forEach(ClickHouseClient::close);
    }
}
