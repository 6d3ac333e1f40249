package io.recount.pipeline.cells;

import static io.recount.pipeline.cells.HistoriesReceipts.deleted;
import static io.recount.pipeline.cells.HistoriesReceipts.sale;
import static org.assertj.core.api.Assertions.assertThat;

import io.recount.harness.expectation.CellKey;
import io.recount.harness.expectation.Row;
import io.recount.harness.expectation.ShiftKey;
import io.recount.pipeline.cells.HistoriesReceipts.Emitted;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.apache.flink.runtime.state.hashmap.HashMapStateBackend;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What comes for a shift that left the state long ago. At most two requests each, and the right numbers. */
class EvictionTest {

    private static final StateSettings AN_HOUR = new StateSettings(1 << 20, Duration.ofHours(1));

    private final HistoriesReceipts receipts;

    /** Two receipts in the shift, one in a shift after it; then two weeks go by. */
    EvictionTest() throws Exception {
        receipts = new HistoriesReceipts(new HashMapStateBackend(), AN_HOUR);
        receipts.send(sale("R", 1, "10T09:10", 1, "10.00"), sale("R", 2, "10T09:20", 1, "5.00"));
        receipts.send(inShift(2, sale("R", 3, "11T09:30", 1, "7.00")));
        receipts.completed();
        receipts.watermark("11T12:00");
        receipts.completed();
        receipts.watermark("25T00:00");
        receipts.completed();
    }

    @AfterEach
    void close() throws Exception {
        receipts.close();
    }

    private static String inShift(int shift, String receipt) {
        return receipt.replace("\"shift\":1", "\"shift\":" + shift);
    }

    @Test
    void nothingButMarksIsLeftOfTheRegister() throws Exception {
        long bytes = receipts.stateSizeBytes();
        receipts.send(sale("R", 1, "10T09:10", 1, "10.00"));
        assertThat(receipts.stateSizeBytes())
                .as("a redelivery brings nothing back")
                .isEqualTo(bytes);
    }

    @Test
    void aRedeliveryIsADuplicateByOneRequest() throws Exception {
        receipts.send(sale("R", 1, "10T09:10", 1, "10.00"));
        Emitted emitted = receipts.completed();
        assertThat(emitted.rows()).isEmpty();
        assertThat(emitted.counters()).containsOnly(Map.entry("duplicate", 1L), Map.entry("late", 1L));
        assertThat(receipts.queries()).isEqualTo(1);
    }

    @Test
    void aLateReceiptJoinsItsOldShift() throws Exception {
        // Number 3 is the greatest, so 2 and less may be known, and 0 is not.
        receipts.send(sale("R", 0, "10T09:50", 1, "1.00"));
        Emitted emitted = receipts.completed();
        assertThat(emitted.counters()).containsEntry("new", 1L);
        assertThat(documents(emitted)).containsExactly(Map.entry("1 2026-10-10T09:00:00Z", 3L));
        assertThat(shifts(emitted)).containsExactly(Map.entry(1L, 3L));
        assertThat(receipts.queries()).isEqualTo(2);
    }

    @Test
    void aNewReceiptOfAnOldShiftAsksForTheShiftOnly() throws Exception {
        receipts.send(sale("R", 4, "10T10:50", 1, "1.00"));
        Emitted emitted = receipts.completed();
        assertThat(documents(emitted)).containsExactly(Map.entry("1 2026-10-10T10:00:00Z", 1L));
        assertThat(shifts(emitted)).containsExactly(Map.entry(1L, 3L));
        assertThat(receipts.queries()).isEqualTo(1);
    }

    @Test
    void aNewReceiptOfANewShiftAsksForNothing() throws Exception {
        receipts.send(inShift(3, sale("R", 4, "24T10:50", 1, "1.00")));
        assertThat(documents(receipts.completed())).containsExactly(Map.entry("3 2026-10-24T10:00:00Z", 1L));
        assertThat(receipts.queries()).isZero();
    }

    @Test
    void aCorrectionThatMovesBetweenOldShiftsChangesBoth() throws Exception {
        receipts.send(inShift(2, sale("R", 1, "11T09:10", 2, "11.00")));
        Emitted emitted = receipts.completed();
        assertThat(emitted.counters()).containsEntry("corrected", 1L);
        assertThat(documents(emitted))
                .containsOnly(Map.entry("1 2026-10-10T09:00:00Z", 1L), Map.entry("2 2026-10-11T09:00:00Z", 2L));
        assertThat(shifts(emitted)).containsOnly(Map.entry(1L, 1L), Map.entry(2L, 2L));
        assertThat(receipts.queries()).isEqualTo(2);
    }

    @Test
    void anOldBadVersionIsAnErrorAndADeleteTakesTheReceiptAway() throws Exception {
        receipts.send(sale("R", 1, "10T09:10", 3, "ten"));
        Emitted bad = receipts.completed();
        assertThat(bad.counters()).containsEntry("bad", 1L);
        assertThat(bad.tables().cells())
                .singleElement()
                .satisfies(row ->
                        assertThat(List.of(row.documents(), row.errors())).containsExactly(1L, 1L));
        assertThat(receipts.queries()).isEqualTo(2);

        receipts.send(deleted("R", 2, "10T09:20", 2));
        assertThat(receipts.completed().tables().cells())
                .singleElement()
                .satisfies(row ->
                        assertThat(List.of(row.documents(), row.errors())).containsExactly(0L, 1L));
        assertThat(receipts.queries()).as("the shift is back").isEqualTo(2);
    }

    @Test
    void anOldVersionOfAnOldReceiptIsSupersededOnce() throws Exception {
        receipts.send(sale("R", 1, "10T09:10", 0, "9.00"), sale("R", 1, "10T09:10", 0, "9.00"));
        Emitted emitted = receipts.completed();
        assertThat(emitted.counters()).containsEntry("superseded", 1L).containsEntry("duplicate", 1L);
        assertThat(emitted.published()).isZero();
    }

    private static Map<String, Long> documents(Emitted emitted) {
        return stream(emitted.tables().cells()).collect(Collectors.toMap(row -> place(row.key()), Row::documents));
    }

    private static String place(CellKey cell) {
        return cell.shift() + " " + cell.bucket();
    }

    private static Map<Long, Long> shifts(Emitted emitted) {
        return stream(emitted.tables().shifts()).collect(Collectors.toMap(EvictionTest::number, Row::documents));
    }

    private static <T> Stream<T> stream(Iterable<T> rows) {
        return StreamSupport.stream(rows.spliterator(), false);
    }

    private static long number(Row<ShiftKey> row) {
        return row.key().shift();
    }
}
