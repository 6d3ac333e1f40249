package io.recount.pipeline.requests;

import io.recount.cells.FrozenLine;
import io.recount.cells.model.Model;
import io.recount.clickhouse.ClickHouseClient;
import io.recount.clickhouse.ClickHouseCluster;
import io.recount.clickhouse.ClickHouseFailure;
import io.recount.clickhouse.RowReader;
import io.recount.pipeline.tables.DocumentRows;
import io.recount.pipeline.tables.DocumentsTable;
import io.recount.pipeline.tables.PublishedTable;
import io.recount.pipeline.tables.ShardKey;
import io.recount.pipeline.tables.Tables;
import io.recount.pipeline.types.RequestStatus;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Which pages a request is about: those with documents, of whatever timeline, or with published rows in its range; and
 * shifts that are published and have no documents at all. Registers are looked at some at a time, in their order, so that no
 * answer is long and work can go on behind any page. Of what is frozen nothing is looked at.
 *
 * <p>Each request to the server is made once.
 */
final class Expansion implements AutoCloseable {

    /** Of registers, as the server sorts them: by their bytes. */
    static final Comparator<String> ORDER = (one, other) ->
            Arrays.compareUnsigned(one.getBytes(StandardCharsets.UTF_8), other.getBytes(StandardCharsets.UTF_8));

    private static final int REGISTERS_AT_ONCE = 64;

    private final ClickHouseCluster cluster;
    private final List<ClickHouseClient> shards;
    private final DocumentRows documents;
    private final List<PublishedTable> published;
    private final String key;
    private final boolean byShift;
    private final FrozenLine frozen;

    /** A page, and how many rows of documents the request's range has of it. */
    record Page(String register, long page, long documents) {}

    Expansion(ClickHouseCluster cluster, Model model, FrozenLine frozen) {
        this.frozen = frozen;
        this.cluster = cluster;
        this.shards = cluster.shards().stream()
                .map(shard -> new ClickHouseClient(shard.access()))
                .toList();
        this.documents = new DocumentRows(model, frozen);
        this.published = PublishedTable.of(model).stream()
                .filter(table -> table.kind() != PublishedTable.Kind.SHIFT)
                .toList();
        this.key = '`' + Tables.keyColumn(model) + '`';
        this.byShift = model.document().shift() != null;
    }

    int shards() {
        return shards.size();
    }

    /** Rows of documents in the range. */
    long documents(RequestStatus request) throws ClickHouseFailure, InterruptedException {
        long count = 0;
        for (int shard = 0; shard < shards.size(); shard++) {
            count += Long.parseLong(shards.get(shard)
                    .text("SELECT count() FROM " + DocumentsTable.NAME + " WHERE " + ofDocuments(request)
                            + named(request))
                    .strip());
        }
        return count;
    }

    private static String named(RequestStatus request, String key) {
        return request.registers().isEmpty()
                ? ""
                : request.registers().stream()
                        .map(PublishedTable::literal)
                        .collect(Collectors.joining(", ", " AND " + key + " IN (", ")"));
    }

    private String named(RequestStatus request) {
        return named(request, key);
    }

    private String ofDocuments(RequestStatus request) {
        return documents.between(request.fromSeconds(), request.toSeconds());
    }

    private String ofPublished(RequestStatus request) {
        return "bucket >= toDateTime(" + Math.max(request.fromSeconds(), frozen.seconds())
                + ", 'UTC') AND bucket < toDateTime(" + request.toSeconds() + ", 'UTC')";
    }

    /** The next pages behind the cursor, on its shard, in the order of register and page; none if there are no more. */
    List<Page> next(RequestStatus request) throws ClickHouseFailure {
        String register = request.cursor().register();
        boolean registerIsDone = false;
        while (true) {
            List<String> registers = registers(request, register, registerIsDone);
            if (registers.isEmpty()) {
                return List.of();
            }
            List<Page> pages = pages(request, registers);
            if (!pages.isEmpty()) {
                return pages;
            }
            register = registers.get(registers.size() - 1);
            registerIsDone = true;
        }
    }

