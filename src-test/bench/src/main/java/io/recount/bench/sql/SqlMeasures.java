package io.recount.bench.sql;

import io.recount.cells.model.Enumeration;
import io.recount.cells.model.Field;
import io.recount.cells.model.FieldType;
import io.recount.cells.model.Match;
import io.recount.cells.model.Measure;
import io.recount.cells.model.Measure.Operand;
import io.recount.cells.model.Model;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The first counts and sums of a model as aggregates, and the columns that these take: no others are parsed. */
final class SqlMeasures {

    private static final int AMOUNT_DIGITS = 18;

    private final Map<String, Field> fields;
    private final List<Measure> measures;

    SqlMeasures(Model model, int count) {
        fields = model.fields().stream().collect(Collectors.toMap(Field::name, Function.identity()));
        measures = model.measures().stream()
                .filter(measure -> measure.kind() == Measure.Kind.COUNT || measure.kind() == Measure.Kind.SUM)
                .limit(count)
                .toList();
        if (measures.size() < count) {
            throw new IllegalArgumentException(
                    "The model " + model.name() + " has " + measures.size() + " counts and sums, not " + count);
        }
    }

    /** One for each measure, named like it. */
    List<String> aggregates() {
        return measures.stream()
                .map(measure -> aggregate(measure) + filter(measure) + " AS " + SqlText.name(measure.name()))
                .toList();
    }

    private String aggregate(Measure measure) {
        Operand of = measure.of();
        if (measure.kind() == Measure.Kind.COUNT) {
            return "COUNT(" + (of == null ? "*" : operand(of)) + ")";
        }
        String value = of == null ? "1" : operand(of);
        Match negate = measure.negate();
        return negate == null
                ? "SUM(" + value + ")"
                : "SUM(CASE WHEN " + test(negate) + " THEN -" + value + " ELSE " + value + " END)";
    }

    private String filter(Measure measure) {
        return measure.where().isEmpty()
                ? ""
                : measure.where().stream().map(this::test).collect(Collectors.joining(" AND ", " FILTER (WHERE ", ")"));
    }

    private String test(Match match) {
        return column(match.field())
                + match.values().stream().map(SqlText::literal).collect(Collectors.joining(", ", " IN (", ")"));
    }

    private String operand(Operand operand) {
        String key = operand.key();
        return column(operand.field()) + (key == null ? "" : "." + SqlText.name(key));
    }

    /** What the message calls it. */
    private String column(String field) {
        return SqlText.name(field(field).path().get(0));
    }

    private Field field(String name) {
        Field field = fields.get(name);
        if (field == null) {
            throw new IllegalArgumentException("The model has no field " + name);
        }
        return field;
    }

    /** Declarations of the columns. */
    List<String> columns() {
        return measures.stream()
                .flatMap(SqlMeasures::named)
                .distinct()
                .map(name -> column(name) + " " + type(field(name).type()))
                .toList();
    }

    private static Stream<String> named(Measure measure) {
        Operand of = measure.of();
        Match negate = measure.negate();
        return Stream.concat(
                measure.where().stream().map(Match::field),
                Stream.concat(
                        of == null ? Stream.of() : Stream.of(of.field()),
                        negate == null ? Stream.of() : Stream.of(negate.field())));
    }

    private static String type(FieldType type) {
        if (type instanceof FieldType.EnumMap map) {
            return map.keys().values().stream()
                    .map(Enumeration.Value::value)
                    .map(key -> SqlText.name(key) + " " + type(map.values()))
                    .collect(Collectors.joining(", ", "ROW<", ">"));
        }
        if (type instanceof FieldType.Money money) {
            return "DECIMAL(" + AMOUNT_DIGITS + ", " + money.scale() + ")";
        }
        return type instanceof FieldType.Uint || type instanceof FieldType.Int ? "BIGINT" : "STRING";
    }
}
