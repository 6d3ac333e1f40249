package io.recount.cli.report;

import static j2html.TagCreator.figcaption;
import static j2html.TagCreator.figure;
import static j2html.TagCreator.tag;

import j2html.tags.ContainerTag;
import j2html.tags.DomContent;
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
    private static final int FOOT = 18;
    private static final int FEW = 12;
    private static final int LABEL = 60;

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
                .attr("viewBox", "0 0 " + WIDTH + " " + (HEIGHT + FOOT))
                .attr("role", "img")
                .attr("aria-label", title);
        double room = (double) WIDTH / Math.max(1, bars.size());
        int every = Math.max(1, (bars.size() + FEW - 1) / FEW);
        for (int i = 0; i < bars.size(); i++) {
            Bar bar = bars.get(i);
            double height = HEIGHT * Math.abs(value(bar)) / span;
            picture.with(tag("rect")
                    .attr("x", shown(i * room + room * 0.1))
                    .attr("y", shown(value(bar) < 0 ? zero : zero - height))
                    .attr("width", shown(room * 0.8))
                    .attr("height", shown(height))
                    .with(tag("title").withText(bar.label() + ": " + bar.value().toPlainString())));
            if (i % every == 0 && (i == 0 || i * room < WIDTH - LABEL)) {
                picture.with(tag("text")
                        .attr("x", shown(i * room + room * 0.1))
                        .attr("y", shown(HEIGHT + FOOT - 5))
                        .withText(bar.label()));
            }
        }
        picture.with(tag("line")
                .attr("x1", "0")
                .attr("x2", String.valueOf(WIDTH))
                .attr("y1", shown(zero))
                .attr("y2", shown(zero)));
        return figure(figcaption(title + ", at most " + most().toPlainString()), picture);
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
