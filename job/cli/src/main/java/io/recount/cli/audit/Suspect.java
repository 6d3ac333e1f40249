package io.recount.cli.audit;

import com.clickhouse.client.api.query.GenericRecord;
import io.recount.pipeline.audit.AuditCut;
import io.recount.pipeline.audit.AuditSql.Audited;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A row of an answer of {@link io.recount.pipeline.audit.AuditSql#differences}: a key that looks wrong.
 *
 * @param isUnsettled its newest row is of a commit that is under way
 * @param sketches ids of measures whose sketches are not those of the documents
 * @param isGone the row before that was removed by a merge: what the documents say can't be compared with anything
 */
record Suspect(
        Audited audited,
        Difference.Key key,
        boolean isThere,
        String version,
        boolean isNobodys,
        boolean isUnsettled,
        boolean isGone,
        boolean isAmbiguous,
        Said published,
        Said expected,
        Map<Long, Long> contradictingColumns,
        List<Long> sketches) {

    /**
     * A value: counts, and measures by id.
     *
     * @param isTorn its ids and its values are not as many
     */
    record Said(long documents, long errors, boolean tainted, Map<Long, Long> measures, boolean isTorn) {

        boolean isEmpty() {
            return documents == 0 && errors == 0;
        }

        private static Said of(GenericRecord row, String prefix) {
            return new Said(
                    row.getLong(prefix + "_documents"),
                    row.getLong(prefix + "_errors"),
                    row.getLong(prefix + "_tainted") != 0,
                    map(row, prefix + "_ids", prefix + "_values"),
                    row.getLongArray(prefix + "_ids").length != row.getLongArray(prefix + "_values").length);
        }
    }

    static Suspect of(GenericRecord row, Audited audited) {
        return new Suspect(
                audited,
                new Difference.Key(
                        audited.table(),
                        row.getString("register_key"),
                        row.getString("shift_key"),
                        row.getLong("bucket_seconds"),
                        row.getString("field_key"),
                        row.getString("value_key")),
                row.getLong("rows_there") > 0,
                row.getString("newest_version"),
                row.getLong("is_nobodys") != 0,
                row.getLong("is_unsettled") != 0,
                row.getLong("is_gone") != 0,
                row.getLong("sayings") > 1,
                Said.of(row, "published"),
                Said.of(row, "expected"),
                map(row, "column_ids", "column_values"),
                Arrays.stream(row.getLongArray("sketch_ids")).boxed().toList());
    }

    /** Of a row that somebody has written by hand there may be more of the ones than of the others. */
    private static Map<Long, Long> map(GenericRecord row, String keys, String values) {
        long[] ids = row.getLongArray(keys);
        long[] numbers = row.getLongArray(values);
        Map<Long, Long> map = new TreeMap<>();
        for (int i = 0; i < Math.min(ids.length, numbers.length); i++) {
            map.put(ids[i], numbers[i]);
        }
        return map;
    }

    /** Whether documents that were there have to be looked for, to tell what kind it is. */
    boolean isUnexpected() {
        return isThere && !isNobodys && !isAmbiguous && expected.isEmpty() && !published.isEmpty();
    }

    /**
     * What is said about it.
     *
     * @param wasUsed whether some document has ever been in its place
     */
    Difference difference(boolean wasUsed, long timeSeconds, AuditCut cut, MeasureNames names) {
        Difference.Kind kind = kind(wasUsed);
        return new Difference(
                key,
                kind,
                switch (kind) {
                    case PLANTED_VERSION ->
                        List.of(new Difference.Measured("version", version, "up to " + cut.greatestVersion()));
                    case MISSING_ROW, STALE_ROW, EXTRA_ROW -> counts(true);
                    case WRONG_VALUE, TWO_VALUES, NOT_THE_SUM -> all(names);
                },
                timeSeconds);
    }

    private Difference.Kind kind(boolean wasUsed) {
        if (audited == Audited.SUMS) {
            return Difference.Kind.NOT_THE_SUM;
        }
        if (isNobodys) {
            return Difference.Kind.PLANTED_VERSION;
        }
        if (isAmbiguous) {
            return Difference.Kind.TWO_VALUES;
        }
        if (!isThere) {
            return Difference.Kind.MISSING_ROW;
        }
        return !isUnexpected()
                ? Difference.Kind.WRONG_VALUE
                : wasUsed ? Difference.Kind.STALE_ROW : Difference.Kind.EXTRA_ROW;
    }

    /** Documents and errors: those that differ, or of a whole row those that there are. */
    private List<Difference.Measured> counts(boolean ofWholeRow) {
        List<Difference.Measured> counts = new ArrayList<>();
        count(counts, "documents", published.documents(), expected.documents());
        count(counts, "errors", published.errors(), expected.errors());
        if (!ofWholeRow) {
            count(counts, "tainted", published.tainted() ? 1 : 0, expected.tainted() ? 1 : 0);
        }
        return counts;
    }

    private static void count(List<Difference.Measured> counts, String name, long published, long expected) {
        if (published != expected) {
            counts.add(new Difference.Measured(name, Long.toString(published), Long.toString(expected)));
        }
    }

    private List<Difference.Measured> all(MeasureNames names) {
        List<Difference.Measured> all = counts(false);
        if (published.isTorn()) {
            all.add(new Difference.Measured("m_id and m_val", "of different lengths", "of one length"));
        }
        Set<Long> ids = new TreeSet<>(published.measures().keySet());
        ids.addAll(expected.measures().keySet());
        for (long id : ids) {
            Long is = published.measures().get(id);
            Long should = expected.measures().get(id);
            if (is == null || !is.equals(should)) {
                all.add(new Difference.Measured(names.name(id), shown(names, id, is), shown(names, id, should)));
            }
        }
        contradictingColumns.forEach((id, number) -> all.add(new Difference.Measured(
                "column " + names.name(id),
                names.shown(id, number),
                shown(names, id, expected.measures().get(id)))));
        sketches.forEach(id -> all.add(new Difference.Measured("sketch " + names.sketch(id), "of other values", "")));
        if (all.isEmpty()) {
            all.add(new Difference.Measured("version", version, "one row of it"));
        }
        return all;
    }

    private static String shown(MeasureNames names, long id, @Nullable Long number) {
        return number == null ? "" : names.shown(id, number);
    }
}
