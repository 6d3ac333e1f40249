package io.recount.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.recount.cli.output.Sheet;
import java.time.LocalDate;
import java.util.List;
import org.junit.jupiter.api.Test;

class PageTest {

    private static final Axis DAYS = Axis.of(
            "day",
            LocalDate.of(2025, 10, 1).datesUntil(LocalDate.of(2025, 10, 4)).toList());

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
        return new Page("Days & nights", "\"all\"", sheet(), DAYS, List.of("documents", "net_total"));
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
                .contains("<title>2025-10-03: 0</title>")
                .doesNotContain("closed, at most");
    }

    @Test
    void hoursAreAddedUpByTheHourOfTheDayAndNoneIsLeftOut() {
        Sheet hours = new Sheet(List.of(new Sheet.Column("hour", false), new Sheet.Column("documents", true)));
        hours.add("2025-10-26 02:00:00", "3");
        hours.add("2025-10-26 02:00:00", "1");
        hours.add("2025-10-27 02:00:00", "2");
        String text = new Page("x", "y", hours, Axis.of("hour", List.of()), List.of("documents")).text();
        assertThat(text)
                .contains(
                        "documents by hour of the day, at most 6",
                        "<title>02:00: 6</title>",
                        "<title>23:00: 0</title>");
        assertThat(text.split("<rect", -1)).hasSize(25);
    }

    @Test
    void moreBarsThanHaveRoomAreNotLeftOutInSilence() {
        LocalDate first = LocalDate.of(2025, 1, 1);
        Sheet sheet = new Sheet(List.of(new Sheet.Column("day", false), new Sheet.Column("documents", true)));
        sheet.add("2025-01-01", "3");
        Axis years = Axis.of("day", first.datesUntil(first.plusDays(1_461)).toList());
        assertThat(new Page("x", "y", sheet, years, List.of("documents")).text())
                .contains("documents by day, the first 400 of 1,461, at most 3");
    }

    @Test
    void itNeedsNothingElse() {
        assertThat(page().text()).doesNotContain("http:", "https:", "src=", "<link");
    }

    @Test
    void ofNoRowsItSaysSo() {
        Sheet empty = new Sheet(sheet().columns());
        assertThat(new Page("x", "y", empty, DAYS, List.of("documents")).text())
                .doesNotContain("<svg")
                .contains("<tbody></tbody>");
    }
}
