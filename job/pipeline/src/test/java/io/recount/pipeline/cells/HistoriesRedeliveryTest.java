package io.recount.pipeline.cells;

import static io.recount.pipeline.cells.HistoriesReceipts.sale;
import static org.assertj.core.api.Assertions.assertThat;

import io.recount.harness.expectation.CellKey;
import io.recount.harness.expectation.Row;
import io.recount.pipeline.cells.HistoriesReceipts.Emitted;
import java.time.Instant;
import java.time.LocalDate;
import java.util.stream.StreamSupport;
import org.apache.flink.runtime.state.hashmap.HashMapStateBackend;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** However often, however late and over whichever partitions a document comes: it counts once, in its cell. */
class HistoriesRedeliveryTest {

    private static final int SALE_TOTAL = 121;
    private static final String OCTOBER_12 = "2026-10-12";

    private final HistoriesReceipts receipts;
    private final PublishedTables published = new PublishedTables(HistoriesPlay.popular(HistoriesReceipts.MODEL));

    HistoriesRedeliveryTest() throws Exception {
        receipts = new HistoriesReceipts(new HashMapStateBackend());
    }

    @AfterEach
    void close() throws Exception {
        receipts.close();
    }

    @Test
    void fiftyDeliveriesOverTwoPartitionsWithARestartCountOnce() throws Exception {
        String message = sale("R", 1, "12T09:30", 1, "5.00");
        long duplicates = 0;
        for (int delivery = 0; delivery < 50; delivery++) {
            receipts.sendTo(delivery % 2, message);
            if (delivery == 24) {
                duplicates += publish(receipts.restart());
            }
        }
        duplicates += publish(receipts.barrier());

        assertThat(duplicates).isEqualTo(49);
        assertCell(OCTOBER_12, 1, 500);
    }

    @Test
    void twoIdsWithEqualContentsCountAsTwo() throws Exception {
        receipts.send(sale("R", 1, "12T09:30", 1, "5.00"), sale("R", 2, "12T09:30", 1, "5.00"));
        publish(receipts.barrier());

        assertCell(OCTOBER_12, 2, 1_000);
    }

    /** The row outranks the one before it, or reading it fails. */
    @Test
    void aReceiptOfAMonthAgoIsAddedToItsCell() throws Exception {
        receipts.send(onDay("2026-09-11", sale("R", 1, "12T09:30", 1, "5.00")));
        publish(receipts.barrier());
        receipts.send(sale("R", 2, "12T09:30", 1, "1.00"));
        receipts.watermark("12T12:00");
        publish(receipts.barrier());

        receipts.send(onDay("2026-09-11", sale("R", 3, "12T09:40", 1, "2.50")));
        Emitted late = receipts.barrier();
        publish(late);

        assertThat(late.counters()).containsEntry("new", 1L).containsEntry("late", 1L);
        assertCell("2026-09-11", 2, 750);
        assertCell(OCTOBER_12, 1, 100);
    }

    /** There is no horizon: after any time a redelivery is a duplicate, and a correction finds its cell. */
    @Test
    void aDocumentIsKnownAfterFourHundredDays() throws Exception {
        LocalDate first = LocalDate.of(2025, 9, 7);
        for (int day = 0; day <= 400; day++) {
            receipts.send(onDay(first.plusDays(day).toString(), sale("R", 1 + day, "12T09:30", 1, "1.00")));
        }
        receipts.watermark("12T12:00");
        publish(receipts.restart());

        receipts.send(onDay(first.toString(), sale("R", 1, "12T09:30", 1, "1.00")));
        Emitted redelivered = receipts.restart();
        assertThat(redelivered.rows()).isEmpty();
        assertThat(publish(redelivered)).isEqualTo(1);

        receipts.send(onDay(first.toString(), sale("R", 1, "12T09:30", 2, "7.00")));
        Emitted corrected = receipts.barrier();
        publish(corrected);
        assertThat(corrected.counters()).containsEntry("corrected", 1L);
        assertCell(first.toString(), 1, 700);
        assertCell(first.plusDays(1).toString(), 1, 100);
    }

    /** Returns the duplicates. */
    private long publish(Emitted emitted) {
        emitted.rows().forEach(published::add);
        return emitted.counters().getOrDefault("duplicate", 0L);
    }

    private static String onDay(String day, String message) {
        return message.replace(OCTOBER_12, day);
    }

    /** Of the hour from 09:00 on. */
    private void assertCell(String day, long documents, long saleTotal) {
        CellKey key = new CellKey("R", 1, Instant.parse(day + "T09:00:00Z"));
        Row<CellKey> cell = StreamSupport.stream(published.cells().spliterator(), false)
                .filter(row -> row.key().equals(key))
                .findFirst()
                .orElseThrow();
        assertThat(cell.documents()).as("documents of %s", key).isEqualTo(documents);
        assertThat(cell.values().get(SALE_TOTAL)).as("sales of %s", key).hasValue(saleTotal);
    }
}
