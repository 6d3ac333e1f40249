package io.recount.pipeline.cells;

import io.recount.cells.Document;
import io.recount.cells.DocumentId;
import io.recount.cells.FrozenLine;
import io.recount.cells.model.Model;
import io.recount.clickhouse.Ancestor;
import io.recount.clickhouse.DocumentStore;
import io.recount.clickhouse.Lineage;
import io.recount.pipeline.types.Delivery;
import io.recount.pipeline.types.Invalidation;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.flink.metrics.MetricGroup;

/** The table of documents, in memory: everything that any attempt ever wrote, also what no checkpoint covers. */
final class HistoriesDocuments implements PastDocuments {

    private static final long serialVersionUID = 1;

    /** As many numbers as ClickHouse is asked for. */
    private static final int GREATEST = 8;

    private final transient Paging paging;

    private final transient PublishedTables published;

    private transient FrozenLine frozen = FrozenLine.NONE;
    private transient long rowsRead;
    private transient long queries;

    /** Never leaves the machine of the test. */
    private final transient Map<String, Rows> byRegister = new HashMap<>();

    HistoriesDocuments(Model model) {
        this(model, new PublishedTables(HistoriesPlay.popular(model)));
    }

    /** {@code published} is what is published of them. */
    HistoriesDocuments(Model model, PublishedTables published) {
        paging = Paging.of(model);
        this.published = published;
    }

    /** Of a register. */
    private record Rows(List<Written> all, Map<DocumentId, List<Written>> byId, Map<Long, Set<DocumentId>> idsByPage) {

        static final Rows NONE = new Rows(List.of(), Map.of(), Map.of());

        Rows() {
            this(new ArrayList<>(), new HashMap<>(), new HashMap<>());
        }
    }

    /** A row. */
    record Written(long timeline, Delivery delivery, boolean late) {

        boolean isIn(Lineage history) {
            return timeline == DocumentStore.LOADED
                    || history.ancestors().stream().anyMatch(this::isIn);
        }

        private boolean isIn(Ancestor ancestor) {
            return ancestor.timeline() == timeline
                    && ancestor.positions().stream()
                            .anyMatch(position -> position.topic().equals(delivery.topic())
                                    && position.partition() == delivery.partition()
                                    && delivery.offset() < position.nextOffset());
        }
    }

    /** How often something was asked for. */
    long queries() {
        return queries;
    }

    /** How many rows were read back. */
    long rowsRead() {
        return rowsRead;
    }

    @Override
    public FrozenLine frozen() {
        return frozen;
    }

    /** Nothing is read before the line any more; {@code dropping}: nor is it there. */
    void freeze(FrozenLine line, boolean dropping) {
        frozen = line;
        if (dropping) {
            List<Written> all = byRegister.values().stream()
                    .flatMap(rows -> rows.all().stream())
                    .toList();
            byRegister.clear();
            all.stream().filter(this::isLive).forEach(this::write);
        }
    }

    private boolean isLive(Written row) {
        return !frozen.isFrozen(row.delivery().document().cell());
    }

    void write(Written row) {
        Document document = row.delivery().document();
        Rows rows = byRegister.computeIfAbsent(document.key(), key -> new Rows());
        rows.all().add(row);
        rows.byId().computeIfAbsent(document.id(), id -> new ArrayList<>()).add(row);
        rows.idsByPage().computeIfAbsent(page(row), page -> new HashSet<>()).add(document.id());
    }

    private Long page(Written row) {
        return paging.pageOf(row.delivery().document().cell());
    }

    private Rows rows(String register) {
        return byRegister.getOrDefault(register, Rows.NONE);
    }

