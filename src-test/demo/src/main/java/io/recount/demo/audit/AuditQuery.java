package io.recount.demo.audit;

import static java.util.stream.Collectors.joining;

import io.recount.demo.clickhouse.Sql;
import io.recount.harness.expectation.DeclaredMeasure;
import io.recount.harness.expectation.DeclaredModel;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Folds {@code documents} in SQL, as the model file says it: of each document the newest version, where it says it
 * belongs. One column a measure, in minor units and microseconds. Shares nothing with the job but the table it reads.
 *
 * <p>Holds for one uninterrupted lineage of the job, such as that of a demo: versions of abandoned ones are not told
 * apart.
 */
public final class AuditQuery {

    /** What a row of documents is called in the query. */
    private static final String DOCUMENT = "d";

    private static final String COUNTS = "countIf(d.good) AS documents, countIf(NOT d.good) AS errors";
    private static final String NO_COUNTS = "0 AS documents, 0 AS errors";

    private final DeclaredModel model;
    private final DocumentRoles roles;

    public AuditQuery(DeclaredModel model, DocumentRoles roles) {
        this.model = model;
        this.roles = roles;
    }

    /** By key, shift and bucket. */
    public String cells() {
        return folded(
                List.of(key(), roles.shift(DOCUMENT), bucket()), COUNTS, model.measures(), "(" + newest() + ") AS d");
    }

    /** By key and shift. */
    public String shifts() {
        return folded(List.of(key(), roles.shift(DOCUMENT)), COUNTS, model.measures(), "(" + newest() + ") AS d");
    }

    /**
     * By key, shift, bucket, field and value. Counts of documents are left at 0, as they are where field cells are read
     * to be compared. Empty if the model has no fields of merchants.
     */
    public Optional<String> fieldCells() {
        return roles.measuresByMap().entrySet().stream()
                .map(dimension -> folded(
                        List.of(key(), roles.shift(DOCUMENT), bucket(), "entry.1", "entry.2"),
                        NO_COUNTS,
                        model.measures().stream()
                                .filter(measure -> dimension.getValue().contains(measure.name()))
                                .toList(),
                        "(SELECT *, arrayJoin(CAST(%2$s, 'Array(Tuple(String, String))')) AS entry FROM (%1$s) WHERE good) AS d"
                                .formatted(newest(), Sql.name(dimension.getKey()))))
                .findFirst();
    }

    private String folded(List<String> keys, String counts, List<DeclaredMeasure> measures, String documents) {
        String places =
                IntStream.rangeClosed(1, keys.size()).mapToObj(String::valueOf).collect(joining(", "));
        return """
                SELECT %s,
                    %s,
                    %s
                FROM %s
                GROUP BY %s
                ORDER BY %s""".formatted(
                        String.join(", ", keys),
                        counts,
                        measures.stream().flatMap(this::columns).collect(joining(",\n    ")),
                        documents,
                        places,
                        places);
    }

    /** Of each document the newest version; equal ones are one, and a delete leaves nothing. */
    private String newest() {
        String id = roles.id().stream().map(Sql::name).collect(joining(", "));
        return """
                SELECT *, _state = 'good' AS good FROM (
                    SELECT * FROM documents ORDER BY %s DESC, _hash DESC, _state = 'bad' LIMIT 1 BY %s)
                WHERE _state != 'deleted'""".formatted(Sql.name(roles.version()), id);
    }

    private String key() {
        return column(roles.key());
    }

    private String bucket() {
        return "toStartOfInterval(%s, INTERVAL %d MINUTE)"
                .formatted(column(roles.time()), roles.bucket().toMinutes());
    }

    private Stream<String> columns(DeclaredMeasure measure) {
        String value = value(measure);
        String holds = all(measure.where()) + (measure.field() == null ? "" : " AND isNotNull(" + value + ")");
        String time = micros(column(roles.time()));
        String point = "(" + time + ", assumeNotNull(" + value + "))";
        return switch (measure.kind()) {
            case COUNT -> Stream.of(named(measure.name(), "countIf", holds));
            case SUM -> Stream.of(named(measure.name(), "sumOrNullIf", signed(measure, value), holds));
            case UNIQ, UNIQ_EXACT, QUANTILE ->
                Stream.of(named(measure.name(), "sumOrNullIf", checksum(measure), holds));
            case MIN -> Stream.of(named(measure.name(), "minOrNullIf", value, holds));
            case MAX -> Stream.of(named(measure.name(), "maxOrNullIf", value, holds));
            case FIRST ->
                Stream.of(
                        named(measure.name(), "argMinOrNullIf", value, point, holds),
                        named(measure.name() + "_at", "minOrNullIf", time, holds));
            case LAST ->
                Stream.of(
                        named(measure.name(), "argMaxOrNullIf", value, point, holds),
                        named(measure.name() + "_at", "maxOrNullIf", time, holds));
        };
    }

    private static String named(String name, String function, String... arguments) {
        return function + "(" + String.join(", ", arguments) + ") AS " + Sql.name(name);
    }

    /** Qualified, because a measure may have the name of a field. */
    private static String column(String name) {
        return DOCUMENT + "." + Sql.name(name);
    }

    /** The value that is measured, NULL where it is absent; minor units and microseconds. */
    private String value(DeclaredMeasure measure) {
        String field = measure.field();
        if (field == null) {
            return "1";
        }
        String column = column(roles.column(field, measure.key()));
        if (measure.kind() == DeclaredMeasure.Kind.COUNT || measure.kind().isSketch()) {
            return column;
        }
        return roles.isInstant(field) ? micros(column) : "toInt64(" + column + ")";
    }

    /** Of texts and numbers of 64 bits, as they are in their columns. */
    private String checksum(DeclaredMeasure measure) {
        String column = column(roles.column(Objects.requireNonNull(measure.field()), measure.key()));
        return "toInt64(bitShiftRight(xxHash64(assumeNotNull(" + column + ")), 24))";
    }

    private String signed(DeclaredMeasure measure, String value) {
        return measure.negate().isEmpty() ? value : "if(%s, -%s, %s)".formatted(all(measure.negate()), value, value);
    }

    private static String micros(String column) {
        return "toUnixTimestamp64Micro(" + column + ")";
    }

    /** Whether a document is good and its fields have one of the values they must have. */
    private static String all(Map<String, List<String>> conditions) {
        return Stream.concat(
                        Stream.of(DOCUMENT + ".good"),
                        conditions.entrySet().stream().map(AuditQuery::condition))
                .collect(joining(" AND "));
    }

    private static String condition(Map.Entry<String, List<String>> condition) {
        String values = condition.getValue().stream().map(Sql::text).collect(joining(", "));
        return "ifNull(toString(%s) IN (%s), 0)".formatted(column(condition.getKey()), values);
    }
}
