package io.recount.bench.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.recount.cells.model.Model;
import io.recount.cells.model.ModelFile;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class SqlMeasuresTest {

    private static final Model MODEL =
            ModelFile.read(Path.of(System.getProperty("recount.root"), "job/models/receipts.yaml"));

    @Test
    void aMeasureIsAnAggregateWithAFilter() {
        assertThat(new SqlMeasures(MODEL, 200).aggregates())
                .hasSize(200)
                .doesNotHaveDuplicates()
                .contains(
                        "COUNT(*) AS `receipts`",
                        "SUM(CASE WHEN `type` IN ('SALE_REFUND') THEN -`total` ELSE `total` END)"
                                + " FILTER (WHERE `type` IN ('SALE', 'SALE_REFUND')) AS `net_total`",
                        "SUM(`markedItems`) AS `marked_items`",
                        "COUNT(`payments`.`card`) FILTER (WHERE `type` IN ('SALE')) AS `sale_card_count`");
    }

    @Test
    void onlyWhatIsMeasuredIsParsed() {
        assertThat(new SqlMeasures(MODEL, 5).columns())
                .containsExactly(
                        "`type` STRING",
                        "`total` DECIMAL(18, 2)",
                        "`tips` DECIMAL(18, 2)",
                        "`channel` STRING",
                        "`markedItems` BIGINT");
    }

    @Test
    void moreThanThereAreIsRefused() {
        assertThatThrownBy(() -> new SqlMeasures(MODEL, 1_000)).hasMessageContaining("245");
    }
}
