package io.recount.harness.expectation;

import static org.assertj.core.api.Assertions.assertThat;

import io.recount.harness.ModelUnderTest;
import io.recount.harness.expectation.DeclaredMeasure.Kind;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DeclaredModelTest {

    private final DeclaredModel model = ModelUnderTest.receipts();

    @Test
    void templatesExpandToEveryCombination() {
        // 11 by hand, 4 templates of 8 types, 2 of 8 × 5 means of payment, 2 of 8 × 8 rates.
        assertThat(model.measures()).hasSize(11 + 4 * 8 + 2 * 8 * 5 + 2 * 8 * 8);
    }

    @Test
    void aTemplateSubstitutesNamesInNamesAndValuesInOperandsAndConditions() {
        DeclaredMeasure measure = measure(4000 + 20 * 6 + 7);
        assertThat(measure)
                .isEqualTo(new DeclaredMeasure(
                        4127,
                        "correction_sale_refund_r20_120_total",
                        Kind.SUM,
                        "vat",
                        "20/120",
                        Map.of("type", List.of("CORRECTION_SALE_REFUND")),
                        Map.of()));
    }

    @Test
    void aMeasureMayTurnItsSign() {
        assertThat(measure(2).where()).isEqualTo(Map.of("type", List.of("SALE", "SALE_REFUND")));
        assertThat(measure(2).negate()).isEqualTo(Map.of("type", List.of("SALE_REFUND")));
    }

    @Test
    void theTimeBesideAValueHasAName() {
        assertThat(model.nameOf(4)).isEqualTo("first_number");
        assertThat(model.nameOf(5)).isEqualTo("first_number_at");
        assertThat(model.nameOf(11)).isEqualTo("smallest_total");
        assertThat(model.nameOf(60_000)).isEqualTo("undeclared measure 60000");
    }

    @Test
    void theDocumentsRulesAreRead() {
        assertThat(model.bucket()).isEqualTo(Duration.ofHours(1));
        assertThat(model.keyPath()).containsExactly("register");
        assertThat(model.documentField("version").path()).containsExactly("writtenAt");
        assertThat(model.ignoreRules())
                .containsExactly(new DeclaredModel.IgnoreRule(
                        "status_update", Map.of("kind", List.of("status")), List.of("printed_at", "shift")));
        assertThat(model.dimensions().get("custom"))
                .extracting(DeclaredMeasure::id)
                .containsExactly(2, 101, 102, 121, 122);
    }

    private DeclaredMeasure measure(int id) {
        return model.measures().stream()
                .filter(measure -> measure.id() == id)
                .findFirst()
                .orElseThrow();
    }
}
