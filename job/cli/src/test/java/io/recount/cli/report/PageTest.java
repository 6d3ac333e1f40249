package io.recount.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.recount.cli.output.Sheet;
import java.util.List;
import org.junit.jupiter.api.Test;

class PageTest {

    private static Sheet sheet() {
        Sheet sheet = new Sheet(List.of(
                new Sheet.Column("store", false),
                new Sheet.Column("day", false),
                new Sheet.Column("documents", true),
                new Sheet.Column("net_total", true),
                new Sheet.Column("closed", true)));
        sheet.add("<script>alert(1)</script>", "2025-10-01", "3", "12.50", "1");
        sheet.add("S-2", "2025-10-01", "4", "-20.00", "1");
        sheet.add("S-2", "2025-10-02", "5", null, "0");
        return sheet;
    }

    private static Page page() {
        return new Page("Days & nights", "\"all\"", sheet(), "day", List.of("documents", "net_total"));
    }

    @Test
    void nothingOfARowIsTakenForMarkup() {
        assertThat(page().text())
                .contains("&lt;script&gt;alert(1)&lt;/script&gt;", "Days &amp; nights")
                .doesNotContain("<script");
    }

    @Test
    void aChartAddsUpWhatRowsHaveInCommon() {
        assertThat(page().text())
                .contains("<title>2025-10-01: 7</title>", "<title>2025-10-02: 5</title>")
                .contains("<title>2025-10-01: -7.50</title>")
                .doesNotContain("closed, at most");
    }

    @Test
    void itNeedsNothingElse() {
        assertThat(page().text()).doesNotContain("http:", "https:", "src=", "<link");
    }

    @Test
    void ofNoRowsItSaysSo() {
        Sheet empty = new Sheet(sheet().columns());
        assertThat(new Page("x", "y", empty, "day", List.of("documents")).text())
                .doesNotContain("<svg")
                .contains("<tbody></tbody>");
    }
}
