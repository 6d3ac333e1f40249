package io.recount.clickhouse;

import static org.assertj.core.api.Assertions.assertThat;

import io.recount.clickhouse.ServerError.Outcome;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

final class ServerErrorTest {

    @ParameterizedTest
    @CsvSource({
        "241, RETRY",
        "242, RETRY",
        "252, RETRY",
        "159, RETRY",
        "202, RETRY",
        "999, RETRY",
        "243, RETRY",
        "745, RETRY",
        "389, ALREADY_DONE",
        "60, PERMANENT",
        "497, PERMANENT",
        "516, PERMANENT",
        "53, PERMANENT",
        "27, PERMANENT"
    })
    void codesHaveTheirOutcome(int code, Outcome outcome) {
        assertThat(ServerError.of(code, "words")).map(ServerError::outcome).hasValue(outcome);
        assertThat(ClickHouseFailure.answered(code, "words").outcome()).isEqualTo(outcome);
    }

    @Test
    void anUnknownCodeFails() {
        assertThat(ServerError.of(123456, "words")).isEmpty();
        assertThat(ClickHouseFailure.answered(123456, "row 4711").outcome()).isEqualTo(Outcome.PERMANENT);
        assertThat(ClickHouseFailure.answered(123456, "row 4711"))
                .hasMessageContaining("123456")
                .hasMessageNotContaining("4711");
    }

    @ParameterizedTest
    @EnumSource(ServerError.class)
    void everyErrorNamesItsCodeAndTheNextStep(ServerError error) {
        assertThat(Failing.answered(error))
                .hasMessageContaining(error.code() + " " + error.name())
                .hasMessageContaining("Next: " + error.nextStep())
                .hasNoCause();
    }

    @Test
    void aBusyTableAndAMixedBlockAreToldApart() {
        assertThat(ServerError.of(252, "Too many parts (3000 with average size of 1.00 KiB)"))
                .hasValue(ServerError.TOO_MANY_PARTS);
        assertThat(ServerError.of(252, "Too many partitions for single INSERT block (more than 1)"))
                .hasValue(ServerError.TOO_MANY_PARTITIONS);
    }

    @Test
    void wordsThatMayHoldValuesOfRowsAreNotRepeated() {
        assertThat(ClickHouseFailure.answered(27, "cannot parse 'Jane Doe'")).hasMessageNotContaining("Jane");
        assertThat(ClickHouseFailure.answered(60, "table cells is missing"))
                .hasMessageContaining("table cells is missing");
        assertThat(ClickHouseFailure.answered(60, "x".repeat(5000)).getMessage())
                .hasSizeLessThan(700);
    }

    @Test
    void silenceIsTriedAgainAndAProxysAnswerOnlyWhenItMayPass() {
        assertThat(ClickHouseFailure.unreachable(new IOException("refused")).outcome())
                .isEqualTo(Outcome.RETRY);
        assertThat(ClickHouseFailure.notClickHouse(503).outcome()).isEqualTo(Outcome.RETRY);
        assertThat(ClickHouseFailure.notClickHouse(429).outcome()).isEqualTo(Outcome.RETRY);
        assertThat(ClickHouseFailure.notClickHouse(404).outcome()).isEqualTo(Outcome.PERMANENT);
        assertThat(ClickHouseFailure.inClient(new IllegalStateException("bug")).outcome())
                .isEqualTo(Outcome.PERMANENT);
    }
}
