package io.recount.demo.verdict;

import io.recount.demo.audit.DocumentRoles;
import io.recount.demo.clickhouse.Sql;
import io.recount.harness.expectation.CellKey;
import io.recount.harness.expectation.FieldCellKey;
import io.recount.harness.expectation.ShiftKey;
import io.recount.harness.expectation.StoreDayKey;
import io.recount.harness.expectation.StoreHourKey;
import java.time.LocalDate;
import java.util.List;

/** All that a run publishes, as it is compared. */
final class PublishedTables {

    static final String CELLS = "cells";
    static final String SHIFTS = "shifts";
    static final String FIELD_CELLS = "field_cells";

    private final String key;
    private final String shift;

    PublishedTables(DocumentRoles roles) {
        this.key = Sql.name(roles.key());
        this.shift = Sql.name(roles.shiftColumn());
    }

    PublishedTable<CellKey> cells(PublishedTable.Form form) {
        return new PublishedTable<>(
                CELLS,
                List.of(key, shift, "bucket"),
                row -> new CellKey(row.present(0), row.number(1), row.instant(2)),
                form);
    }

    PublishedTable<ShiftKey> shifts(PublishedTable.Form form) {
        return new PublishedTable<>(
                SHIFTS, List.of(key, shift), row -> new ShiftKey(row.present(0), row.number(1)), form);
    }

    PublishedTable<FieldCellKey> fieldCells(PublishedTable.Form form) {
        return new PublishedTable<>(
                FIELD_CELLS,
                List.of(key, shift, "bucket", "field", "value"),
                row -> new FieldCellKey(row.present(0), row.number(1), row.instant(2), row.present(3), row.present(4)),
                form);
    }

    PublishedTable<StoreHourKey> storeHours() {
        return new PublishedTable<>(
                "store_hour_report",
                List.of("store", "hour"),
                row -> new StoreHourKey(row.present(0), row.instant(1)),
                PublishedTable.Form.NAMED);
    }

    PublishedTable<StoreDayKey> storeDays() {
        return new PublishedTable<>(
                "store_day_report",
                List.of("store", "day"),
                row -> new StoreDayKey(row.present(0), LocalDate.parse(row.present(1))),
                PublishedTable.Form.NAMED);
    }
}
