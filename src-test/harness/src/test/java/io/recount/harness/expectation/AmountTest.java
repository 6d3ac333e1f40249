package io.recount.harness.expectation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AmountTest {

    @ParameterizedTest
    @CsvSource({
        "12.50, 1250",
        "12.5, 1250",
        "12, 1200",
        "0, 0",
        "-0.00, 0",
        "-0.40, -40",
        "12.5000, 1250",
        "1E+2, 10000",
        "1e2, 10000",
        "125040E-2, 125040",
        "9007199254740993.01, 900719925474099301",
        "92233720368547758.07, 9223372036854775807",
        "-92233720368547758.07, -9223372036854775807",
        // Halfway goes to the even neighbour, all else to the nearer one.
        "0.005, 0",
        "0.015, 2",
        "0.025, 2",
        "-0.015, -2",
        "0.0251, 3",
        "0.0149, 1",
        "153.41526, 15342",
        "0.009, 1",
        "0.00999999999999999999999999, 1",
        "1E-99, 0",
        "0E+99, 0",
        "9E-3, 1",
        "4E-3, 0"
    })
    void amountsAreExactToTheScaleAndRoundedBeyondIt(String text, long minor) {
        assertThat(Amount.minor(text, 2)).isEqualTo(minor);
    }

    @ParameterizedTest
    @CsvSource({"12.5, 0, 12", "13.5, 0, 14", "1.0000005, 6, 1000000", "1.0000015, 6, 1000002"})
    void theScaleIsTheFields(String text, int scale, long minor) {
        assertThat(Amount.minor(text, scale)).isEqualTo(minor);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "12,50",
                "+1",
                " 1",
                "1 ",
                "1 000",
                ".5",
                "5.",
                "1.2.3",
                "--1",
                "0x10",
                "NaN",
                "Infinity",
                "1E",
                "E2",
                "1_0",
                "١٢",
                "1E+99999999999",
                "1E-100",
                "0E2000000000",
                "1E2000000000",
                "0.0000000000000000000000000000000000000000000000000000000000000001",
                "92233720368547758.08",
                "-92233720368547758.08",
                "1E+17",
                "1E+99"
            })
    void anythingElseIsUnreadable(String text) {
        assertThatThrownBy(() -> Amount.minor(text, 2)).isInstanceOf(UnreadableException.class);
    }
}
