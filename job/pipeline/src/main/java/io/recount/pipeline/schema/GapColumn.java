package io.recount.pipeline.schema;

import io.recount.pipeline.tables.Tables;
import java.time.Duration;
import java.util.Map;

/**
 * The column {@code log_gap} of reports: 1 if a row's time and that of a gap, from {@code read_until} to
 * {@code recorded_at}, overlap, and nobody has closed the gap.
 *
 * <p>Which documents the lost records held is not known, so a row may lack something. Late ones among them belong to
 * earlier rows, and rows of which everything is lost are not there: neither is marked.
 *
 * @param placeholders what the templates' placeholders stand for
 * @param bucket length of a cell
 */
record GapColumn(Map<String, String> placeholders, Duration bucket) {

    private static final String NAME = "log_gap";
    private static final String COMMENT =
            "1: records of Kafka that came in this time were gone before they were read, see log_gaps";

    /** Of rows of a bucket. */
    ViewColumn ofCell() {
        return of("bucket", bucket);
    }

    /** Of rows of a period that is called so and as long. */
    ViewColumn of(String begin, Duration length) {
        return column(overlaps(begin, length));
    }

    /** Of a shift: as one of its cells. */
    ViewColumn ofShift() {
        String key = placeholders.get("key") + ", " + placeholders.get("shift");
        return column("(" + key + ") GLOBAL IN (SELECT " + key + " FROM " + placeholders.get("database") + "."
                + Tables.CELLS + " WHERE notEmpty(" + gaps() + ") AND " + overlaps("bucket", bucket) + ")");
    }

    /** Of rows of a time between two expressions. */
    ViewColumn between(String from, String to) {
        return column("arrayExists(gap -> gap.1 < " + to + " AND gap.2 >= " + from + ", " + gaps() + ")");
    }

    private String overlaps(String begin, Duration length) {
        String from = "toDateTime64(" + begin + ", 3, 'UTC')";
        return "arrayExists(gap -> gap.1 < " + from + " + toIntervalSecond(" + length.toSeconds() + ") AND gap.2 >= "
                + from + ", " + gaps() + ")";
    }

    /** One constant to the server, which reads it once a query. */
    private String gaps() {
        String key = "topic, partition, from_offset, timeline, checkpoint";
        String database = placeholders.get("database");
        return "(SELECT groupArray((read_until, recorded_at)) FROM " + database + ".log_gaps WHERE (" + key
                + ") GLOBAL NOT IN (SELECT " + key + " FROM " + database + ".log_gap_repairs))";
    }

    private static ViewColumn column(String expression) {
        return new ViewColumn(NAME, "UInt8", expression, COMMENT);
    }
}
