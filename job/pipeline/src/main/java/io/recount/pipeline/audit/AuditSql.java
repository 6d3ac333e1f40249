package io.recount.pipeline.audit;

import io.recount.cells.FrozenLine;
import io.recount.cells.Layout;
import io.recount.cells.model.Dimension;
import io.recount.cells.model.Measure;
import io.recount.cells.model.Model;
import io.recount.pipeline.schema.Schema;
import io.recount.pipeline.tables.DocumentsTable;
import io.recount.pipeline.tables.Tables;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The queries of the audit. Each gives the keys of a table whose newest published row is not the fold of the documents that
 * a commit covers, with both values. The fold is generated from the model; how numbers add up is the server's doing.
 *
 * <p>Columns of the answers are read by name: see {@link #differences}.
 */
public final class AuditSql {

    /** What a value is made of, but for late documents: they are a fact about arrival. Cells may have sketches besides. */
    private static final String SAID = "UInt64, UInt64, UInt8, Array(UInt16), Array(Int64)";

    private static final String SKETCHES = ", Array(Array(UInt64))";

    /** Rows of a key that are looked at: the newest, and with it some from before live documents changed it. */
    private static final int ROWS_OF_A_KEY = 8;

    private static final String BOUNDED = "SETTINGS max_bytes_before_external_group_by = 268435456,"
            + " max_bytes_before_external_sort = 268435456, optimize_read_in_order = 1";

    private final Model model;
    private final FrozenLine frozen;
    private final ModelColumns columns;
    private final String key;
    private final String shift;
    private final List<MeasureSql> measures;
    private final Optional<Dimension> dimension;
    private final List<MeasureSql> byField;
    private final List<Measure> popular;
    private final SketchAudit sketches;

    /** Cells before {@code frozen} are not audited: their documents may be gone. */
    public AuditSql(Model model, FrozenLine frozen) {
        this.model = model;
        this.frozen = frozen;
        columns = ModelColumns.of(model);
        key = columns.key();
        shift = columns.shift();
        Layout layout = new Layout(model);
        measures = model.measures().stream()
                .map(measure -> MeasureSql.of(measure, layout, model.document().time()))
                .toList();
        dimension = model.dimensions().stream().findFirst();
        byField = dimension
                .map(its -> measures.stream()
                        .filter(each -> its.measures().contains(each.measure().id()))
                        .toList())
                .orElse(List.of());
        popular = model.measures().stream().filter(Measure::column).toList();
        sketches = SketchAudit.of(model, layout);
    }

    /** A table that is audited. */
    public enum Audited {
        CELLS(Tables.CELLS),
        FIELD_CELLS(Tables.FIELD_CELLS),
        SHIFTS(Tables.SHIFTS),
        /** Shifts against the cells that are published of them. */
        SUMS(Tables.SHIFTS);

        private final String table;

        Audited(String table) {
            this.table = table;
        }

        public String table() {
            return table;
        }
    }

    /** What the model has, in the order to be asked for; sums last, since a wrong cell explains a wrong sum. */
    public List<Audited> audited() {
        List<Audited> all = new ArrayList<>(List.of(Audited.CELLS));
        if (dimension.isPresent()) {
            all.add(Audited.FIELD_CELLS);
        }
        if (columns.hasShifts()) {
            all.add(Audited.SHIFTS);
            all.add(Audited.SUMS);
        }
        return all;
    }

    /**
     * The keys that are wrong: {@code register_key, shift_key, bucket_seconds, field_key, value_key} (those that the table
     * lacks are empty, the bucket -1), {@code rows_there, newest_version, is_nobodys, is_unsettled, is_gone, sayings}; of what is
     * published and what is expected {@code …_documents, …_errors, …_tainted, …_ids, …_values}; {@code column_ids} and
     * {@code column_values} of columns that contradict their own row's arrays; {@code sketch_ids} of sketches that differ.
     */
    public String differences(Audited audited, Portion portion, AuditCut cut) {
        return """
                SELECT
                    %1$s,
                    toInt64(length(kept)) AS rows_there, toString(newest.1) AS newest_version,
                    toInt64(is_beyond) AS is_nobodys, toInt64(is_newer) AS is_unsettled, toInt64(is_merged) AS is_gone, toInt64(said_at_once) AS sayings,
                    toInt64(chosen.1) AS published_documents, toInt64(chosen.2) AS published_errors,
                    toInt64(chosen.3) AS published_tainted,
                    CAST(chosen.4, 'Array(Int64)') AS published_ids, chosen.5 AS published_values,
                    toInt64(expected.1) AS expected_documents, toInt64(expected.2) AS expected_errors,
                    toInt64(expected.3) AS expected_tainted,
                    CAST(expected.4, 'Array(Int64)') AS expected_ids, expected.5 AS expected_values,
                    CAST(arrayMap(c -> c.1, newest.4), 'Array(Int64)') AS column_ids,
                    arrayMap(c -> c.2, newest.4) AS column_values, %4$s AS sketch_ids
                FROM (%2$s)
                WHERE is_beyond OR notEmpty(newest.4) OR said_at_once > 1 OR chosen != expected
                ORDER BY register_key, shift_key, bucket_seconds, field_key, value_key
                %3$s""".formatted(shownKeys(audited), compared(audited, portion, cut), BOUNDED, differingSketches(audited));
    }

    private String differingSketches(Audited audited) {
        return hasSketches(audited)
                ? "arrayFilter((id, is, should) -> is != should, " + sketches.ids()
                        + ", arrayResize(chosen.6, length(" + sketches.ids() + ")), arrayResize(expected.6, length("
                        + sketches.ids() + ")))"
                : "CAST([], 'Array(Int64)')";
    }

    /** How many keys have a published row: one number. */
    public String publishedKeys(Audited audited, Portion portion) {
        return "SELECT toInt64(uniqExact(" + String.join(", ", keys(audited)) + ")) FROM " + audited.table() + " WHERE "
                + portion.among(key) + " AND " + within(audited, portion);
    }

    /** Published and expected values, side by side; {@code chosen} is the row that a commit covers, where it is still there. */
    private String compared(Audited audited, Portion portion, AuditCut cut) {
        String keys = String.join(", ", keys(audited));
        return """
                SELECT *,
                    kept[1] AS newest,
                    notEmpty(kept) AND %1$s AS is_beyond,
                    notEmpty(kept) AND NOT is_beyond AND NOT %2$s AS is_newer,
                    length(arrayDistinct(arrayMap(r -> r.3, arrayFilter(r -> r.1 = kept[1].1, kept)))) AS said_at_once,
                    arrayFilter(r -> %3$s, kept) AS covered,
                    is_newer AND empty(covered) AS is_merged,
                    if(is_newer, covered[1].3, kept[1].3) AS chosen
                FROM
                (
                    SELECT %4$s,
                        arrayReverseSort(r -> r.1, groupArrayIf((version, epoch, said, contradictions), is_published)) AS kept,
                        anyIf(said, NOT is_published) AS expected
                    FROM (%5$s UNION ALL SELECT %4$s, 0 AS is_published, toUInt64(0) AS version, toUInt64(0) AS epoch, said,
                        CAST([], 'Array(Tuple(UInt16, Int64))') AS contradictions FROM (%6$s))
                    GROUP BY %4$s
                )""".formatted(
                        cut.isNobodys("kept[1].1", "kept[1].2"),
                        cut.isSettled("kept[1].1", "kept[1].2"),
                        cut.isSettled("r.1", "r.2"),
                        keys,
                        published(audited, portion, keys),
                        audited == Audited.SUMS ? cellsOfShifts(portion, cut) : expected(audited, portion, cut));
    }

    private List<String> keys(Audited audited) {
        return switch (audited) {
            case SHIFTS, SUMS -> List.of(key, shift);
            case CELLS -> List.of(key, shift, "bucket");
            case FIELD_CELLS -> List.of(key, shift, "bucket", "field", "value");
        };
    }

    private String shownKeys(Audited audited) {
        boolean hasBucket = audited == Audited.CELLS || audited == Audited.FIELD_CELLS;
        boolean hasField = audited == Audited.FIELD_CELLS;
        return key + " AS register_key, toString(" + shift + ") AS shift_key, "
                + (hasBucket ? "toInt64(toUnixTimestamp(bucket))" : "toInt64(-1)") + " AS bucket_seconds, "
                + (hasField ? "toString(field)" : "''") + " AS field_key, "
                + (hasField ? "value" : "''") + " AS value_key";
    }

    private String published(Audited audited, Portion portion, String keys) {
        boolean hasColumns = audited == Audited.CELLS || audited == Audited.SHIFTS;
        String contradictions = hasColumns && !popular.isEmpty()
                ? popular.stream()
                        .map(each -> "(toUInt16(" + each.id() + "), toInt64(assumeNotNull(" + Schema.quoted(each.name())
                                + ")))")
                        .collect(Collectors.joining(", ", "arrayFilter(c -> c.2 != m_val[indexOf(m_id, c.1)], [", "])"))
                : "[]";
        String field = audited == Audited.FIELD_CELLS ? keys.replace("field,", "toString(field) AS field,") : keys;
        return "SELECT " + field + ", 1 AS is_published, toUInt64(version) AS version, toUInt64(epoch) AS epoch, "
                + said(audited)
                + " AS said, CAST(" + contradictions + ", 'Array(Tuple(UInt16, Int64))') AS contradictions FROM "
                + audited.table() + " WHERE " + portion.among(key) + " AND " + within(audited, portion) + " ORDER BY "
                + keys + ", version DESC LIMIT " + ROWS_OF_A_KEY + " BY " + keys;
    }

    private String said(Audited audited) {
        return "CAST((assumeNotNull(documents), assumeNotNull(errors), assumeNotNull(tainted), m_id, m_val"
                + (hasSketches(audited) ? ", " + sketches.published() : "") + "), " + type(audited) + ")";
    }

    private boolean hasSketches(Audited audited) {
        return audited == Audited.CELLS && !sketches.isEmpty();
    }

    private String type(Audited audited) {
        return "'Tuple(" + SAID + (hasSketches(audited) ? SKETCHES : "") + ")'";
    }

    private String within(Audited audited, Portion portion) {
        if (audited == Audited.CELLS || audited == Audited.FIELD_CELLS) {
            return buckets(portion.fromSeconds(), portion.toSeconds());
        }
        if (!portion.hasShifts()) {
            return "0";
        }
        if (Portion.isAllTime(portion.shiftsFromSeconds(), portion.shiftsToSeconds())) {
            return "1";
        }
        String inRange = "(" + key + ", " + shift + ") IN (" + shiftsInRange(portion) + ")";
        String ofNoDocument = "(" + key + ", " + shift + ") NOT IN (SELECT " + key + ", " + shift + " FROM "
                + DocumentsTable.NAME + " WHERE " + portion.among(key) + ")";
        return audited == Audited.SHIFTS
                ? "(" + inRange + " OR " + ofNoDocument + ") AND " + isWhole(portion)
                : "(" + inRange + " OR " + ofNoDocument + " AND " + isWhole(portion) + ")";
    }

    private static String buckets(long from, long to) {
        return Portion.isAllTime(from, to)
                ? "1"
                : "toUnixTimestamp(bucket) >= " + from + " AND toUnixTimestamp(bucket) < " + to;
    }

    /** Shifts that have a document, of whatever version, or a published cell in the range. */
    private String shiftsInRange(Portion portion) {
        long from = portion.shiftsFromSeconds();
        long to = portion.shiftsToSeconds();
        return "SELECT " + key + ", " + shift + " FROM " + DocumentsTable.NAME + " WHERE " + portion.among(key)
                + " AND "
                + columns.times(from, to) + " UNION DISTINCT SELECT " + key + ", " + shift
                + " FROM " + Tables.CELLS + " WHERE " + portion.among(key) + " AND " + buckets(from, to);
    }

    /** The fold of the documents, by key. */
    private String expected(Audited audited, Portion portion, AuditCut cut) {
        boolean ofFields = audited == Audited.FIELD_CELLS;
        boolean ofShifts = audited == Audited.SHIFTS;
        List<MeasureSql> folded = ofFields ? byField : measures;
        String d = MeasureSql.DOCUMENT + ".";
        String keys = d + key + " AS " + key + ", " + columns.shiftOf(d) + " AS " + shift
                + (ofShifts ? "" : ", " + "toDateTime(" + columns.bucketSecondsOf(d) + ", 'UTC')" + " AS bucket")
                + (ofFields
                        ? ", tupleElement(" + d + "entry, 1) AS field, tupleElement(" + d + "entry, 2) AS value"
                        : "");
        String good = d + "_state = 'good'";
        String newest = newest(audited, portion, cut, folded);
        String documents = ofFields
                ? "(SELECT *, arrayJoin(CAST("
                        + Schema.quoted(dimension.orElseThrow().map())
                        + ", 'Array(Tuple(String, String))')) AS entry FROM (" + newest + ") WHERE _state = 'good')"
                : "(" + newest + ")";
        Definitions define = new Definitions();
        String isGood = define.name(good);
        String measured = MeasureSql.folded(folded, good, define);
        String by = String.join(", ", keys(audited));
        String sketched = hasSketches(audited) ? ",\n        " + sketches.folded(good, define) + " AS sketched" : "";
        return measured(
                audited,
                by,
                "SELECT " + by + ", countIf(" + isGood + ") AS good, countIf(NOT " + isGood
                        + ") AS bad, 0 AS over,\n        "
                        + measured + " AS measured" + sketched + "\n    FROM (SELECT " + keys + define.columns()
                        + "\n    FROM "
                        + documents
                        + " AS " + MeasureSql.DOCUMENT + ")\n    GROUP BY " + by);
    }

    /** The published cells that a commit covers, combined by shift. */
    private String cellsOfShifts(Portion portion, AuditCut cut) {
        String ofShifts = portion.hasShifts() ? within(Audited.SUMS, portion) : "0";
        String cells = "SELECT * FROM " + Tables.CELLS + " WHERE " + portion.among(key) + " AND " + ofShifts + " AND "
                + cut.isSettled("version", "epoch") + " ORDER BY " + key + ", " + shift
                + ", bucket, version DESC LIMIT 1 BY " + key + ", " + shift + ", bucket";
        return measured(
                Audited.SUMS,
                key + ", " + shift,
                "SELECT " + key + ", " + shift
                        + ", sum(documents) AS good, sum(errors) AS bad, max(tainted) AS over,\n        "
                        + MeasureSql.combined(model.measures()) + " AS measured\n    FROM (" + cells
                        + ")\n    GROUP BY " + key + ", " + shift);
    }

    /** What would be published of {@code good, bad, over, measured}: sparse, and what does not fit held at the bound. */
    private String measured(Audited audited, String keys, String folded) {
        String over = hasSketches(audited) ? sketches.isTainted("sketched") : "over";
        return """
                SELECT %s, CAST((good, bad,
                    toUInt8(%s OR arrayExists(m -> m.2 != toInt128(toInt64(m.2)), there)),
                    arrayMap(m -> m.1, there),
                    arrayMap(m -> multiIf(m.2 = toInt128(toInt64(m.2)), toInt64(m.2), m.2 < 0, toInt64('-9223372036854775808'), toInt64('9223372036854775807')), there)%s), %s) AS said
                FROM (SELECT *, arrayFilter(m -> m.3 = 1, measured) AS there FROM (%s))
                WHERE good > 0 OR bad > 0""".formatted(
                        keys,
                        over,
                        hasSketches(audited) ? ", " + SketchAudit.noneIfEmpty("sketched") : "",
                        type(audited),
                        folded);
    }

    private String newest(Audited audited, Portion portion, AuditCut cut, List<MeasureSql> folded) {
        boolean ofShifts = audited == Audited.SHIFTS;
        Set<String> read = new LinkedHashSet<>(columns.id());
        read.add(columns.version());
        read.add(columns.time());
        if (columns.hasShifts()) {
            read.add(shift);
        }
        if (audited == Audited.FIELD_CELLS) {
            read.add(Schema.quoted(dimension.orElseThrow().map()));
        }
        folded.forEach(each -> each.columns().forEach(name -> read.add(Schema.quoted(name))));
        String ids = String.join(", ", columns.id());
        String places = ofShifts
                ? (portion.hasShifts() ? placesOfShifts(portion) : "0")
                : columns.times(portion.fromSeconds(), portion.toSeconds());
        // Versions of a document may lie elsewhere: it is chosen by any, and then the newest of all decides.
        String some = places.equals("1") || places.equals("0")
                ? places
                : "(" + ids + ") IN (SELECT " + ids + " FROM " + DocumentsTable.NAME + " WHERE " + portion.among(key)
                        + " AND " + places + ")";
        return "SELECT * FROM (SELECT " + String.join(", ", read) + ", _state, _hash FROM " + DocumentsTable.NAME
                + " WHERE " + portion.among(key) + " AND " + cut.covers() + " AND " + behindLine() + " AND " + some
                + (ofShifts ? " AND " + isWhole(portion) : "") + " ORDER BY " + ids + ", "
                + columns.version() + " DESC, _hash DESC, _state = 'bad' LIMIT 1 BY " + ids
                + ") WHERE _state != 'deleted' AND " + places;
    }

    /** To the job documents before the line do not exist. */
    private String behindLine() {
        return frozen.isDrawn() ? columns.times(frozen.seconds(), Portion.END_SECONDS) : "1";
    }

    /** Shifts without frozen cells: the documents of the others may be gone, and they are compared with their cells alone. */
    private String isWhole(Portion portion) {
        return frozen.isDrawn()
                ? "(" + key + ", " + shift + ") NOT IN (SELECT " + key + ", " + shift + " FROM " + Tables.CELLS
                        + " WHERE " + portion.among(key) + " AND " + buckets(0, frozen.seconds()) + ")"
                : "1";
    }

    private String placesOfShifts(Portion portion) {
        return Portion.isAllTime(portion.shiftsFromSeconds(), portion.shiftsToSeconds())
                ? "1"
                : "(" + key + ", " + shift + ") IN (" + shiftsInRange(portion) + ")";
    }

    /**
     * Of shifts, when a document of each was first placed in it, whatever became of it: {@code register_key, shift_key,
     * first_seconds}. Shifts of no document are left out.
     *
     * @param shifts tuples of a register and a shift, as literals
     */
    public String beginnings(List<String> shifts) {
        return "SELECT " + key + " AS register_key, toString(" + shift
                + ") AS shift_key, toInt64(toUnixTimestamp(min(" + columns.time()
                + "))) AS first_seconds FROM " + DocumentsTable.NAME + " WHERE (" + key + ", " + shift + ") IN ("
                + String.join(", ", shifts) + ") GROUP BY " + key + ", " + shift;
    }

    /**
     * Of some places, those that a covered document has ever been in: {@code register_key, shift_key, bucket_seconds}.
     *
     * @param places tuples of a register, a shift and the begin of a bucket, as literals
     */
    public String everUsed(List<String> places, Portion portion, AuditCut cut) {
        String bucket = "toInt64(" + columns.bucketSecondsOf("") + ")";
        return "SELECT DISTINCT " + key + " AS register_key, toString(" + columns.shiftOf("") + ") AS shift_key, "
                + bucket
                + " AS bucket_seconds FROM " + DocumentsTable.NAME + " WHERE " + portion.among(key) + " AND "
                + cut.covers() + " AND (" + key + ", " + columns.shiftOf("") + ", " + bucket + ") IN ("
                + String.join(", ", places) + ")";
    }
}
