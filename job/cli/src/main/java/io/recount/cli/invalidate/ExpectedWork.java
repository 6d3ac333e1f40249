package io.recount.cli.invalidate;

import io.recount.cells.FrozenLine;
import io.recount.cells.model.DocumentRules;
import io.recount.cells.model.Model;
import io.recount.cli.output.TextTable;
import io.recount.clickhouse.ClickHouseAccess;
import io.recount.clickhouse.ClickHouseClient;
import io.recount.clickhouse.ClickHouseCluster;
import io.recount.clickhouse.ClickHouseFailure;
import io.recount.clickhouse.RowReader;
import io.recount.pipeline.requests.RequestMessage.Ask;
import io.recount.pipeline.schema.Schema;
import io.recount.pipeline.tables.DocumentsTable;
import io.recount.pipeline.tables.Tables;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * What a request would compute again.
 *
 * @param registers that have something in the range
 * @param documents rows of {@code documents} in it: each version of a document is one
 * @param cells of which there are documents, or that are published
 * @param rate documents a second
 */
public record ExpectedWork(long registers, long documents, long cells, long rate) {

    private static final int REGISTERS = 1;
    private static final int CELLS = 2;
    private static final int DOCUMENTS = 3;

    /** The last second that a bucket may begin in. */
    private static final long LAST_SECOND = 0xFFFF_FFFFL;

    /**
     * Asks all shards; a register is on one of them, so that their answers add up.
     *
     * @param rate of requests that name none
     * @param frozen what lies before it is not computed
     */
    public static ExpectedWork of(Ask ask, Model model, ClickHouseCluster cluster, long rate, FrozenLine frozen)
            throws ClickHouseFailure {
        String select = select(ask, model, frozen);
        ExpectedWork all = new ExpectedWork(0, 0, 0, ask.rate() == 0 ? rate : ask.rate());
        for (ClickHouseCluster.Shard shard : cluster.shards()) {
            all = all.plus(shard.access(), select);
        }
        return all;
    }

    private ExpectedWork plus(ClickHouseAccess access, String select) throws ClickHouseFailure {
        try (ClickHouseClient client = new ClickHouseClient(access);
                RowReader row = client.read(select)) {
            if (!row.next()) {
                throw new IllegalStateException(access.endpoint() + " gave no row for an aggregate of all");
            }
            return new ExpectedWork(
                    registers + row.number(REGISTERS),
                    documents + row.number(DOCUMENTS),
                    cells + row.number(CELLS),
                    rate);
        }
    }

    static String select(Ask ask, Model model, FrozenLine frozen) {
        DocumentRules rules = model.document();
        Buckets buckets = new Buckets(rules.bucket());
        long begin = Math.max(buckets.notBefore(ask.from()), frozen.seconds());
        long end = buckets.notBefore(ask.to());
        String key = Schema.quoted(Tables.keyColumn(model));
        String time = Schema.quoted(rules.time());
        String shift = rules.shift() == null ? "toUInt64(0)" : "toUInt64(" + Schema.quoted(rules.shift()) + ")";
        String named = ask.registers().isEmpty()
                ? ""
                : " AND " + key + " IN ("
                        + ask.registers().stream().map(Schema::literal).collect(Collectors.joining(", ")) + ")";
        return """
                SELECT toInt64(uniqExact(named)), toInt64(uniqExact(named, grouped, begun)), toInt64(sum(versions))
                FROM
                (
                    SELECT %1$s AS named, %2$s AS grouped, intDiv(toUnixTimestamp(%3$s), %4$d) AS begun, count() AS versions
                    FROM %5$s
                    WHERE %3$s >= fromUnixTimestamp64Micro(%6$d, 'UTC') AND %3$s < fromUnixTimestamp64Micro(%7$d, 'UTC')%8$s
                    GROUP BY named, grouped, begun
                    UNION ALL
                    SELECT DISTINCT %1$s, %9$s, intDiv(toUnixTimestamp(bucket), %4$d), 0
                    FROM %10$s
                    WHERE bucket >= toDateTime(%11$d, 'UTC') AND bucket < toDateTime(%12$d, 'UTC')%8$s
                )""".formatted(
                        key,
                        shift,
                        time,
                        buckets.length().toSeconds(),
                        DocumentsTable.NAME,
                        TimeUnit.SECONDS.toMicros(begin),
                        TimeUnit.SECONDS.toMicros(end),
                        named,
                        Schema.quoted(Tables.shiftColumn(model)),
                        Tables.CELLS,
                        Math.min(begin, LAST_SECOND),
                        Math.min(end, LAST_SECOND));
    }

    /** At the rate, to the second. */
    Duration expected() {
        return Duration.ofSeconds((documents + rate - 1) / rate);
    }

    /** For people. */
    public List<String> lines() {
        TextTable table = new TextTable("registers", "documents", "cells", "documents a second", "seconds expected");
        table.add(
                StatusTable.number(registers),
                StatusTable.number(documents),
                StatusTable.number(cells),
                StatusTable.number(rate),
                StatusTable.number(expected().toSeconds()));
        return table.lines();
    }

    /** Times at which cells begin. */
    private record Buckets(Duration length) {

        /** The first of them that is not before a time, in seconds since 1970. */
        long notBefore(Instant time) {
            long seconds = time.getEpochSecond() + (time.getNano() == 0 ? 0 : 1);
            return -Math.floorDiv(-seconds, length.toSeconds()) * length.toSeconds();
        }
    }
}
