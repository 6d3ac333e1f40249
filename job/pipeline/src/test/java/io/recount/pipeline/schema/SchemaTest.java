package io.recount.pipeline.schema;

import static org.assertj.core.api.Assertions.assertThat;

import io.recount.cells.model.Measure;
import io.recount.cells.model.Model;
import io.recount.cells.model.ModelFile;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class SchemaTest {

    private static final Model MODEL =
            ModelFile.read(Path.of(System.getProperty("recount.root"), "job/models/receipts.yaml"));
    private static final Schema SCHEMA = new Schema(MODEL, "shop");

    @Test
    void everyPlaceholderIsFilled() {
        assertThat(SCHEMA.statements())
                .allSatisfy(statement -> assertThat(statement.sql()).doesNotContain("${"));
    }

    @Test
    void viewsNameEveryMeasure() {
        for (String view : new String[] {"cell_report", "shift_report", "store_hour_report", "store_day_report"}) {
            String sql = sql(view);
            for (Measure measure : MODEL.measures()) {
                assertThat(sql).contains("AS `" + measure.name() + "`");
            }
        }
    }

    @Test
    void moneyIsDecimalWithTheModelsScale() {
        assertThat(sql("cell_report")).contains("`net_total` Decimal(38, 2) COMMENT 'Net sales'");
    }

    @Test
    void labelsAndDatabasesAreQuoted() {
        assertThat(Schema.literal("it's \\ here")).isEqualTo("'it\\'s \\\\ here'");
        assertThat(Schema.quoted("a`b")).isEqualTo("`a\\`b`");
        assertThat(sql("cell_report")).contains("`shop`.cells");
    }

    private static String sql(String object) {
        return SCHEMA.statements().stream()
                .filter(statement -> statement.object().equals(object))
                .findFirst()
                .orElseThrow()
                .sql();
    }
}
