package io.recount.pipeline.cells;

import io.recount.cells.DocumentId;
import io.recount.cells.FrozenLine;
import io.recount.cells.model.Model;
import io.recount.clickhouse.Attempts;
import io.recount.clickhouse.ClickHouseCluster;
import io.recount.clickhouse.ClickHouseFailure;
import io.recount.clickhouse.DocumentStore;
import io.recount.clickhouse.Lineage;
import io.recount.clickhouse.Retries;
import io.recount.clickhouse.RetryCounts;
import io.recount.pipeline.tables.DocumentRows;
import io.recount.pipeline.tables.PublishedTable;
import io.recount.pipeline.tables.ShardKey;
import java.io.IOException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.MetricGroup;

/**
 * Documents in ClickHouse; those of a register are on its shard. While the server is away the job waits; no document is ever
 * taken for new because it could not be asked for.
 *
 * @param budget how long a read is tried again before the job restarts
 * @param frozen what is placed before it is not read
 */
public record StoredDocuments(ClickHouseCluster cluster, Model model, Duration budget, FrozenLine frozen)
        implements PastDocuments {

    private static final long serialVersionUID = 1L;

    @Override
    public Reader open(MetricGroup metrics) {
        DocumentRows rows = new DocumentRows(model, frozen);
        List<DocumentStore> shards = cluster.shards().stream()
                .map(shard -> new DocumentStore(shard.access(), rows.table()))
                .toList();
        return new ShardReader(
                cluster,
                shards,
                rows,
                new PublishedValues(cluster, model, frozen),
                Retries.onClock(budget, RetryCounts.in(metrics)),
                metrics.counter("readBackQueries"),
                metrics.counter("documentsReadBack"));
    }

    /** A request a shard. */
    private record ShardReader(
            ClickHouseCluster cluster,
            List<DocumentStore> shards,
            DocumentRows rows,
            PublishedValues values,
            Retries retries,
            Counter queries,
            Counter read)
            implements Reader {

        /** A request to one shard. */
        @FunctionalInterface
        private interface Query {
            void run(DocumentStore store, List<String> registers) throws ClickHouseFailure;
        }

        /** Of places on one shard. */
        @FunctionalInterface
        private interface PublishedRead {
            List<Published> of(int shard, List<PublishedTable.Place> places) throws ClickHouseFailure;
        }

        @Override
        public long count(Predicate<String> registers) throws IOException, InterruptedException {
            long[] found = {0};
            for (DocumentStore shard : shards) {
                queries.inc();
                shard.keys(row -> found[0] += registers.test(row.getString(1)) ? 1 : 0);
            }
            return found[0];
        }

        @Override
        public Map<String, Seen> seen(Collection<String> registers) throws IOException, InterruptedException {
            Map<String, Seen> seen = new HashMap<>();
            byShard(
                    registers,
                    (store, part) -> {
                        part.forEach(seen::remove);
                        store.groups(part, rows.scopeColumns(), rows.greatest(), row -> {
                            DocumentRows.Greatest greatest = rows.greatest(row);
                            seen.merge(
                                    greatest.key(),
                                    new Seen(Map.of(greatest.scope(), greatest.ids()), greatest.pages()),
                                    ShardReader::merged);
                        });
                    },
                    past -> {});
            Attempts attempts = retries.begin();
            for (Map.Entry<Integer, List<String>> part : parts(registers).entrySet()) {
                attempts.call("Reading frozen shifts", () -> values.frozenPages(part.getKey(), part.getValue()))
                        .forEach((register, pages) ->
                                seen.merge(register, new Seen(Map.of(), pages), ShardReader::merged));
            }
            return seen;
        }

        private static Seen merged(Seen one, Seen other) {
            Map<String, List<Long>> ids = new HashMap<>(one.greatestIds());
            ids.putAll(other.greatestIds());
            return new Seen(ids, greatest(one.greatestPages(), other.greatestPages()));
        }

        /** Only so many of all: what is not among them is at most the least of them. */
        private static List<Long> greatest(List<Long> one, List<Long> other) {
            return Stream.concat(one.stream(), other.stream())
                    .sorted()
                    .skip(Math.max(0, one.size() + other.size() - DocumentRows.GREATEST))
                    .toList();
        }

        @Override
        public void byId(Map<String, Set<DocumentId>> ids, Lineage history, Visitor visitor)
                throws IOException, InterruptedException {
            byShard(
                    ids.keySet(),
                    (store, part) -> store.byId(
                            part.stream()
                                    .flatMap(register -> ids.getOrDefault(register, Set.of()).stream()
                                            .map(id -> rows.id(register, id)))
                                    .toList(),
                            history,
                            row -> visit(row, visitor)),
                    visitor);
        }

        @Override
        public void byPage(Map<String, Set<Long>> pages, Lineage history, Visitor visitor)
                throws IOException, InterruptedException {
            byShard(
                    pages.keySet(),
                    (store, part) -> {
                        List<List<Object>> places = new ArrayList<>();
                        for (String register : part) {
                            pages.getOrDefault(register, Set.of()).forEach(page -> places.add(List.of(register, page)));
                        }
                        LongSummaryStatistics numbers = places.stream()
                                .mapToLong(place -> (Long) place.get(1))
                                .summaryStatistics();
                        store.byPlace(
                                rows.page(),
                                places,
                                rows.within(numbers.getMin(), numbers.getMax()),
                                history,
                                row -> visit(row, visitor));
                    },
                    visitor);
        }

        @Override
        public List<Published> frozenCells(Map<String, Set<Long>> pages) throws IOException, InterruptedException {
            return ofPages(pages, values::frozen);
        }

        @Override
        public List<Published> published(Map<String, Set<Long>> pages) throws IOException, InterruptedException {
            return ofPages(pages, values::newest);
        }

        private List<Published> ofPages(Map<String, Set<Long>> pages, PublishedRead read)
                throws IOException, InterruptedException {
            List<Published> found = new ArrayList<>();
            Attempts attempts = retries.begin();
            for (Map.Entry<Integer, List<String>> part : parts(pages.keySet()).entrySet()) {
                List<PublishedTable.Place> places = part.getValue().stream()
                        .flatMap(register -> pages.getOrDefault(register, Set.of()).stream()
                                .map(page -> new PublishedTable.Place(register, page)))
                        .toList();
                found.addAll(attempts.call("Reading published rows", () -> read.of(part.getKey(), places)));
            }
            return found;
        }

        @Override
        public void erase(List<Published> rows, long version) throws IOException, InterruptedException {
            Attempts attempts = retries.begin();
            Map<String, List<Published>> byRegister = rows.stream().collect(Collectors.groupingBy(Published::register));
            for (Map.Entry<Integer, List<String>> part :
                    parts(byRegister.keySet()).entrySet()) {
                List<Published> ofShard = part.getValue().stream()
                        .flatMap(register -> byRegister.getOrDefault(register, List.of()).stream())
                        .toList();
                attempts.run(
                        "Removing rows of versions that no job has",
                        () -> values.erase(part.getKey(), ofShard, version));
            }
        }

        private void visit(ResultSet row, Visitor visitor) throws SQLException {
            read.inc();
            try {
                visitor.visit(new Past(rows.document(row), DocumentRows.isLate(row)));
            } catch (SQLException | RuntimeException e) {
                throw e;
            } catch (Exception e) {
                throw new IllegalStateException("A document that was read back could not be taken in", e);
            }
        }

        private static void end(Visitor visitor) {
            try {
                visitor.end();
            } catch (RuntimeException e) {
                throw e;
            } catch (Exception e) {
                throw new IllegalStateException("A document that was read back could not be taken in", e);
            }
        }

        private void byShard(Collection<String> registers, Query query, Visitor visitor)
                throws IOException, InterruptedException {
            Attempts attempts = retries.begin();
            for (Map.Entry<Integer, List<String>> part : parts(registers).entrySet()) {
                attempts.run("Reading documents back", () -> {
                    queries.inc();
                    visitor.begin();
                    query.run(shards.get(part.getKey()), part.getValue());
                });
                end(visitor);
            }
        }

        /** Registers by shard. */
        private Map<Integer, List<String>> parts(Collection<String> registers) {
            Map<Integer, List<String>> parts = new TreeMap<>();
            for (String register : registers) {
                parts.computeIfAbsent(cluster.shardOf(ShardKey.hash(register)), shard -> new ArrayList<>())
                        .add(register);
            }
            return parts;
        }

        @Override
        public void close() {
            shards.forEach(DocumentStore::close);
            values.close();
        }
    }
}
