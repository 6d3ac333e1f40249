package io.recount.cli.report;

import java.time.LocalDate;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/**
 * What the charts of a page are by.
 *
 * @param column of the report
 * @param words for people
 * @param labels those that have a bar in any case, in this order; further ones follow as rows come
 * @param label of a value of the column
 */
public record Axis(String column, String words, List<String> labels, UnaryOperator<String> label) {

    private static final int HOURS = 24;
    private static final int HOUR_BEGINS = "2026-01-31 ".length();
    private static final int HOUR_ENDS = "2026-01-31 08:00".length();

    public Axis {
        labels = List.copyOf(labels);
    }

    /** The values of a column as rows come. */
    public static Axis of(String column) {
        return new Axis(column, column, List.of(), UnaryOperator.identity());
    }

    /**
     * Every period of some days, also those without rows. Hours are hours of the day, whatever day it is.
     *
     * @param period {@code hour}, {@code day} or {@code month}, which is called as its column
     */
    public static Axis of(String period, List<LocalDate> days) {
        return switch (period) {
            case "hour" ->
                new Axis(
                        period,
                        "hour of the day",
                        IntStream.range(0, HOURS).mapToObj("%02d:00"::formatted).toList(),
                        hour -> hour.substring(HOUR_BEGINS, HOUR_ENDS));
            case "day" ->
                new Axis(period, period, days.stream().map(LocalDate::toString).toList(), UnaryOperator.identity());
            case "month" ->
                new Axis(
                        period,
                        period,
                        days.stream()
                                .map(day -> day.withDayOfMonth(1).toString())
                                .distinct()
                                .toList(),
                        UnaryOperator.identity());
            default -> throw new IllegalArgumentException("There is no period " + period);
        };
    }
}
