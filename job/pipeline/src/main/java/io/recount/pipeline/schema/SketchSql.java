package io.recount.pipeline.schema;

import io.recount.cells.Sketch;
import io.recount.cells.model.Measure;
import io.recount.pipeline.schema.ViewColumn.Unit;
import io.recount.pipeline.tables.SketchColumns;
import java.util.ArrayList;
import java.util.List;

/** Sketches as columns of views: of one row of cells, and merged over a group of them. */
final class SketchSql {

    private static final String LEVELS = "(0.5, 0.95, 0.99)";

    /** Theta of a hash of 63 bits. */
    private static final String WHOLE = "9223372036854775808.";

    private SketchSql() {}

    static List<ViewColumn> ofRow(Measure measure, Unit unit) {
        List<String> columns = columns(measure);
        String all = columns.get(0);
        return switch (measure.kind()) {
            case COUNT, SUM, MIN, MAX, FIRST, LAST -> throw new IllegalArgumentException("no sketch: " + measure);
            case UNIQ -> List.of(number(measure, estimate(all)));
            case UNIQ_EXACT -> List.of(number(measure, "length(" + all + ")"));
            case QUANTILE ->
                quantiles(
                        measure,
                        unit,
                        "notEmpty(" + all + ")",
                        "arrayReduce('quantilesTDigestWeighted" + LEVELS + "', " + all + ", " + columns.get(1) + ")");
        };
    }

    static List<ViewColumn> ofGroup(Measure measure, Unit unit) {
        List<String> columns = columns(measure);
        String all = columns.get(0);
        return switch (measure.kind()) {
            case COUNT, SUM, MIN, MAX, FIRST, LAST -> throw new IllegalArgumentException("no sketch: " + measure);
            case UNIQ ->
                List.of(number(
                        measure,
                        "arrayMap(h -> " + estimate("h") + ", [arraySort(groupUniqArrayArray(" + all + "))])[1]"));
            case UNIQ_EXACT -> List.of(number(measure, "uniqExactArray(" + all + ")"));
            case QUANTILE ->
                quantiles(
                        measure,
                        unit,
                        "sum(length(" + all + ")) > 0",
                        "quantilesTDigestWeightedArray" + LEVELS + "(" + all + ", " + columns.get(1) + ")");
        };
    }

    /** Whether a row of cells lacks values of some measure. */
    static String isTainted(List<Measure> measures) {
        return measures.stream()
                .filter(measure -> measure.kind() == Measure.Kind.UNIQ_EXACT)
                .map(measure -> "length(" + columns(measure).get(0) + ") > " + Sketch.MOST_VALUES)
                .reduce("0", (one, other) -> one + " OR " + other);
    }

    /** By theta if there are more hashes than are kept, and else their number. */
    private static String estimate(String hashes) {
        int kept = Sketch.NOMINAL_ENTRIES;
        return "if(length(" + hashes + ") <= " + kept + ", toFloat64(length(" + hashes + ")), round(" + kept + " * "
                + WHOLE + " / " + hashes + "[" + (kept + 1) + "]))";
    }

    private static ViewColumn number(Measure measure, String value) {
        return new ViewColumn(measure.name(), Unit.VALUES.type(), "toUInt64(" + value + ")", measure.label());
    }

    private static List<ViewColumn> quantiles(Measure measure, Unit unit, String any, String levels) {
        List<ViewColumn> columns = new ArrayList<>();
        List<String> suffixes = measure.kind().reportSuffixes();
        for (int i = 0; i < suffixes.size(); i++) {
            String value = levels + "[" + (i + 1) + "]";
            boolean isNumber = unit.equals(Unit.NUMBER);
            columns.add(new ViewColumn(
                    measure.name() + suffixes.get(i),
                    "Nullable(" + (isNumber ? "Float64" : unit.type()) + ")",
                    isNumber
                            ? "if(" + any + ", " + value + ", NULL)"
                            // Of no values it is no number.
                            : unit.shown("accurateCastOrNull(round(" + value + "), 'Int64')"),
                    measure.label() + ": " + suffixes.get(i).replace("_p", "quantile 0.")));
        }
        return columns;
    }

    private static List<String> columns(Measure measure) {
        return SketchColumns.names(measure).stream().map(Schema::quoted).toList();
    }
}
