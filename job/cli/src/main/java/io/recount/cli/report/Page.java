package io.recount.cli.report;

import static j2html.TagCreator.body;
import static j2html.TagCreator.div;
import static j2html.TagCreator.document;
import static j2html.TagCreator.each;
import static j2html.TagCreator.h1;
import static j2html.TagCreator.head;
import static j2html.TagCreator.html;
import static j2html.TagCreator.meta;
import static j2html.TagCreator.p;
import static j2html.TagCreator.rawHtml;
import static j2html.TagCreator.style;
import static j2html.TagCreator.table;
import static j2html.TagCreator.tbody;
import static j2html.TagCreator.td;
import static j2html.TagCreator.th;
import static j2html.TagCreator.thead;
import static j2html.TagCreator.title;
import static j2html.TagCreator.tr;

import io.recount.cli.output.Sheet;
import j2html.tags.DomContent;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A report as one page that needs nothing else: a chart of each measure, added up over what the rows have in common, and
 * the rows. To be read on a telephone, and printed.
 *
 * @param headline what was asked for
 * @param remark how it was asked for
 * @param axis what the charts are by
 * @param charted columns of numbers that have a chart
 */
public record Page(String headline, String remark, Sheet sheet, Axis axis, List<String> charted) {

    private static final int MOST_BARS = 400;

    /** Browsers run no script and load nothing, whatever is in the page. */
    private static final String POLICY = "default-src 'none'; style-src 'unsafe-inline'";

    private static final String STYLE = """
            body { font: 15px/1.4 system-ui, sans-serif; margin: 1rem auto; max-width: 60rem; padding: 0 .75rem; color: #222; }
            h1 { font-size: 1.3rem; margin-bottom: 0; } p { color: #555; margin-top: .2rem; }
            h1, p, figcaption { overflow-wrap: anywhere; }
            figure { margin: 1.2rem 0; } figcaption { font-weight: 600; } svg { display: block; width: 100%; height: 10rem; }
            rect { fill: #2f6f9f; } rect:hover { fill: #d08a1d; } line { stroke: #999; vector-effect: non-scaling-stroke; }
            .labels { position: relative; height: 1.2rem; font-size: 11px; color: #555; }
            .labels span { position: absolute; max-width: 8.3%; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
            .rows { overflow-x: auto; } table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
            th, td { padding: .2rem .6rem; border-bottom: 1px solid #ddd; text-align: left; white-space: nowrap; }
            th:first-child, td:first-child { position: sticky; left: 0; background: #fff; max-width: 10rem; overflow: hidden; text-overflow: ellipsis; }
            .number { text-align: right; }
            @media (max-width: 40rem) { .labels span { max-width: 25%; } .labels .wide { display: none; } }
            @page { size: A4 landscape; margin: 12mm; }
            @media print {
              body { max-width: none; margin: 0; padding: 0; } figure, tr { break-inside: avoid; } .rows { overflow: visible; }
              table { width: 100%; font-size: 11px; } th, td { padding: .1rem .25rem; }
              th, .text, td:first-child { white-space: normal; overflow-wrap: anywhere; }
            }
            """;

    /** The whole page. */
    public String text() {
        return document(html(
                        head(
                                meta().withCharset("utf-8"),
                                meta().attr("http-equiv", "Content-Security-Policy")
                                        .withContent(POLICY),
                                meta().withName("viewport").withContent("width=device-width, initial-scale=1"),
                                title(headline),
                                style(rawHtml(STYLE))),
                        body(h1(headline), p(remark), each(charts(), chart -> chart), rows()))
                .withLang("en"));
    }

    private List<DomContent> charts() {
        int by = indexOf(axis.column());
        List<DomContent> charts = new ArrayList<>();
        for (String name : charted) {
            int column = indexOf(name);
            Map<String, BigDecimal> totals = new LinkedHashMap<>();
            axis.labels().forEach(label -> totals.put(label, BigDecimal.ZERO));
            for (@Nullable String[] row : sheet.rows()) {
                String value = row[column];
                if (value != null) {
                    totals.merge(
                            axis.label().apply(Objects.requireNonNullElse(row[by], "")),
                            new BigDecimal(value),
                            BigDecimal::add);
                }
            }
            if (totals.values().stream().anyMatch(total -> total.signum() != 0)) {
                charts.add(chart(name + " by " + axis.words(), totals).html());
            }
        }
        return charts;
    }

    private static BarChart chart(String title, Map<String, BigDecimal> totals) {
        return new BarChart(
                totals.size() > MOST_BARS
                        ? "%s, the first %d of %,d".formatted(title, MOST_BARS, totals.size())
                        : title,
                totals.entrySet().stream()
                        .limit(MOST_BARS)
                        .map(total -> new BarChart.Bar(total.getKey(), total.getValue()))
                        .toList());
    }

    private int indexOf(String name) {
        return IntStream.range(0, sheet.columns().size())
                .filter(i -> sheet.columns().get(i).name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("There is no column " + name));
    }

    private DomContent rows() {
        return div(table(
                        thead(tr(each(
                                sheet.columns(), column -> th(column.name()).withClass(kind(column))))),
                        tbody(each(
                                sheet.rows(),
                                row -> tr(each(
                                        IntStream.range(0, row.length).boxed().toList(),
                                        i -> td(Objects.requireNonNullElse(row[i], ""))
                                                .withClass(kind(sheet.columns().get(i)))))))))
                .withClass("rows");
    }

    private static String kind(Sheet.Column column) {
        return column.isNumber() ? "number" : "text";
    }
}
