package io.recount.pipeline.cells;

import static io.recount.pipeline.cells.HistoriesReceipts.deleted;
import static io.recount.pipeline.cells.HistoriesReceipts.sale;
import static org.assertj.core.api.Assertions.assertThat;

import org.apache.flink.runtime.state.hashmap.HashMapStateBackend;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Timers cost state and checkpoints: at most one a register, none when nothing is late. */
class HistoriesTimersTest {

    private final HistoriesReceipts receipts;

    HistoriesTimersTest() throws Exception {
        receipts = new HistoriesReceipts(new HashMapStateBackend());
    }

    @AfterEach
    void close() throws Exception {
        receipts.close();
    }

    @Test
    void nothingLateMeansNoTimer() throws Exception {
        receipts.watermark("12T09:00");
        for (int number = 1; number <= 500; number++) {
            receipts.send(sale("R" + number % 7, number, "12T09:30", 1, "1.00"));
            receipts.send(sale("R" + number % 7, number, "12T10:30", 2, "2.00"));
        }
        receipts.barrier();

        assertThat(receipts.timers()).isZero();
    }

    @Test
    void lateDocumentsOfARegisterShareATimer() throws Exception {
        receipts.watermark("12T12:00");
        for (int number = 1; number <= 500; number++) {
            receipts.send(sale("R" + number % 7, number, "12T09:30", 1, "1.00"));
        }
        receipts.send(sale("R1", 1, "11T09:30", 2, "2.00"), deleted("R2", 2, "12T09:30", 2));
        receipts.barrier();

        assertThat(receipts.timers()).isEqualTo(7);
    }

    @Test
    void aBucketIsPastFromItsEndOn() throws Exception {
        receipts.watermark("12T09:59");
        receipts.send(sale("R", 1, "12T09:30", 1, "1.00"));
        receipts.barrier();
        assertThat(receipts.timers()).isZero();

        receipts.watermark("12T10:00");
        receipts.send(sale("R", 2, "12T09:30", 1, "1.00"));
        assertThat(receipts.barrier().counters()).containsEntry("late", 1L);
        assertThat(receipts.timers()).isEqualTo(1);
    }

    @Test
    void lateDocumentsArePublishedAtTheNextWatermarkAndLeaveNoTimer() throws Exception {
        receipts.watermark("12T12:00");
        receipts.send(sale("R", 1, "12T09:30", 1, "1.00"), sale("R", 2, "12T12:30", 1, "1.00"));
        assertThat(receipts.emitted().published()).as("before the watermark").isZero();

        receipts.watermark("12T12:01");

        assertThat(receipts.timers()).isZero();
        assertThat(receipts.emitted().tables().cells())
                .as("the late cell, and it only")
                .hasSize(1);
        assertThat(receipts.barrier().tables().cells()).as("the other one").hasSize(1);
    }

    @Test
    void aMoveOutOfAPastBucketIsPublishedAtTheNextWatermark() throws Exception {
        receipts.send(sale("R", 1, "12T09:30", 1, "1.00"));
        receipts.barrier();
        receipts.watermark("12T12:00");
        receipts.send(sale("R", 1, "12T12:30", 2, "1.00"));
        receipts.watermark("12T12:01");

        assertThat(receipts.timers()).isZero();
        assertThat(receipts.emitted().tables().cells())
                .singleElement()
                .satisfies(row -> assertThat(row.isEmpty()).isTrue());
    }

    @Test
    void whenAllTrafficStopsAfterALateDocumentTheBarrierPublishesIt() throws Exception {
        receipts.watermark("12T12:00");
        receipts.send(sale("R", 1, "12T09:30", 1, "1.00"));

        assertThat(receipts.barrier().tables().cells()).hasSize(1);
    }

    @Test
    void aRegisterHasOneTimerAlsoAfterRestarts() throws Exception {
        for (int hour = 22; hour >= 12; hour--) {
            receipts.watermark("12T" + hour + ":00");
            receipts.send(sale("R", hour, "12T09:30", 1, "1.00"));
            receipts.restart();
        }

        assertThat(receipts.timers()).isLessThanOrEqualTo(1);
    }
}
