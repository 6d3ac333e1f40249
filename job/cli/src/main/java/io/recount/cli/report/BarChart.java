package io.recount.cli.report;

import static j2html.TagCreator.div;
import static j2html.TagCreator.figcaption;
import static j2html.TagCreator.figure;
import static j2html.TagCreator.span;
import static j2html.TagCreator.tag;

import j2html.tags.ContainerTag;
import j2html.tags.DomContent;
import j2html.tags.specialized.DivTag;
import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;

/**
 * A bar for each value, negative ones below the line, as a picture within a page. Bars say what they are when they are
 * pointed at.
 */
record BarChart(String title, List<Bar> bars) {

    private static final int WIDTH = 720;
    private static final int HEIGHT = 200;

    /** So many labels have room below a chart, and every other of them on a telephone. */
    private static final int LABELS = 12;

    /** A value, and what it is of. */
    record Bar(String label, BigDecimal value) {}

    DomContent html() {
        double greatest =
                Math.max(0, bars.stream().mapToDouble(BarChart::value).max().orElse(0));
        double least =
                Math.min(0, bars.stream().mapToDouble(BarChart::value).min().orElse(0));
        double span = Math.max(greatest - least, 1e-9);
        double zero = HEIGHT * greatest / span;
        ContainerTag<?> picture = tag("svg")
                .attr("viewBox", "0 0 " + WIDTH + " " + HEIGHT)
                // As wide as the page is; the labels, which are not in it, keep their size.
                .attr("preserveAspectRatio", "none")
                .attr("role", "img")
                .attr("aria-label", title);
        double room = (double) WIDTH / Math.max(1, bars.size());
        for (int i = 0; i < bars.size(); i++) {
            Bar bar = bars.get(i);
            double height = HEIGHT * Math.abs(value(bar)) / span;
            picture.with(tag("rect")
                    .attr("x", shown(i * room + room * 0.1))
                    .attr("y", shown(value(bar) < 0 ? zero : zero - height))
                    .attr("width", shown(room * 0.8))
                    .attr("height", shown(height))
                    .with(tag("title").withText(bar.label() + ": " + bar.value().toPlainString())));
        }
        picture.with(tag("line")
                .attr("x1", "0")
                .attr("x2", String.valueOf(WIDTH))
                .attr("y1", shown(zero))
                .attr("y2", shown(zero)));
        return figure(figcaption(title + ", at most " + most().toPlainString()), picture, labels());
    }

    private DivTag labels() {
        DivTag labels = div().withClass("labels");
        int every = Math.max(1, (bars.size() + LABELS - 1) / LABELS);
        // The last one ends where the chart does.
        for (int i = 0; i * LABELS <= bars.size() * (LABELS - 1); i += every) {
            labels.with(span(bars.get(i).label())
                    .withStyle("left: " + shown(100.0 * i / bars.size()) + "%")
                    .withCondClass(i / every % 2 == 1, "wide"));
        }
        return labels;
    }

    private BigDecimal most() {
        return bars.stream().map(Bar::value).reduce(BigDecimal.ZERO, BigDecimal::max);
    }

    private static double value(Bar bar) {
        return bar.value().doubleValue();
    }

    private static String shown(double number) {
        return String.format(Locale.ROOT, "%.1f", number);
    }
}
