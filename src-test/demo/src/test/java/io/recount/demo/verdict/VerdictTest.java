package io.recount.demo.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.recount.harness.expectation.Comparison;
import io.recount.harness.expectation.Difference;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VerdictTest {

    private static final Check BALANCED = new Check("outcomes", 11, 11);

    @Test
    void exactHasNoMismatchesAndSaysSoInOneLine() {
        Verdict verdict = verdict(List.of(right("cells", 4), right("store_hour_report", 3)), List.of(BALANCED));
        assertThat(verdict.isExact()).isTrue();
        assertThat(verdict.line())
                .isEqualTo("verdict: exact (receipts=6 deliveries=11 cells=4 measures=251 mismatches=0)");
        assertThat(VerdictText.lines(verdict)).endsWith(verdict.line());
    }

    @Test
    void wrongCellIsOneMismatchAlthoughReportsAddItUp() {
        Verdict verdict = verdict(
                List.of(
                        wrong("cells", 1),
                        right("shifts", 2),
                        wrong("store_hour_report", 1),
                        wrong("store_day_report", 1)),
                List.of(BALANCED));
        assertThat(verdict.line())
                .isEqualTo("verdict: WRONG (receipts=6 deliveries=11 cells=1 measures=251 mismatches=1)");
        assertThat(verdict.differences()).extracting(Difference::table).containsExactly("cells");
    }

    @Test
    void wrongReportOfRightCellsIsAMismatch() {
        Verdict verdict = verdict(List.of(right("cells", 9), wrong("store_day_report", 2)), List.of(BALANCED));
        assertThat(verdict.isExact()).isFalse();
        assertThat(verdict.mismatches()).isEqualTo(2);
        assertThat(verdict.differences()).hasSize(2);
    }

    @Test
    void countThatDoesNotBalanceIsWrong() {
        Verdict verdict = verdict(List.of(right("cells", 9)), List.of(BALANCED, new Check("dead letters", 3, 2)));
        assertThat(verdict.isExact()).isFalse();
        assertThat(verdict.mismatches()).isEqualTo(1);
        assertThat(VerdictText.lines(verdict)).contains("WRONG: dead letters: expected 3, found 2");
    }

    @Test
    void everyOfSeventeenWrongCellsIsNamed() {
        List<String> lines = VerdictText.lines(verdict(List.of(wrong("cells", 17)), List.of(BALANCED)));
        assertThat(lines.stream().filter(line -> line.startsWith("  cells register=R-")))
                .hasSize(17)
                .allMatch(line -> line.endsWith("net_total is 101, must be 100"));
    }

    @Test
    void absentNumbersAreSaidToBeAbsent() {
        Difference difference = new Difference("shifts", "ShiftKey[register=R, shift=1]", "tips_total", null, 5L);
        Verdict verdict = verdict(
                List.of(right("cells", 1), new Comparison("shifts", 1, 1, 1, List.of(difference))), List.of(BALANCED));
        assertThat(VerdictText.lines(verdict))
                .contains("  shifts register=R, shift=1: tips_total is 5, must be absent");
    }

    @Test
    void fileHoldsVerdictAndDifferences(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("verdict.json");
        VerdictFile.write(verdict(List.of(wrong("cells", 2), right("shifts", 3)), List.of(BALANCED)), file);
        JsonNode json = new JsonMapper().readTree(Files.readString(file));
        assertThat(json.path("verdict").asText()).isEqualTo("WRONG");
        assertThat(json.path("receipts").asLong()).isEqualTo(6);
        assertThat(json.path("deliveries").asLong()).isEqualTo(11);
        assertThat(json.path("cells").asLong()).isEqualTo(2);
        assertThat(json.path("measures").asInt()).isEqualTo(251);
        assertThat(json.path("mismatches").asLong()).isEqualTo(2);
        assertThat(json.path("differences")).hasSize(2);
        assertThat(json.path("differences").path(0).path("key").asText()).isEqualTo("register=R-0, shift=1");
        assertThat(json.path("tables").path(1).path("rows").asLong()).isEqualTo(3);
        assertThat(json.path("checks").path(0).path("found").asLong()).isEqualTo(11);
    }

    private static Verdict verdict(List<Comparison> tables, List<Check> checks) {
        return new Verdict("receipts", 6, 11, 251, 0, tables, checks);
    }

    private static Comparison right(String table, long rows) {
        return new Comparison(table, rows, rows * 3, 0, List.of());
    }

    private static Comparison wrong(String table, int rows) {
        List<Difference> differences = new ArrayList<>();
        for (int row = 0; row < rows; row++) {
            differences.add(new Difference(table, "CellKey[register=R-" + row + ", shift=1]", "net_total", 100L, 101L));
        }
        return new Comparison(table, rows, rows * 3L, rows, differences);
    }
}
