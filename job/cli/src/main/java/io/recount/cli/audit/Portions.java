package io.recount.cli.audit;

import com.clickhouse.client.api.query.GenericRecord;
import io.recount.clickhouse.ClickHouseClient;
import io.recount.clickhouse.ClickHouseFailure;
import io.recount.pipeline.audit.AuditExtent;
import io.recount.pipeline.audit.Portion;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Divides what is audited of one shard: registers together as long as they have few documents, one with many by its months.
 * So the server folds a limited number of documents at once, and the audit keeps a limited number of names.
 */
final class Portions {

    private static final int NAMES = 512;
    private static final int REGISTERS = 64;
    private static final long DOCUMENTS = 50_000;

    private final ClickHouseClient client;
    private final AuditExtent extent;
    private final AuditScope scope;
    private final Consumer consumer;

    private final List<String> together = new ArrayList<>();
    private long documentsTogether;

    /** Takes one. */
    @FunctionalInterface
    interface Consumer {
        void audit(Portion portion, long documents) throws ClickHouseFailure, InterruptedException;
    }

    /** {@code scope} names registers of this shard, or none for all. */
    Portions(ClickHouseClient client, AuditExtent extent, AuditScope scope, Consumer consumer) {
        this.client = client;
        this.extent = extent;
        this.scope = scope;
        this.consumer = consumer;
    }

    void forEach() throws ClickHouseFailure, InterruptedException {
        if (!scope.registers().isEmpty()) {
            for (int at = 0; at < scope.registers().size(); at += NAMES) {
                divide(scope.registers().subList(at, Math.min(scope.registers().size(), at + NAMES)));
            }
            return;
        }
        String behind = "";
        List<String> page = names(behind);
        while (!page.isEmpty()) {
            divide(page);
            behind = page.get(page.size() - 1);
            page = names(behind);
        }
    }

    private List<String> names(String behind) throws ClickHouseFailure, InterruptedException {
        return client.rows(extent.registers(behind, NAMES)).stream()
                .map(row -> row.getString("register_key"))
                .toList();
    }

    private record Month(long beginSeconds, long documents) {}

    private void divide(List<String> registers) throws ClickHouseFailure, InterruptedException {
        Map<String, List<Month>> months = new LinkedHashMap<>();
        registers.forEach(register -> months.put(register, new ArrayList<>()));
        for (GenericRecord row : client.rows(extent.months(whole(registers)))) {
            months.computeIfAbsent(row.getString("register_key"), register -> new ArrayList<>())
                    .add(new Month(row.getLong("month_seconds"), row.getLong("rows_there")));
        }
        for (Map.Entry<String, List<Month>> entry : months.entrySet()) {
            long documents =
                    entry.getValue().stream().mapToLong(Month::documents).sum();
            if (documents > DOCUMENTS) {
                byMonth(entry.getKey(), entry.getValue());
            } else {
                if (together.size() == REGISTERS || documentsTogether + documents > DOCUMENTS) {
                    flush();
                }
                together.add(entry.getKey());
                documentsTogether += documents;
            }
        }
        flush();
    }

    private Portion whole(List<String> registers) {
        return new Portion(registers, scope.fromSeconds(), scope.toSeconds(), scope.fromSeconds(), scope.toSeconds());
    }

    private void flush() throws ClickHouseFailure, InterruptedException {
        if (!together.isEmpty()) {
            consumer.audit(whole(together), documentsTogether);
            together.clear();
            documentsTogether = 0;
        }
    }

    /** Its shifts go with the first of the portions. */
    private void byMonth(String register, List<Month> months) throws ClickHouseFailure, InterruptedException {
        long from = scope.fromSeconds();
        long documents = 0;
        for (Month month : months) {
            if (documents > 0 && documents + month.documents() > DOCUMENTS) {
                slice(register, from, month.beginSeconds(), documents);
                from = month.beginSeconds();
                documents = 0;
            }
            documents += month.documents();
        }
        slice(register, from, scope.toSeconds(), documents);
    }

    private void slice(String register, long from, long to, long documents)
            throws ClickHouseFailure, InterruptedException {
        boolean isFirst = from == scope.fromSeconds();
        consumer.audit(
                new Portion(
                        List.of(register),
                        from,
                        to,
                        isFirst ? scope.fromSeconds() : 0,
                        isFirst ? scope.toSeconds() : 0),
                documents);
    }
}
