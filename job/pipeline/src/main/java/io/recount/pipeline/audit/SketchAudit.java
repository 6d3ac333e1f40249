package io.recount.pipeline.audit;

import io.recount.cells.Layout;
import io.recount.cells.Sketch;
import io.recount.cells.Sketches;
import io.recount.cells.model.Measure;
import io.recount.cells.model.Model;
import io.recount.pipeline.schema.Schema;
import io.recount.pipeline.tables.SketchColumns;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * What of the sketches of a cell is compared, an array of 64-bit numbers each: of {@code uniq} and {@code uniq_exact} all
 * that is published, of {@code quantile} how many values there are, the least and the greatest (as bits). What lies between
 * these in a digest is the job's alone; which values it is of their checksum tells, which is compared like a sum.
 */
record SketchAudit(List<Sketched> sketches) {

    /** A measure, and the values of its field. */
    private record Sketched(MeasureSql measure, Layout.Slot slot) {

        Measure.Kind kind() {
            return measure.measure().kind();
        }
    }

    static SketchAudit of(Model model, Layout layout) {
        return new SketchAudit(Sketches.measures(model).stream()
                .map(measure -> new Sketched(
                        MeasureSql.of(measure, layout, model.document().time()),
                        layout.slot(Objects.requireNonNull(measure.of()))))
                .toList());
    }

    boolean isEmpty() {
        return sketches.isEmpty();
    }

    /** The ids of the measures, in the order of the arrays. */
    String ids() {
        return sketches.stream()
                .map(each -> "toInt64(" + each.measure().measure().id() + ")")
                .collect(Collectors.joining(", ", "[", "]"));
    }

    /** Of a row of cells. */
    String published() {
        String arrays =
                sketches.stream().map(SketchAudit::published).collect(Collectors.joining(",\n        ", "[", "]"));
        return "arrayMap(x -> " + noneIfEmpty("x") + ", [" + arrays + "])[1]";
    }

    /** Of a cell without values no array at all: a key without a row has none either. */
    static String noneIfEmpty(String arrays) {
        return "if(arrayExists(s -> notEmpty(s), " + arrays + "), " + arrays + ", [])";
    }

    private static String published(Sketched sketched) {
        List<String> columns = SketchColumns.names(sketched.measure().measure()).stream()
                .map(Schema::quoted)
                .toList();
        return sketched.kind() == Measure.Kind.QUANTILE
                ? "if(empty(%1$s), [], [arraySum(%2$s), reinterpretAsUInt64(%1$s[1]), reinterpretAsUInt64(%1$s[-1])])"
                        .formatted(columns.get(0), columns.get(1))
                : columns.get(0);
    }

    /** The same over documents; parameters are those of {@link MeasureSql#folded}. */
    String folded(String good, Definitions define) {
        return sketches.stream()
                .map(each -> folded(each, good, define))
                .collect(Collectors.joining(",\n        ", "[", "]"));
    }

    private static String folded(Sketched sketched, String good, Definitions define) {
        String holds = define.name(good + " AND " + sketched.measure().applies());
        Layout.Slot slot = sketched.slot();
        if (sketched.kind() == Measure.Kind.QUANTILE) {
            String value = define.name("toFloat64(" + MeasureSql.number(slot) + ")");
            return ("if(countIf(%2$s) = 0, [], [countIf(%2$s), reinterpretAsUInt64(minIf(%1$s, %2$s)),"
                            + " reinterpretAsUInt64(maxIf(%1$s, %2$s))])")
                    .formatted(value, holds);
        }
        return sketched.kind() == Measure.Kind.UNIQ
                ? least("bitShiftRight(" + MeasureSql.hash(slot) + ", 1)", holds, Sketch.NOMINAL_ENTRIES, define)
                : least(exact(slot), holds, Sketch.MOST_VALUES, define);
    }

    private static String exact(Layout.Slot slot) {
        return slot.store() == Layout.Store.TEXT
                ? MeasureSql.hash(slot)
                : "reinterpretAsUInt64(" + MeasureSql.number(slot) + ")";
    }

    /** And one more, which says that there are more. */
    private static String least(String value, String holds, int most, Definitions define) {
        return "arraySlice(arraySort(groupUniqArrayIf(" + define.name(value) + ", " + holds + ")), 1, " + (most + 1)
                + ")";
    }

    /** Whether a cell has more values than are kept, of arrays that are called so. */
    String isTainted(String arrays) {
        StringBuilder tainted = new StringBuilder("0");
        for (int i = 0; i < sketches.size(); i++) {
            if (sketches.get(i).kind() == Measure.Kind.UNIQ_EXACT) {
                tainted.append(" OR length(%s[%d]) > %d".formatted(arrays, i + 1, Sketch.MOST_VALUES));
            }
        }
        return tainted.toString();
    }
}
