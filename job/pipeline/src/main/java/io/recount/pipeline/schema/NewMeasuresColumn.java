package io.recount.pipeline.schema;

import io.recount.pipeline.tables.Tables;
import java.util.Map;

/**
 * The column {@code incomplete_measures} of reports: names of the measures that a row may lack something of, because its time
 * begins before cells have them (view {@code measures}). Empty for most rows, and for all while no model was changed.
 *
 * @param placeholders what the templates' placeholders stand for
 */
record NewMeasuresColumn(Map<String, String> placeholders) {

    private static final String NAME = "incomplete_measures";
    private static final String COMMENT =
            "Measures that came later than this time begins, see measures: the row may lack something of them; names, separated by commas";

    /** Of rows of a time that begins with an expression. */
    ViewColumn from(String begin) {
        return column("m.2 > " + begin);
    }

    /**
     * Of a shift: as one of its cells.
     *
     * @param some condition for cells: those of the shifts that are asked for
     */
    ViewColumn ofShift(String some) {
        String key = placeholders.get("key") + ", " + placeholders.get("shift");
        return column("(" + key + ", m.1) GLOBAL IN (SELECT " + key
                + ", arrayJoin(arrayMap(n -> n.1, arrayFilter(n -> n.2 > bucket, " + newer() + "))) FROM "
                + placeholders.get("database") + "." + Tables.CELLS + " WHERE notEmpty(" + newer() + ") AND " + some
                + ")");
    }

    /** One constant to the server, which reads it once a query. */
    private String newer() {
        return "(SELECT groupArray((name, valid_from)) FROM " + placeholders.get("database")
                + ".measures WHERE isNull(removed_at) AND valid_from > toDateTime(0, 'UTC'))";
    }

    private ViewColumn column(String condition) {
        return new ViewColumn(
                NAME,
                "String",
                "arrayStringConcat(arraySort(arrayMap(m -> m.1, arrayFilter(m -> " + condition + ", " + newer()
                        + "))), ',')",
                COMMENT);
    }
}
