package io.recount.pipeline.audit;

import io.recount.cells.model.DocumentRules;
import io.recount.cells.model.Model;
import io.recount.pipeline.schema.Schema;
import io.recount.pipeline.tables.Tables;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * What the columns are called that say where a document and a published row belong; quoted.
 *
 * @param key of all tables
 * @param shift of the published tables, whether the model has shifts or not
 * @param id tells documents apart, the key first
 */
record ModelColumns(String key, String shift, List<String> id, String version, String time, DocumentRules rules) {

    static ModelColumns of(Model model) {
        DocumentRules rules = model.document();
        return new ModelColumns(
                Schema.quoted(Tables.keyColumn(model)),
                Schema.quoted(Tables.shiftColumn(model)),
                Stream.of(rules.key(), rules.scope(), rules.id())
                        .filter(Objects::nonNull)
                        .map(Schema::quoted)
                        .toList(),
                Schema.quoted(rules.version()),
                Schema.quoted(rules.time()),
                rules);
    }

    boolean hasShifts() {
        return rules.shift() != null;
    }

    /** The shift of a row of documents; {@code row} is what it is called with a dot behind, or empty. */
    String shiftOf(String row) {
        return hasShifts() ? "toUInt64(" + row + shift + ")" : "toUInt64(0)";
    }

    /** Begin of the bucket of a row of documents, seconds since 1970. */
    String bucketSecondsOf(String row) {
        long seconds = rules.bucket().toSeconds();
        return "intDiv(toUnixTimestamp(" + row + time + "), " + seconds + ") * " + seconds;
    }

    /** A condition for rows of documents. */
    String times(long fromSeconds, long toSeconds) {
        return Portion.isAllTime(fromSeconds, toSeconds)
                ? "1"
                : time + " >= fromUnixTimestamp64Second(" + fromSeconds + ", 'UTC') AND " + time
                        + " < fromUnixTimestamp64Second(" + toSeconds + ", 'UTC')";
    }
}
