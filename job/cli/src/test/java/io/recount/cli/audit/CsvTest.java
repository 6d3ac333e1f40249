package io.recount.cli.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CsvTest {

    @ParameterizedTest
    @ValueSource(strings = {"=1+1", "+1+cmd", "-1+1", "@SUM(A1)", "\tx", "\rx", "-", "=HYPERLINK(\"http://x\",\"y\")"})
    void noTextIsTakenForAFormula(String text) {
        assertThat(Csv.cell(text)).isEqualTo("\"'" + text.replace("\"", "\"\"") + "\"");
    }

    @Test
    void numbersAndPlainTextsStayAsTheyAre() {
        assertThat(Csv.line(List.of("-12.50", "0", "", "R-000017", "2026-10-12T06:00:00Z")))
                .isEqualTo("-12.50,0,,R-000017,2026-10-12T06:00:00Z");
    }

    @Test
    void separatorsQuotesAndLineBreaksAreQuoted() {
        assertThat(Csv.line(List.of("a,b", "say \"x\"", "two\nlines")))
                .isEqualTo("\"a,b\",\"say \"\"x\"\"\",\"two\nlines\"");
    }
}
