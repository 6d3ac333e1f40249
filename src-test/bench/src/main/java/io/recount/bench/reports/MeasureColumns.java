package io.recount.bench.reports;

import io.recount.cells.Layout;
import io.recount.cells.model.FieldType;
import io.recount.cells.model.Match;
import io.recount.cells.model.Measure;
import io.recount.cells.model.Model;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Measures with a column of 64 bits each, called {@code m} and the id: as they are added up from documents, from such
 * columns, and how they become sparse arrays.
 */
record MeasureColumns(List<Column> columns) {

    /** What a row of such columns is called where they are added up: the results have the columns' names. */
    static final String ROW = "r";

    MeasureColumns {
        columns = List.copyOf(columns);
    }

    /**
     * One of them.
     *
     * @param isSum 0 if there is none; others are NULL
     * @param ofDocuments aggregate over good documents
     * @param ofColumns aggregate over such columns
     */
    record Column(int id, boolean isSum, String ofDocuments, String ofColumns) {

        String name() {
            return "m" + id;
        }

        String definition() {
            return name() + (isSum ? " Int64" : " Nullable(Int64)") + " CODEC(LZ4)";
        }
    }

    static MeasureColumns of(Model model) {
        return of(model, model.measures());
    }

    /** Those that the values of merchants' fields have. */
    static MeasureColumns ofFields(Model model) {
        List<Integer> ids = model.dimensions().get(0).measures();
        return of(
                model,
                model.measures().stream()
                        .filter(measure -> ids.contains(measure.id()))
                        .toList());
    }

    private static MeasureColumns of(Model model, List<Measure> measures) {
        Layout layout = new Layout(model);
        String time = micros(model.document().time());
        List<Column> columns = new ArrayList<>();
        measures.forEach(measure -> columns.addAll(columns(measure, layout, time)));
        return new MeasureColumns(columns);
    }

    private static List<Column> columns(Measure measure, Layout layout, String time) {
        int id = measure.id();
        String its = ROW + ".m" + id;
        String at = ROW + ".m" + (id + 1);
        String value = value(measure, layout);
        String holds = holds(measure, value);
        String point = ", (" + time + ", " + value + "), " + holds + ")";
        String chosen = "(" + its + ", (" + at + ", " + its + "))";
        return switch (measure.kind()) {
            case COUNT -> List.of(new Column(id, true, "countIf(" + holds + ")", "sum(" + its + ")"));
            case SUM ->
                List.of(new Column(
                        id,
                        true,
                        "ifNull(sumIf(" + signed(measure, value) + ", " + holds + "), 0)",
                        "sum(" + its + ")"));
            case MIN -> List.of(new Column(id, false, "minOrNullIf(" + value + ", " + holds + ")", "min(" + its + ")"));
            case MAX -> List.of(new Column(id, false, "maxOrNullIf(" + value + ", " + holds + ")", "max(" + its + ")"));
            case FIRST ->
                List.of(
                        new Column(id, false, "argMinOrNullIf(" + value + point, "argMin" + chosen),
                        new Column(id + 1, false, "minOrNullIf(" + time + ", " + holds + ")", "min(" + at + ")"));
            case LAST ->
                List.of(
                        new Column(id, false, "argMaxOrNullIf(" + value + point, "argMax" + chosen),
                        new Column(id + 1, false, "maxOrNullIf(" + time + ", " + holds + ")", "max(" + at + ")"));
            case UNIQ, UNIQ_EXACT, QUANTILE -> throw new IllegalArgumentException("A sketch has no column: " + measure);
        };
    }

    private static String value(Measure measure, Layout layout) {
        if (measure.of() == null) {
            return "1";
        }
        Layout.Slot slot = layout.slot(measure.of());
        return slot.type() instanceof FieldType.InstantOf ? micros(slot.name()) : slot.name();
    }

    private static String holds(Measure measure, String value) {
        Stream<String> there = measure.of() == null ? Stream.of() : Stream.of("isNotNull(" + value + ")");
        return Stream.of(Stream.of("_state = 'good'"), measure.where().stream().map(MeasureColumns::holds), there)
                .flatMap(conditions -> conditions)
                .collect(Collectors.joining(" AND "));
    }

    private static String holds(Match match) {
        return match.field() + " IN ("
                + match.values().stream().map(value -> "'" + value + "'").collect(Collectors.joining(", ")) + ")";
    }

    private static String signed(Measure measure, String value) {
        Match negate = measure.negate();
        return negate == null ? value : "if(" + holds(negate) + ", -" + value + ", " + value + ")";
    }

    private static String micros(String time) {
        return "toUnixTimestamp64Micro(" + time + ")";
    }

    /** Aggregates over documents, by their names. */
    String ofDocuments() {
        return joined(column -> column.ofDocuments() + " AS " + column.name());
    }

    /** Aggregates over columns. */
    String ofColumns() {
        return joined(column -> column.ofColumns() + " AS " + column.name());
    }

    /** For a table of them. */
    String definitions() {
        return joined(Column::definition);
    }

    /** The columns {@code m_id, m_val}: a sum is there unless it is zero. */
    String arrays() {
        String ids = joined(column -> String.valueOf(column.id()));
        String values = joined(column -> column.isSum() ? "nullIf(" + column.name() + ", 0)" : column.name());
        return "arrayFilter((id, value) -> isNotNull(value), CAST([" + ids + "], 'Array(UInt16)') AS ids, [" + values
                + "] AS all_values) AS m_id, CAST(arrayFilter(value -> isNotNull(value), all_values), 'Array(Int64)') AS m_val";
    }

    private String joined(java.util.function.Function<Column, String> text) {
        return columns.stream().map(text).collect(Collectors.joining(", "));
    }
}
