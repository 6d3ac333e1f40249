package io.recount.pipeline.audit;

import io.recount.cells.Layout;
import io.recount.cells.model.Measure;
import io.recount.cells.model.Model;
import io.recount.clickhouse.RowVersion;
import io.recount.pipeline.schema.CellHistory;
import io.recount.pipeline.schema.Schema;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** The queries that explain one cell. Columns of the answers are read by name. */
public final class ExplainSql {

    private static final int WAVE_BITS = 31;

    private final ModelColumns columns;
    private final Layout layout;

    public ExplainSql(Model model) {
        columns = ModelColumns.of(model);
        layout = new Layout(model);
    }

    /**
     * A cell.
     *
     * @param shift unsigned
     * @param bucketSeconds begin of the bucket, seconds since 1970
     */
    public record Place(String register, String shift, long bucketSeconds) {}

    /**
     * All versions of every document that was ever placed in the cell, whoever wrote them: {@code document, version_text,
     * hash_text, state_word, reason_code, problem_text, is_late, is_covered, written_by, topic, part,
     * position, appended_millis, shift_key, bucket_seconds, takes_part, contribution}; a version and hash that are greater
     * come behind.
     */
    public String documents(Place place, Optional<Measure> measure, AuditCut cut, int limit) {
        String d = MeasureSql.DOCUMENT + ".";
        Optional<MeasureSql> its =
                measure.map(each -> MeasureSql.of(each, layout, columns.rules().time()));
        List<String> identifying = columns.id().subList(1, columns.id().size());
        String ids = String.join(", ", identifying);
        String shown = identifying.stream()
                .map(column -> "toString(" + d + column + ")")
                .collect(Collectors.joining(", "));
        String version = d + columns.version();
        String key = columns.key();
        return """
                SELECT concatWithSeparator('/', %1$s) AS document, toString(%2$s) AS version_text,
                    toString(d._hash) AS hash_text, toString(d._state) AS state_word, toString(d._reason) AS reason_code,
                    d._problem AS problem_text, toInt64(d._late) AS is_late, toInt64(%3$s) AS is_covered,
                    toInt64(d._timeline) AS written_by, toString(d._topic) AS topic, toInt64(d._partition) AS part,
                    toInt64(d._offset) AS position, toUnixTimestamp64Milli(d._appended_at) AS appended_millis,
                    toString(%4$s) AS shift_key, toInt64(%5$s) AS bucket_seconds,
                    toInt64(%6$s) AS takes_part, toInt64(%7$s) AS contribution
                FROM documents AS d
                WHERE %8$s AND (%9$s) IN (SELECT %9$s FROM documents WHERE %10$s)
                ORDER BY document, %2$s, d._hash, d._appended_at, d._offset
                LIMIT %11$d""".formatted(
                shown,
                version,
                cut.covers(),
                columns.shiftOf(d),
                columns.bucketSecondsOf(d),
                its.map(each -> "d._state = 'good' AND " + each.applies()).orElse("0"),
                its.map(MeasureSql::value).orElse("0"),
                key + " = " + Schema.literal(place.register()),
                ids,
                key + " = " + Schema.literal(place.register()) + " AND " + columns.shiftOf("") + " = " + place.shift()
                        + " AND " + columns.bucketSecondsOf("") + " = " + place.bucketSeconds(),
                limit);
    }

    /**
     * The rows that are left of what was published of the cell, and those that are kept of it where there is a history, newest
     * first: {@code version_text, timeline, wave,
     * checkpoint_before, documents_there, errors_there, late_there, has_value, value_there}; checkpoint_before is -1 of an
     * attempt's first rows.
     */
    public String published(Place place, Optional<Measure> measure, boolean hasHistory) {
        String id = measure.map(each -> String.valueOf(each.id())).orElse("0");
        return """
                SELECT toString(version) AS version_text, toInt64(bitShiftRight(version, %1$d)) AS timeline,
                    toInt64(bitAnd(version, %2$d)) AS wave,
                    if(epoch = %3$d, toInt64(-1), toInt64(epoch)) AS checkpoint_before,
                    toInt64(documents) AS documents_there, toInt64(errors) AS errors_there,
                    toInt64(late_documents) AS late_there, toInt64(has(m_id, %4$s)) AS has_value,
                    toInt64(m_val[indexOf(m_id, %4$s)]) AS value_there
                FROM (%5$s) ORDER BY version DESC, checkpoint_before DESC LIMIT 1 BY version, epoch LIMIT 1000""".formatted(
                        WAVE_BITS,
                        (1L << WAVE_BITS) - 1,
                        RowVersion.BEFORE_ANY_BARRIER,
                        id,
                        hasHistory
                                ? rows("cells", place) + " UNION ALL " + rows(CellHistory.TABLE, place)
                                : rows("cells", place));
    }

    private String rows(String table, Place place) {
        return "SELECT version, epoch, documents, errors, late_documents, m_id, m_val FROM " + table + " WHERE "
                + columns.key() + " = " + Schema.literal(place.register()) + " AND " + columns.shift() + " = "
                + place.shift() + " AND bucket = toDateTime(" + place.bucketSeconds() + ", 'UTC')";
    }

    /** Whether there is a table with what merges have removed: one number. */
    public static String hasHistory() {
        return "SELECT count() FROM system.tables WHERE database = currentDatabase() AND name = "
                + Schema.literal(CellHistory.TABLE);
    }

    /**
     * The commit that a row came with, and where its sources stood then and at the commit before in its history, which knows
     * nothing of runs that were abandoned: {@code checkpoint_number, committed_millis, topics, parts, offsets}; its own first.
     */
    public String commit(long timeline, long checkpointBefore) {
        return """
                WITH (SELECT min(checkpoint) FROM commits WHERE kind = 'commit' AND timeline = %1$d AND checkpoint > %2$d) AS its,
                    (SELECT (any(ancestors.timeline), any(ancestors.checkpoint)) FROM commits
                        WHERE kind = 'commit' AND timeline = %1$d) AS history,
                    (SELECT max((timeline, checkpoint)) FROM commits
                        WHERE kind = 'commit' AND (timeline, checkpoint) < (%1$d, its) AND (timeline = %1$d
                            OR checkpoint <= history.2[indexOf(history.1, timeline)])) AS before
                SELECT toInt64(checkpoint) AS checkpoint_number, toUnixTimestamp64Milli(committed_at) AS committed_millis,
                    CAST(positions.topic, 'Array(String)') AS topics, CAST(positions.partition, 'Array(Int64)') AS parts,
                    CAST(positions.next_offset, 'Array(Int64)') AS offsets,
                    toInt64(timeline = %1$d AND checkpoint = its) AS is_its
                FROM commits
                WHERE kind = 'commit' AND its > 0
                    AND ((timeline = %1$d AND checkpoint = its) OR (timeline, checkpoint) = before)
                ORDER BY is_its DESC LIMIT 2""".formatted(timeline, checkpointBefore);
    }
}
