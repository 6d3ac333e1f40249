package io.recount.pipeline.audit;

import io.recount.cells.Layout;
import io.recount.cells.model.FieldType;
import io.recount.cells.model.Match;
import io.recount.cells.model.Measure;
import io.recount.pipeline.schema.Schema;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One measure as SQL over good rows of {@code documents} that are called {@value #DOCUMENT}.
 *
 * @param measure which
 * @param columns of {@code documents} that it reads, unquoted
 * @param applies whether a document takes part: never NULL
 * @param value what it takes part with: 64 bits, in minor units and microseconds; of no meaning where it does not apply
 * @param time of the document, in microseconds
 */
record MeasureSql(Measure measure, Set<String> columns, String applies, String value, String time) {

    /** What a row of documents is called. */
    static final String DOCUMENT = "d";

    /** Flags of an entry: always there, never there, there unless zero. */
    private static final int UNLESS_ZERO = 2;

    static MeasureSql of(Measure measure, Layout layout, String timeField) {
        Set<String> columns = new TreeSet<>();
        columns.add(timeField);
        String applies = Stream.concat(
                        measure.where().stream().map(match -> holds(match, layout, columns)),
                        Stream.ofNullable(measure.of()).map(operand -> isThere(layout.slot(operand), columns)))
                .collect(Collectors.joining(" AND "));
        String value = value(measure, layout);
        Match negate = measure.negate();
        return new MeasureSql(
                measure,
                columns,
                applies.isEmpty() ? "1" : applies,
                negate == null ? value : "if(" + holds(negate, layout, columns) + ", -" + value + ", " + value + ")",
                micros(column(timeField)));
    }

    /** Tuples (id, value in 128 bits, flag), separated by commas: aggregates over the documents for which it applies. */
    String folded(String good) {
        String holds = good + " AND " + applies;
        String there = "toUInt8(countIf(" + holds + ") > 0)";
        String point = "(" + time + ", " + value + ")";
        return switch (measure.kind()) {
            case COUNT -> entry(measure.id(), "countIf(" + holds + ")", UNLESS_ZERO);
            case SUM -> entry(measure.id(), "sumIf(toInt128(" + value + "), " + holds + ")", UNLESS_ZERO);
            case MIN -> entry(measure.id(), "minIf(" + value + ", " + holds + ")", there);
            case MAX -> entry(measure.id(), "maxIf(" + value + ", " + holds + ")", there);
            case FIRST ->
                entry(measure.id(), "argMinIf(" + value + ", " + point + ", " + holds + ")", there)
                        + ", "
                        + entry(measure.id() + 1, "minIf(" + time + ", " + holds + ")", there);
            case LAST ->
                entry(measure.id(), "argMaxIf(" + value + ", " + point + ", " + holds + ")", there)
                        + ", "
                        + entry(measure.id() + 1, "maxIf(" + time + ", " + holds + ")", there);
        };
    }

    /** The same over rows of cells: their arrays {@code m_id} and {@code m_val}. */
    static String combined(Measure measure) {
        String value = published(measure.id());
        String time = published(measure.id() + 1);
        String has = "has(m_id, " + measure.id() + ")";
        String there = "toUInt8(countIf(" + has + ") > 0)";
        String point = "(" + time + ", " + value + ")";
        return switch (measure.kind()) {
            case COUNT, SUM -> entry(measure.id(), "sum(toInt128(" + value + "))", UNLESS_ZERO);
            case MIN -> entry(measure.id(), "minIf(" + value + ", " + has + ")", there);
            case MAX -> entry(measure.id(), "maxIf(" + value + ", " + has + ")", there);
            case FIRST ->
                entry(measure.id(), "argMinIf(" + value + ", " + point + ", " + has + ")", there)
                        + ", "
                        + entry(measure.id() + 1, "minIf(" + time + ", " + has + ")", there);
            case LAST ->
                entry(measure.id(), "argMaxIf(" + value + ", " + point + ", " + has + ")", there)
                        + ", "
                        + entry(measure.id() + 1, "maxIf(" + time + ", " + has + ")", there);
        };
    }

    private static String published(int id) {
        return "m_val[indexOf(m_id, " + id + ")]";
    }

    private static String entry(int id, String value, Object flag) {
        return "(toUInt16(" + id + "), toInt128(" + value + "), toUInt8(" + flag + "))";
    }

    private static String value(Measure measure, Layout layout) {
        Measure.@Nullable Operand of = measure.of();
        if (measure.kind() == Measure.Kind.COUNT || of == null) {
            return "toInt64(1)";
        }
        Layout.Slot slot = layout.slot(of);
        String there = "assumeNotNull(" + column(slot.name()) + ")";
        return slot.type() instanceof FieldType.InstantOf ? micros(there) : "toInt64(" + there + ")";
    }

    private static String micros(String time) {
        return "toUnixTimestamp64Micro(" + time + ")";
    }

    private static String isThere(Layout.Slot slot, Set<String> columns) {
        columns.add(slot.name());
        return (slot.store() == Layout.Store.MAP ? "notEmpty(" : "isNotNull(") + column(slot.name()) + ")";
    }

    private static String holds(Match match, Layout layout, Set<String> columns) {
        Layout.Slot slot = layout.slot(match.field());
        columns.add(slot.name());
        String column = column(slot.name());
        String number = slot.type() instanceof FieldType.EnumOf ? "toInt16(" + column + ")" : column;
        return "ifNull(" + number + " IN ("
                + match.values().stream()
                        .map(value -> literal(slot.type(), value))
                        .distinct()
                        .collect(Collectors.joining(", "))
                + "), 0)";
    }

    /** A value as it stands in a message, as it is in its column. */
    private static String literal(FieldType type, String value) {
        if (type instanceof FieldType.EnumOf enumeration) {
            return enumeration.values().values().stream()
                    .filter(each -> each.value().equals(value))
                    .map(each -> String.valueOf(each.id()))
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException("no value " + value + " in the enumeration"));
        }
        if (type instanceof FieldType.Text) {
            return Schema.literal(value);
        }
        return type instanceof FieldType.Bool ? value : String.valueOf(Long.parseLong(value));
    }

    /** Qualified, because a measure may have the name of a field. */
    private static String column(String name) {
        return DOCUMENT + "." + Schema.quoted(name);
    }

    /** Of several measures, tuples separated by commas. */
    static String folded(List<MeasureSql> measures, String good) {
        return measures.stream().map(each -> each.folded(good)).collect(Collectors.joining(",\n        "));
    }
}
