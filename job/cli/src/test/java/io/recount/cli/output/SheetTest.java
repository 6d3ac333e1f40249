package io.recount.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SheetTest {

    @ParameterizedTest
    @ValueSource(strings = {"=1+1", "+1+cmd", "-1+1", "@SUM(A1)", "\tx", "\rx", "-", "=HYPERLINK(\"http://x\",\"y\")"})
    void noTextIsTakenForAFormula(String text) {
        assertThat(csv(text).replace("\"", "")).isEqualTo("a\r\n'" + text.replace("\"", "") + "\r\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"-12.50", "0", "R-000017", "2026-10-12T06:00:00Z"})
    void numbersAndPlainTextsStayAsTheyAre(String text) {
        assertThat(csv(text)).isEqualTo("a\r\n" + text + "\r\n");
    }

    @Test
    void separatorsQuotesAndLineBreaksAreQuoted() {
        Sheet sheet = Sheet.ofTexts(List.of("a", "b", "c"), List.of(List.of("a,b", "say \"x\"", "two\nlines")));
        assertThat(printed(sheet, Sheet.Format.csv)).isEqualTo("a,b,c\r\n\"a,b\",\"say \"\"x\"\"\",\"two\nlines\"\r\n");
    }

    @Test
    void whatIsNoTextForATerminalIsNotShown() {
        assertThat(Sheet.ofTexts(List.of("a"), List.of(List.of("x\u001b[31my\nz")))
                        .lines())
                .containsExactly("a", "x\uFFFD[31my\uFFFDz");
    }

    @Test
    void programsTellNumbersTextsAndNothingApart() {
        Sheet sheet = new Sheet(List.of(
                new Sheet.Column("register", false), new Sheet.Column("total", true), new Sheet.Column("at", false)));
        sheet.add("17", "-12.50", null);
        assertThat(printed(sheet, Sheet.Format.json).replaceAll("\\s", ""))
                .isEqualTo("[{\"register\":\"17\",\"total\":-12.50,\"at\":null}]");
    }

    private static String csv(String text) {
        return printed(Sheet.ofTexts(List.of("a"), List.of(List.of(text))), Sheet.Format.csv);
    }

    private static String printed(Sheet sheet, Sheet.Format format) {
        StringWriter text = new StringWriter();
        sheet.print(format, new PrintWriter(text));
        return text.toString();
    }
}
