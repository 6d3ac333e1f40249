package io.recount.pipeline.schema;

import io.recount.cells.Layout;
import io.recount.cells.model.Measure;
import java.util.ArrayList;
import java.util.List;

/** Columns of a view over groups of rows: an inner query groups, the outer one shows, and takes sums out of their array. */
final class GroupColumns {

    private final List<ViewColumn> grouped = new ArrayList<>();
    private final List<ViewColumn> shown = new ArrayList<>();
    private final SumArray sums;

    /** {@code measures} that the view may have. */
    GroupColumns(List<Measure> measures) {
        sums = SumArray.of(measures);
    }

    /** An expression over the rows of a group. */
    void add(ViewColumn column) {
        grouped.add(column);
        shown.add(new ViewColumn(column.name(), column.type(), Schema.quoted(column.name()), column.comment()));
    }

    /** A measure over the rows of a group. */
    void add(Measure measure, Layout layout) {
        if (SumArray.isSum(measure)) {
            show(ViewColumn.ofSums(measure, layout, sums));
        } else {
            ViewColumn.ofGroup(measure, layout).forEach(this::add);
        }
    }

    /** An expression over a group. */
    void show(ViewColumn column) {
        shown.add(column);
    }

    /** What the inner query selects. */
    String grouped() {
        return Totals.expressions(grouped) + ",\n    " + sums.ofGroup();
    }

    List<ViewColumn> shown() {
        return List.copyOf(shown);
    }
}
