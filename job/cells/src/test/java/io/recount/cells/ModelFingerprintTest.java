package io.recount.cells;

import static org.assertj.core.api.Assertions.assertThat;

import io.recount.cells.model.ModelFile;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ModelFingerprintTest {

    private final String receipts;

    ModelFingerprintTest() throws Exception {
        receipts = Files.readString(Path.of(System.getProperty("recount.root"), "job/models/receipts.yaml"));
    }

    @Test
    void labelsAndDescriptionsMakeNoDifference() {
        assertThat(of(receipts.replace("label: Net sales", "label: Turnover"))).isEqualTo(of(receipts));
    }

    @ParameterizedTest(name = "{0} -> {1}")
    @CsvSource(
            delimiter = '|',
            value = {
                "tips: {type: money(2)} | 'tips: {type: money(2)}\n  more: {type: uint}'",
                "barter: {id: 5, label: barter} | 'barter: {id: 5, label: barter}\n    gift: {id: 6}'",
                "bucket: 1h | bucket: 15m",
                "negate: {type: [SALE_REFUND]} | negate: {type: [SALE]}",
                "sum: tips | sum: bonus",
                "money(2) | money(3)"
            })
    void whatStateDependsOnMakesOne(String before, String after) {
        String changed = receipts.replace(before, after.replace("\\n", "\n"));

        assertThat(changed).isNotEqualTo(receipts);
        assertThat(of(changed)).isNotEqualTo(of(receipts));
    }

    private static String of(String yaml) {
        return ModelFingerprint.of(ModelFile.parse("receipts.yaml", yaml));
    }
}
