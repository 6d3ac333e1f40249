package io.recount.pipeline.cells;

import static io.recount.pipeline.cells.HistoriesReceipts.deleted;
import static io.recount.pipeline.cells.HistoriesReceipts.sale;
import static org.assertj.core.api.Assertions.assertThat;

import io.recount.harness.expectation.Row;
import io.recount.harness.expectation.ShiftKey;
import io.recount.pipeline.cells.HistoriesReceipts.Emitted;
import org.apache.flink.runtime.state.hashmap.HashMapStateBackend;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What is published when: a value once, and nothing when nothing changed. */
class HistoriesPublicationTest {

    private static final int SALE_TOTAL = 121;

    private final HistoriesReceipts receipts;

    HistoriesPublicationTest() throws Exception {
        receipts = new HistoriesReceipts(new HashMapStateBackend());
    }

    @AfterEach
    void close() throws Exception {
        receipts.close();
    }

    @Test
    void anEmptiedCellPublishesOneZeroRow() throws Exception {
        String original = sale("R", 1, "12T09:30", 1, "1.00");
        String deleted = deleted("R", 1, "12T09:30", 2);
        receipts.send(original);
        receipts.barrier();
        receipts.send(deleted);
        Emitted emptied = receipts.restart();
        assertThat(emptied.published()).as("a cell and its shift").isEqualTo(2);
        assertThat(emptied.tables().cells())
                .singleElement()
                .satisfies(row -> assertThat(row.isEmpty()).isTrue());

        receipts.send(original, deleted, original);
        receipts.watermark("13T00:00");
        assertThat(receipts.barrier().published()).isZero();
    }

    @Test
    void aCellThatIsEmptyAgainBeforeItWasPublishedIsNeverPublished() throws Exception {
        receipts.send(sale("R", 1, "12T09:30", 1, "1.00"), sale("R", 1, "12T10:30", 2, "1.00"));

        assertThat(receipts.barrier().tables().cells()).hasSize(1);
    }

    @Test
    void aMovedDocumentIsPublishedInBothCellsAndLeavesItsShiftAlone() throws Exception {
        String first = sale("R", 1, "12T09:30", 1, "1.00");
        receipts.send(first, sale("R", 2, "12T08:30", 1, "1.00"), sale("R", 3, "12T11:30", 1, "1.00"));
        receipts.barrier();
        receipts.send(first.replace("00:01Z", "00:02Z").replace("12T09:30", "12T10:30"));
        Emitted moved = receipts.barrier();

        assertThat(moved.tables().cells()).hasSize(2);
        assertThat(moved.tables().shifts()).isEmpty();
    }

    @Test
    void fiveDeliveriesOfOneBadVersionAreOneErrorUntilTheGoodOneComes() throws Exception {
        receipts.send(sale("R", 1, "12T09:30", 1, "5.00"));
        String bad = sale("R", 2, "12T09:31", 1, "12,50");
        receipts.send(bad, bad, bad, bad, bad);
        Emitted spoilt = receipts.barrier();
        assertThat(spoilt.counters())
                .containsEntry("new", 1L)
                .containsEntry("bad", 1L)
                .containsEntry("duplicate", 4L);
        assertThat(spoilt.tables().shifts()).singleElement().satisfies(row -> {
            assertThat(row.errors()).isEqualTo(1);
            assertThat(saleTotal(row)).isEqualTo(500);
        });

        receipts.send(sale("R", 2, "12T09:31", 2, "12.50"), bad);
        assertThat(receipts.barrier().tables().shifts()).singleElement().satisfies(row -> {
            assertThat(row.errors()).isZero();
            assertThat(row.documents()).isEqualTo(2);
            assertThat(saleTotal(row)).isEqualTo(1_750);
        });
    }

    @Test
    void aBadVersionTakesTheAmountOfTheGoodOneBefore() throws Exception {
        receipts.send(sale("R", 1, "12T09:30", 1, "5.00"), sale("R", 2, "12T09:31", 1, "1.00"));
        receipts.barrier();
        receipts.send(sale("R", 1, "12T09:30", 2, "1e2000000000"));

        assertThat(receipts.barrier().tables().shifts()).singleElement().satisfies(row -> {
            assertThat(row.errors()).isEqualTo(1);
            assertThat(saleTotal(row)).isEqualTo(100);
        });
    }

    private static long saleTotal(Row<ShiftKey> row) {
        return row.values().get(SALE_TOTAL).orElse(0);
    }
}