    private List<String> registers(RequestStatus request, String from, boolean excluded) throws ClickHouseFailure {
        if (!request.registers().isEmpty()) {
            return request.registers().stream()
                    .filter(register -> cluster.shardOf(ShardKey.hash(register))
                            == request.cursor().shard())
                    .filter(register -> ORDER.compare(register, from) > (excluded ? 0 : -1))
                    .limit(REGISTERS_AT_ONCE)
                    .toList();
        }
        String behind = key + (excluded ? " > " : " >= ") + PublishedTable.literal(from);
        List<String> selects = new ArrayList<>();
        selects.add(distinct(DocumentsTable.NAME, behind + " AND " + ofDocuments(request)));
        for (PublishedTable table : published) {
            selects.add(distinct(table.name(), behind + " AND " + ofPublished(request)));
        }
        if (byShift) {
            selects.add(distinct(Tables.SHIFTS, behind));
        }
        List<String> found = new ArrayList<>();
        try (RowReader rows = shard(request)
                .read("SELECT DISTINCT " + key + " FROM (" + String.join(" UNION ALL ", selects) + ") ORDER BY " + key
                        + " LIMIT " + REGISTERS_AT_ONCE)) {
            while (rows.next()) {
                found.add(rows.text(1));
            }
        }
        return found;
    }

    private String distinct(String table, String condition) {
        return "SELECT DISTINCT " + key + " FROM " + table + " WHERE " + condition + " ORDER BY " + key + " LIMIT "
                + REGISTERS_AT_ONCE;
    }

    /** Shifts without documents and frozen cells: their time is not known, so they are of every range. */
    private String isOrphan(String registers) {
        return "(documents > 0 OR errors > 0) AND (" + key + ", " + documents.page() + ") NOT IN (SELECT " + key + ", "
                + documents.page() + " FROM " + DocumentsTable.NAME + " WHERE " + registers + ")"
                + (frozen.isDrawn()
                        ? " AND (" + key + ", " + documents.page() + ") NOT IN (SELECT " + key + ", "
                                + documents.page() + " FROM " + Tables.CELLS + " WHERE " + registers
                                + " AND bucket < toDateTime(" + frozen.seconds() + ", 'UTC'))"
                        : "");
    }

    private List<Page> pages(RequestStatus request, List<String> registers) throws ClickHouseFailure {
        String among =
                registers.stream().map(PublishedTable::literal).collect(Collectors.joining(", ", key + " IN (", ")"));
        Stream<String> ofTables = published.stream()
                .map(table -> grouped(table.name(), table.page(byShift), "0", among + " AND " + ofPublished(request)));
        Stream<String> ofShifts = byShift
                ? Stream.of(grouped(Tables.SHIFTS, documents.page(), "0", among + " AND " + isOrphan(among)))
                : Stream.of();
        String selects = Stream.of(
                        Stream.of(grouped(
                                DocumentsTable.NAME,
                                documents.page(),
                                "count()",
                                among + " AND " + ofDocuments(request))),
                        ofTables,
                        ofShifts)
                .flatMap(stream -> stream)
                .collect(Collectors.joining(" UNION ALL "));
        RequestStatus.Cursor cursor = request.cursor();
        List<Page> found = new ArrayList<>();
        try (RowReader rows = shard(request)
                .read("SELECT " + key + ", page, toInt64(sum(rows)) FROM (" + selects + ") WHERE (" + key
                        + ", page) > (" + PublishedTable.literal(cursor.register()) + ", toInt64(" + cursor.page()
                        + ")) GROUP BY "
                        + key + ", page ORDER BY " + key + ", page")) {
            while (rows.next()) {
                found.add(new Page(rows.text(1), rows.number(2), rows.number(3)));
            }
        }
        return found;
    }

    private String grouped(String table, String page, String rows, String condition) {
        return "SELECT " + key + ", reinterpretAsInt64(" + page + ") AS page, toUInt64(" + rows + ") AS rows FROM "
                + table + " WHERE " + condition + " GROUP BY " + key + ", page";
    }

    private ClickHouseClient shard(RequestStatus request) {
        return shards.get(request.cursor().shard());
    }

    @Override
    public void close() {
        shards.forEach(ClickHouseClient::close);
    }
}