    @Override
    public Reader open(MetricGroup metrics) {
        return new Reader() {
            @Override
            public long count(Predicate<String> registers) {
                return byRegister.keySet().stream().filter(registers).count();
            }

            @Override
            public Map<String, Seen> seen(Collection<String> registers) {
                queries++;
                Map<String, Seen> seen = new HashMap<>();
                for (String register : registers) {
                    List<Written> rows = rows(register).all();
                    Set<Long> frozenPages = frozenCells(register)
                            .map(row -> paging.pageOf(row.target()))
                            .collect(Collectors.toSet());
                    if (!rows.isEmpty() || !frozenPages.isEmpty()) {
                        seen.put(register, seen(rows, frozenPages));
                    }
                }
                return seen;
            }

            private Stream<Published> frozenCells(String register) {
                return published.newest(register::equals).stream()
                        .filter(row -> paging.byShift()
                                && row.target() instanceof Invalidation.Cell cell
                                && frozen.isFrozen(cell.cell()));
            }

            @Override
            public List<Published> frozenCells(Map<String, Set<Long>> pages) {
                return pages.keySet().stream()
                        .flatMap(this::frozenCells)
                        .filter(row ->
                                pages.getOrDefault(row.register(), Set.of()).contains(paging.pageOf(row.target())))
                        .toList();
            }

            private Seen seen(List<Written> rows, Set<Long> frozenPages) {
                Map<String, List<Long>> ids = new HashMap<>();
                rows.stream()
                        .map(row -> row.delivery().document().id().scope())
                        .distinct()
                        .forEach(scope -> ids.put(
                                scope,
                                rows.stream()
                                        .map(row -> row.delivery().document().id())
                                        .filter(id -> id.scope().equals(scope))
                                        .map(DocumentId::number)
                                        .sorted(Comparator.reverseOrder())
                                        .limit(GREATEST)
                                        .sorted()
                                        .toList()));
                return new Seen(
                        ids,
                        Stream.concat(rows.stream().map(HistoriesDocuments.this::page), frozenPages.stream())
                                .sorted(Comparator.reverseOrder())
                                .limit(GREATEST)
                                .sorted()
                                .toList());
            }

            @Override
            public void byId(Map<String, Set<DocumentId>> ids, Lineage history, Visitor visitor) {
                queries++;
                List<Past> found = new ArrayList<>();
                ids.forEach((register, some) -> found.addAll(versions(register, some, history)));
                give(found, visitor);
            }

            @Override
            public void byPage(Map<String, Set<Long>> pages, Lineage history, Visitor visitor) {
                queries++;
                List<Past> found = new ArrayList<>();
                pages.forEach((register, some) -> {
                    Set<DocumentId> placed = some.stream()
                            .flatMap(page -> rows(register).idsByPage().getOrDefault(page, Set.of()).stream())
                            .collect(Collectors.toSet());
                    found.addAll(versions(register, placed, history));
                });
                give(found, visitor);
            }

            @Override
            public List<Published> published(Map<String, Set<Long>> pages) {
                return published.newest(pages::containsKey).stream()
                        .filter(row ->
                                pages.getOrDefault(row.register(), Set.of()).contains(paging.pageOf(row.target())))
                        .toList();
            }

            @Override
            public void erase(List<Published> rows, long version) {
                rows.forEach(row -> published.erase(row, version));
            }

            private List<Past> versions(String register, Set<DocumentId> ids, Lineage history) {
                return ids.stream()
                        .flatMap(id -> rows(register).byId().getOrDefault(id, List.of()).stream())
                        .filter(row -> row.isIn(history) && isLive(row))
                        .sorted(Comparator.comparing((Written row) ->
                                        row.delivery().document().id())
                                .thenComparing(Written::late, Comparator.reverseOrder()))
                        .map(row -> new Past(row.delivery().document(), row.late()))
                        .toList();
            }

            /** Every answer breaks off somewhere, and comes again. */
            private void give(List<Past> found, Visitor visitor) {
                rowsRead += found.size();
                try {
                    visitor.begin();
                    for (Past past : found.subList(0, found.size() * 5 / 7)) {
                        visitor.visit(past);
                    }
                    visitor.begin();
                    for (Past past : found) {
                        visitor.visit(past);
                    }
                    visitor.end();
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
            }

            @Override
            public void close() {}
        };
    }
}
