package io.recount.bench.reports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

class ReportsResultTest {

    private static final ReportShape SHAPE = new ReportShape(2_000, 77);

    /** Every demand is just met, and every aim but those of rows and clients missed. */
    private static final List<Measured> JUST_MET = List.of(
            measured(Report.HOURLY, Layout.CELLS, 1, 300, 1_200),
            measured(Report.HOURLY, Layout.CELLS, 4, 360, 1_000),
            measured(Report.HOURLY, Layout.WIDE, 1, 600, 9_000),
            measured(Report.HOURLY, Layout.DOCUMENTS, 1, 1_800, 9_000),
            measured(Report.SHIFTS, Layout.CELLS, 1, 150, 900));

    private static Measured measured(Report report, Layout layout, int clients, double cpu, long rows) {
        return new Measured(report, layout, clients, List.of(1.0), List.of(cpu), rows, 1_000);
    }

    private static ReportsResult with(Measured changed) {
        List<Measured> all = new ArrayList<>(JUST_MET);
        all.removeIf(each -> each.report() == changed.report()
                && each.layout() == changed.layout()
                && each.clients() == changed.clients());
        all.add(changed);
        return new ReportsResult(SHAPE, all);
    }

    @Test
    void boundsThatAreJustMetAreMet() {
        assertThat(new ReportsResult(SHAPE, JUST_MET).isAllMet()).isTrue();
        assertThat(new ReportsResult(SHAPE, JUST_MET).lines()).noneMatch(line -> line.contains("NOT REACHED"));
    }

    @Test
    void everyBoundThatIsPassedIsSaidFirst() {
        for (Measured changed : List.of(
                measured(Report.HOURLY, Layout.CELLS, 1, 301, 1_000),
                measured(Report.HOURLY, Layout.CELLS, 4, 361, 1_000),
                measured(Report.HOURLY, Layout.WIDE, 1, 599, 9_000),
                measured(Report.HOURLY, Layout.DOCUMENTS, 1, 1_799, 9_000),
                measured(Report.SHIFTS, Layout.CELLS, 1, 151, 900),
                measured(Report.SHIFTS, Layout.CELLS, 1, 150, 1_201))) {
            ReportsResult result = with(changed);
            assertThat(result.isAllMet()).as("%s", changed).isFalse();
            assertThat(result.lines().get(2 + JUST_MET.size())).contains("NOT REACHED");
        }
    }

    @Test
    void slowestHundredthIsAMeasuredOneAndCpuIsTheMedianOfRounds() {
        Measured hundred = new Measured(
                Report.DAILY,
                Layout.CELLS,
                1,
                DoubleStream.iterate(100, value -> value - 1).limit(100).boxed().toList(),
                List.of(90.0, 10.0, 30.0),
                1,
                1);
        assertThat(hundred.p99Ms()).isEqualTo(99);
        assertThat(hundred.medianMs()).isEqualTo(50.5);
        assertThat(hundred.cpuMs()).isEqualTo(30);
    }

    @Test
    void shiftsThatAreAskedForAreOfAsManyRegisters() {
        assertThat(new HashSet<>(SHAPE.askedShifts().stream()
                        .map(key -> key.substring(0, key.indexOf(',')))
                        .toList()))
                .hasSize(600);
        assertThatThrownBy(() -> new ReportShape(15, 77)).isInstanceOf(IllegalArgumentException.class);
    }
}
