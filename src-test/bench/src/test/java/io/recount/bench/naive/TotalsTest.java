package io.recount.bench.naive;

import static org.assertj.core.api.Assertions.assertThat;

import io.recount.cells.model.ModelFile;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TotalsTest {

    private final Totals totals =
            new Totals(ModelFile.read(Path.of(System.getProperty("recount.root"), "job/models/receipts.yaml")));

    @Test
    void aRefundIsTakenFromNetSalesAndAddedToItsOwn() {
        Map<Integer, Long> cell = new HashMap<>();
        totals.add(cell, refund(), 1);
        assertThat(cell)
                .containsExactlyInAnyOrderEntriesOf(
                        Map.of(1, 1L, 2, -1_250L, 102, 1L, 122, 1_250L, 1_042, 1L, 2_042, 1_250L));
    }

    @Test
    void whatIsTakenBackIsGone() {
        Map<Integer, Long> cell = new HashMap<>();
        totals.add(cell, refund(), 1);
        totals.add(cell, refund(), -1);
        assertThat(cell.values()).containsOnly(0L);
    }

    @Test
    void aDeletedReceiptAddsNothing() {
        Receipt deleted = refund();
        deleted.deleted = true;
        Map<Integer, Long> cell = new HashMap<>();
        totals.add(cell, deleted, 1);
        assertThat(cell).isEmpty();
    }

    private static Receipt refund() {
        Receipt receipt = new Receipt();
        receipt.type = "SALE_REFUND";
        receipt.total = new BigDecimal("12.50");
        receipt.payments = Map.of("card", new BigDecimal("12.50"));
        return receipt;
    }
}
