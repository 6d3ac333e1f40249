package io.recount.pipeline.cells;

import io.recount.cells.FrozenLine;
import io.recount.cells.model.Model;
import io.recount.clickhouse.ClickHouseClient;
import io.recount.clickhouse.ClickHouseCluster;
import io.recount.clickhouse.ClickHouseFailure;
import io.recount.clickhouse.Ledger;
import io.recount.clickhouse.PublishedRows;
import io.recount.clickhouse.RowReader;
import io.recount.clickhouse.RowVersion;
import io.recount.clickhouse.ServerError;
import io.recount.pipeline.tables.DocumentRows;
import io.recount.pipeline.tables.PublishedTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
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
    private final FrozenLine frozen;

    PublishedValues(ClickHouseCluster cluster, Model model, FrozenLine frozen) {
        this.frozen = frozen;
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
        List<PastDocuments.Published> found = new ArrayList<>();
        for (PublishedTable table : tables) {
            for (PastDocuments.Published row : rows(shard, table, table.inPages(paging.byShift(), places))) {
                PastDocuments.Published last = found.isEmpty() ? null : found.get(found.size() - 1);
                if (last == null || !last.isOfTheKeyOf(row)) {
                    found.add(row);
                } else if (last.version() == row.version() && !Arrays.equals(last.value(), row.value())) {
                    found.set(found.size() - 1, last.ambiguous());
                }
            }
        }
        return found;
    }

    /** The newest rows of the frozen cells of pages whose registers are on one shard. */
    List<PastDocuments.Published> frozen(int shard, List<PublishedTable.Place> places) throws ClickHouseFailure {
        List<PastDocuments.Published> found = new ArrayList<>();
        for (PublishedTable table : frozenTables()) {
            for (PastDocuments.Published row : rows(shard, table, table.inPages(true, places) + " AND " + isFrozen())) {
                if (found.isEmpty() || !found.get(found.size() - 1).isOfTheKeyOf(row)) {
                    found.add(row);
                }
            }
        }
        return found;
    }

    /** The greatest shifts that have frozen cells, ascending, of registers that are on one shard; a few of each. */
    Map<String, List<Long>> frozenPages(int shard, List<String> registers) throws ClickHouseFailure {
        Map<String, List<Long>> found = new HashMap<>();
        for (PublishedTable table : frozenTables()) {
            String key = table.key().get(0);
            String select = "SELECT DISTINCT " + key + ", " + table.shown().get(1) + " AS page FROM " + table.name()
                    + " WHERE " + key + " IN ("
                    + registers.stream().map(PublishedTable::literal).collect(Collectors.joining(", ")) + ") AND "
                    + isFrozen() + " ORDER BY " + key + ", page DESC LIMIT " + DocumentRows.GREATEST + " BY " + key;
            try (RowReader rows = shards.get(shard).read(select)) {
                while (rows.next()) {
                    found.computeIfAbsent(rows.text(1), register -> new ArrayList<>())
                            .add(0, rows.number(2));
                }
            }
        }
        return found;
    }

    /** Days lie on one side of the line as a whole: only shifts have cells on both. */
    private List<PublishedTable> frozenTables() {
        return tables.stream()
                .filter(table -> frozen.isDrawn() && paging.byShift() && table.kind() == PublishedTable.Kind.CELL)
                .toList();
    }

    private String isFrozen() {
        return "bucket < toDateTime(" + frozen.seconds() + ", 'UTC')";
    }

    /** By key, those of the greatest version first. */
    private List<PastDocuments.Published> rows(int shard, PublishedTable table, String condition)
            throws ClickHouseFailure {
        List<String> shown =
                Stream.concat(table.shown().stream(), Stream.of(table.value())).toList();
        List<PastDocuments.Published> found = new ArrayList<>();
        try (RowReader rows =
                new PublishedRows(shards.get(shard)).newest(table.name(), table.key(), shown, condition)) {
            while (rows.next()) {
                found.add(new PastDocuments.Published(
                        rows.text(1),
                        table.targetOf(rows),
                        rows.number(shown.size() + 1),
                        HexFormat.of().parseHex(rows.text(shown.size()))));
            }
        }
        return found;
    }

    /** Removes the rows of keys of one shard whose versions are greater, unless a later submission has begun. */
    void erase(int shard, List<PastDocuments.Published> keys, long version)
            throws ClickHouseFailure, InterruptedException {
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
        // A mutation takes long, and a later submission may publish these keys meanwhile: its rows are none of those
        // that
        // were there before the ledger said that there is no such submission.
        List<String> versions = shards.get(shard)
                .text("SELECT DISTINCT version FROM " + table.name() + " WHERE " + condition)
                .lines()
                .toList();
        if (versions.isEmpty() || new Ledger(shards.get(0)).newestTimeline() > RowVersion.timelineOf(version)) {
            return;
        }
        try {
            new PublishedRows(shards.get(shard))
                    .erase(table.name(), condition + " AND version IN (" + String.join(", ", versions) + ")");
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
