package io.recount.bench.reports;

import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;

/** What a report may cost at most. */
enum Demand {
    HOURLY_CPU("hourly, CPU ms", 300, 200),
    HOURLY_TO_WIDE("hourly, CPU to a column a measure", 0.5, 0.25),
    HOURLY_TO_DOCUMENTS("hourly, CPU to documents", 1.0 / 6, 0.125),
    SHIFTS_CPU("600 shifts, CPU ms", 150, 100),
    ROWS_READ("rows read to granule bound, the greatest", 1.2, 1.2),
    FOUR_CLIENTS("CPU with 4 clients to 1, the greatest", 1.2, 1.2);

    static final int MANY_CLIENTS = 4;

    private final String shown;
    private final double must;
    private final double aim;

    Demand(String shown, double must, double aim) {
        this.shown = shown;
        this.must = must;
        this.aim = aim;
    }

    /** Empty if it was not measured. */
    OptionalDouble value(List<Measured> all) {
        return switch (this) {
            case HOURLY_CPU -> cpu(all, Report.HOURLY, Layout.CELLS, 1);
            case HOURLY_TO_WIDE -> toCells(all, Layout.WIDE);
            case HOURLY_TO_DOCUMENTS -> toCells(all, Layout.DOCUMENTS);
            case SHIFTS_CPU -> cpu(all, Report.SHIFTS, Layout.CELLS, 1);
            case ROWS_READ ->
                all.stream()
                        .filter(each -> each.layout() == Layout.CELLS)
                        .mapToDouble(Measured::rowsToBound)
                        .max();
            case FOUR_CLIENTS ->
                Arrays.stream(Report.values())
                        .map(report -> fourClients(all, report))
                        .flatMapToDouble(OptionalDouble::stream)
                        .max();
        };
    }

    boolean isMet(double measured) {
        return measured <= must;
    }

    boolean isAimMet(double measured) {
        return measured <= aim;
    }

    /** A line for people. */
    String line(double measured) {
        String said = isMet(measured)
                ? (isAimMet(measured) ? "reached" : "reached; not the aim of %.3g".formatted(aim))
                : "NOT REACHED";
        return "%-42s %8.3g   at most %5.3g: %s".formatted(shown, measured, must, said);
    }

    private static OptionalDouble cpu(List<Measured> all, Report report, Layout layout, int clients) {
        return all.stream()
                .filter(each -> each.report() == report && each.layout() == layout && each.clients() == clients)
                .mapToDouble(Measured::cpuMs)
                .findFirst();
    }

    private static OptionalDouble toCells(List<Measured> all, Layout layout) {
        return quotient(cpu(all, Report.HOURLY, Layout.CELLS, 1), cpu(all, Report.HOURLY, layout, 1));
    }

    private static OptionalDouble fourClients(List<Measured> all, Report report) {
        return quotient(cpu(all, report, Layout.CELLS, MANY_CLIENTS), cpu(all, report, Layout.CELLS, 1));
    }

    private static OptionalDouble quotient(OptionalDouble above, OptionalDouble below) {
        return above.isPresent() && below.isPresent()
                ? OptionalDouble.of(above.getAsDouble() / below.getAsDouble())
                : OptionalDouble.empty();
    }
}
