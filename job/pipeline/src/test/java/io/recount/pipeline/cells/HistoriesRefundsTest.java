package io.recount.pipeline.cells;

import static io.recount.pipeline.cells.HistoriesReceipts.sale;
import static org.assertj.core.api.Assertions.assertThat;

import io.recount.harness.expectation.Row;
import io.recount.pipeline.cells.HistoriesReceipts.Emitted;
import java.util.List;
import java.util.stream.StreamSupport;
import org.apache.flink.runtime.state.hashmap.HashMapStateBackend;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Amounts keep the sign they have on the wire. A measure that nets out refunds turns the sign of those that are marked as
 * refunds, and of nothing else.
 */
class HistoriesRefundsTest {

    private static final int NET = 2;
    private static final int SALES = 121;
    private static final int REFUNDS = 122;

    private final HistoriesReceipts receipts;

    HistoriesRefundsTest() throws Exception {
        receipts = new HistoriesReceipts(new HashMapStateBackend());
    }

    @AfterEach
    void close() throws Exception {
        receipts.close();
    }

    @Test
    void aRefundIsSubtractedOnceWhicheverWayItIsWritten() throws Exception {
        receipts.send(
                sale("R", 1, "12T09:10", 1, "100.00"),
                refund("R", 2, "12T09:20", 1, "20.00"),
                sale("R", 3, "12T09:30", 1, "-20.00"));
        Emitted emitted = receipts.barrier();

        assertThat(emitted.tables().cells()).singleElement().satisfies(row -> assertAmounts(row, 6_000, 8_000, 2_000));
        assertThat(emitted.tables().shifts()).singleElement().satisfies(row -> assertAmounts(row, 6_000, 8_000, 2_000));
    }

    @Test
    void aRefundTakenBackAddsAgain() throws Exception {
        receipts.send(refund("R", 1, "12T09:10", 1, "20.00"), refund("R", 2, "12T09:20", 1, "-20.00"));

        assertThat(receipts.barrier().tables().cells())
                .singleElement()
                .satisfies(row -> assertThat(row.values().get(NET)).isEmpty());
    }

    @Test
    void aRefundInAnotherShiftLeavesItsCellNegative() throws Exception {
        receipts.send(
                sale("R", 1, "12T09:10", 1, "100.00"),
                refund("R", 2, "12T09:20", 1, "30.00").replace("\"shift\":1", "\"shift\":2"));
        Emitted emitted = receipts.barrier();

        assertThat(nets(emitted.tables().cells())).containsExactly(10_000L, -3_000L);
        assertThat(nets(emitted.tables().shifts())).containsExactly(10_000L, -3_000L);
    }

    private static String refund(String register, long number, String printedAt, int version, String total) {
        return sale(register, number, printedAt, version, total).replace("\"SALE\"", "\"SALE_REFUND\"");
    }

    private static void assertAmounts(Row<?> row, long net, long sales, long refunds) {
        assertThat(row.values().get(NET)).hasValue(net);
        assertThat(row.values().get(SALES)).hasValue(sales);
        assertThat(row.values().get(REFUNDS)).hasValue(refunds);
    }

    private static <K extends Comparable<? super K>> List<Long> nets(Iterable<Row<K>> rows) {
        return StreamSupport.stream(rows.spliterator(), false)
                .map(row -> row.values().get(NET).orElse(0))
                .toList();
    }
}
