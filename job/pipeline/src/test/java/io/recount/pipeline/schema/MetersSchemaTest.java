package io.recount.pipeline.schema;

import static org.assertj.core.api.Assertions.assertThat;

import io.recount.cells.model.Measure;
import io.recount.cells.model.Model;
import io.recount.cells.model.ModelFile;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Names in tables come from the model: here the key is a meter and there are no shifts. */
class MetersSchemaTest {

    private static final Model MODEL =
            ModelFile.read(Path.of(System.getProperty("recount.root"), "job/models/meters.yaml"));
    private static final Schema SCHEMA = new Schema(MODEL, "grid");

    @Test
    void everyPlaceholderIsFilledAndNothingOfReceiptsIsLeft() {
        assertThat(SCHEMA.statements())
                .hasSizeGreaterThan(12)
                .allSatisfy(statement -> assertThat(statement.sql())
                        .doesNotContain("${")
                        .doesNotContain("`register`")
                        .doesNotContainPattern("receipt(?!s and)"));
    }

    @Test
    void tablesAreKeyedByTheMeter() {
        assertThat(sql("documents"))
                .contains("`meter` String COMMENT 'Meter'")
                .contains("ORDER BY (`meter`, `reading`");
        assertThat(sql("cells")).contains("ORDER BY (`meter`, `shift`, bucket)");
        assertThat(sql("shifts")).contains("`shift` UInt64").contains("ORDER BY (`meter`, `shift`)");
        assertThat(sql("field_cells")).contains("ORDER BY (`meter`, `shift`, bucket, field, value)");
        assertThat(sql("registers")).contains("`meter` String");
    }

    @Test
    void fieldsBecomeColumnsOfTheirTypes() {
        assertThat(sql("documents"))
                .contains("`reading` String")
                .contains("`taken_at` DateTime64(6, 'UTC')")
                .contains("`received_at` Nullable(DateTime64(6, 'UTC'))")
                .contains("`revision` UInt64")
                .contains("`reactive` Nullable(Int64)")
                .contains("`voltage_l1` Nullable(UInt64)")
                .contains("`tariff` Nullable(Enum16('T1' = 1, 'T2' = 2, 'T3' = 3))")
                .contains("`tags` Map(LowCardinality(String), String)")
                .doesNotContain("`shift`");
    }

    @Test
    void viewsNameEveryMeasureAndTheirUnits() {
        for (String view : new String[] {"cell_report", "shift_report", "store_hour_report", "store_day_report"}) {
            for (Measure measure : MODEL.measures()) {
                assertThat(sql(view)).contains("AS `" + measure.name() + "`");
            }
        }
        assertThat(sql("cell_report"))
                .contains("`bill` Decimal(38, 4)")
                .contains("`peak_import_energy` Int64")
                .contains("`last_received` Nullable(DateTime64(6, 'UTC'))")
                .contains("`opening_counter_at` Nullable(DateTime64(6, 'UTC'))");
    }

    private static String sql(String object) {
        return SCHEMA.statements().stream()
                .filter(statement -> statement.object().equals(object))
                .findFirst()
                .orElseThrow()
                .sql();
    }
}
