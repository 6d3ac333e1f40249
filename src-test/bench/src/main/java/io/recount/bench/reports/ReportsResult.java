package io.recount.bench.reports;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/** What was measured, and what of it had to be. */
record ReportsResult(ReportShape shape, List<Measured> all) {

    ReportsResult {
        all = List.copyOf(all);
    }

    boolean isAllMet() {
        return Arrays.stream(Demand.values())
                .allMatch(demand -> demand.value(all).stream().allMatch(demand::isMet));
    }

    /** A table, and what had to be: what is not reached first, then what falls short of its aim. */
    List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add(shape.toString());
        lines.add("report   layout     clients   median ms   p99 ms   CPU ms a query    rows read   granule bound");
        for (Measured each : all) {
            lines.add("%-8s %-9s %8d %11.0f %8.0f %16.0f %,12d %,15d"
                    .formatted(
                            each.report().shown(),
                            each.layout().shown(),
                            each.clients(),
                            each.medianMs(),
                            each.p99Ms(),
                            each.cpuMs(),
                            each.rowsRead(),
                            each.granuleBoundRows()));
        }
        lines.addAll(demands());
        return lines;
    }

    private List<String> demands() {
        record Said(Demand demand, double value) {
            int rank() {
                return demand.isMet(value) ? (demand.isAimMet(value) ? 2 : 1) : 0;
            }
        }
        List<Said> said = new ArrayList<>();
        for (Demand demand : Demand.values()) {
            demand.value(all).ifPresent(value -> said.add(new Said(demand, value)));
        }
        said.sort(Comparator.comparingInt(Said::rank));
        return said.stream().map(each -> each.demand().line(each.value())).toList();
    }

    /** The same for programs. */
    Map<String, Object> values() {
        List<Map<String, Object>> reports = new ArrayList<>();
        for (Measured each : all) {
            Map<String, Object> values = new LinkedHashMap<>();
            values.put("name", each.report().shown());
            values.put("layout", each.layout().shown());
            values.put("clients", each.clients());
            values.put("queries", each.millis().size());
            values.put("medianMs", each.medianMs());
            values.put("p99Ms", each.p99Ms());
            values.put("cpuMs", each.cpuMs());
            values.put("rowsRead", each.rowsRead());
            values.put("granuleBoundRows", each.granuleBoundRows());
            reports.add(values);
        }
        Map<String, Object> demands = new LinkedHashMap<>();
        for (Demand demand : Demand.values()) {
            OptionalDouble value = demand.value(all);
            if (value.isPresent()) {
                demands.put(
                        demand.name(), Map.of("value", value.getAsDouble(), "met", demand.isMet(value.getAsDouble())));
            }
        }
        Map<String, Object> values = new LinkedHashMap<>();
        values.put("registers", shape.registers());
        values.put("days", shape.days());
        values.put("reports", reports);
        values.put("demands", demands);
        return values;
    }
}
