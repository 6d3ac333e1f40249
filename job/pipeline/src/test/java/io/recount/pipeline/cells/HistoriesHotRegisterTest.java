package io.recount.pipeline.cells;

import static io.recount.pipeline.cells.HistoriesReceipts.sale;
import static org.assertj.core.api.Assertions.assertThat;

import io.recount.pipeline.cells.HistoriesReceipts.Emitted;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** A register with 100,000 receipts in one shift. What a touched cell costs is counted, not timed. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HistoriesHotRegisterTest {

    private static final int RECEIPTS = 100_000;
    private static final int CHUNK = 64;
    private static final int MINUTES = 20 * 60;

    private final HistoriesReceipts receipts;
    private final Cost inEmptyShift;

    /** All tests use the register as it is after the first 100,000 receipts; none depends on another. */
    HistoriesHotRegisterTest() throws Exception {
        receipts = new HistoriesReceipts(new HistoriesStateReads());
        inEmptyShift = cost(RECEIPTS + 1);
        sendAll();
        receipts.barrier();
    }

    @AfterAll
    void close() throws Exception {
        receipts.close();
    }

    private record Cost(long reads, long rows) {}

    @Test
    void aTouchedCellCostsTheSameInALargeShiftAsInASmallOne() throws Exception {
        assertThat(inEmptyShift)
                .as("reads of a shift that is new; rows of document, cell and shift")
                .isEqualTo(new Cost(0, 3));
        assertThat(cost(RECEIPTS + 2)).isEqualTo(inEmptyShift);
    }

    @Test
    void theWholeShiftOnceMoreReadsItsChunksOnceAndChangesNothing() throws Exception {
        receipts.barrier();
        long sizeBytes = receipts.stateSizeBytes();
        receipts.emitted();
        HistoriesStateReads.drain();
        sendAll();

        Emitted again = receipts.barrier();
        assertThat(HistoriesStateReads.drain()).isLessThanOrEqualTo(RECEIPTS / CHUNK + 1);
        assertThat(again.rows()).isEmpty();
        assertThat(again.counters()).containsOnlyKeys("duplicate").containsEntry("duplicate", (long) RECEIPTS);
        assertThat(receipts.stateSizeBytes()).isEqualTo(sizeBytes);
    }

    @Test
    void aCorrectionOfOneReceiptReadsItsCellAndNotTheShift() throws Exception {
        receipts.emitted();
        HistoriesStateReads.drain();
        receipts.send(receipt(RECEIPTS / 2, 2));
        receipts.barrier();

        long cellReceipts = RECEIPTS / (MINUTES / 60);
        assertThat(HistoriesStateReads.drain()).isLessThanOrEqualTo(cellReceipts / CHUNK + 5);
    }

    private Cost cost(int number) throws Exception {
        receipts.emitted();
        HistoriesStateReads.drain();
        receipts.send(receipt(number, 1));
        Emitted emitted = receipts.barrier();
        return new Cost(HistoriesStateReads.drain(), emitted.rows().size());
    }

    private void sendAll() throws Exception {
        for (int number = 1; number <= RECEIPTS; number++) {
            receipts.send(receipt(number, 1));
        }
    }

    /** Spread evenly over the hours of a day. */
    private static String receipt(int number, int version) {
        int minute = (int) ((long) number * MINUTES / (RECEIPTS + 3));
        return sale("R", number, "12T%02d:%02d".formatted(minute / 60, minute % 60), version, "1.00");
    }
}
