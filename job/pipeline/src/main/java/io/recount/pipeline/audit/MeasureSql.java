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
 * One measure as SQL over good rows of {@code documents} that are called {@value #DOCUMENT}. No expression is ever NULL.
 *
 * @param measure which
 * @param columns of {@code documents} that it reads, unquoted
 * @param where the conditions of the measure
 * @param there whether a document has what is measured; empty if every one has
 * @param value what it takes part with: 64 bits, in minor units and microseconds; 0 if it has none. Of a sketch the checksum
 * @param time of the document, in microseconds
 */
record MeasureSql(Measure measure, Set<String> columns, String where, String there, String value, String time) {

    /** Of a hash that a checksum is made of, so many bits are left out. */
    private static final int CHECKSUM_SHIFT = 24;

    /** What a row of documents is called. */
    static final String DOCUMENT = "d";

    static MeasureSql of(Measure measure, Layout layout, String timeField) {
        Set<String> columns = new TreeSet<>();
        columns.add(timeField);
        String where = measure.where().stream()
                .map(match -> holds(match, layout, columns))
                .collect(Collectors.joining(" AND "));
        Measure.@Nullable Operand of = measure.of();
        String there = of == null ? "" : isThere(layout.slot(of), columns);
        String value = value(measure, layout);
        Match negate = measure.negate();
        return new MeasureSql(
                measure,
                columns,
                where.isEmpty() ? "1" : where,
                there,
                negate == null ? value : "if(" + holds(negate, layout, columns) + ", -" + value + ", " + value + ")",
                micros(column(timeField)));
    }

    /** Whether a good document takes part. */
    String applies() {
        return there.isEmpty() ? where : where + " AND " + there;
    }

    /**
     * Of several measures the fold over documents: an array of tuples (id, value in 128 bits, whether it is there), ascending
     * by id. Sums come in one array, because what a query costs before it reads anything grows with its expressions.
     *
     * @param good whether a document is good
     * @param define takes the expressions over a document
     */
    static String folded(List<MeasureSql> measures, String good, Definitions define) {
        return entries(measures.stream().map(each -> each.folded(good, define)).toList());
    }

    /** The same over rows of cells: their arrays {@code m_id} and {@code m_val}. */
    static String combined(List<Measure> measures) {
        return entries(measures.stream().map(MeasureSql::combined).toList());
    }

    /**
     * An aggregate.
     *
     * @param there whether there is a value; a sum is there unless it is zero
     * @param time the time of the value, if that is kept
     */
    private record Folded(Measure measure, String value, String there, String time) {

        boolean isSum() {
            return measure.kind() == Measure.Kind.COUNT
                    || measure.kind() == Measure.Kind.SUM
                    || measure.kind().isSketch();
        }

        Stream<String> entries() {
            String flag = ", toUInt8(" + there + "))";
            String its = "(toUInt16(" + measure.id() + "), toInt128(" + value + ")" + flag;
            return measure.kind().keepsTime()
                    ? Stream.of(its, "(toUInt16(" + (measure.id() + 1) + "), toInt128(" + time + ")" + flag)
                    : Stream.of(its);
        }
    }

    private static String entries(List<Folded> all) {
        List<Folded> sums = all.stream().filter(Folded::isSum).toList();
        // One of each that never is there: arrays have a type without measures, too.
        String ids = Stream.concat(
                        Stream.of("0"),
                        sums.stream().map(each -> String.valueOf(each.measure().id())))
                .collect(Collectors.joining(", "));
        String values = Stream.concat(Stream.of("toInt128(0)"), sums.stream().map(Folded::value))
                .collect(Collectors.joining(",\n        "));
        String chosen = Stream.concat(
                        Stream.of("(toUInt16(0), toInt128(0), toUInt8(0))"),
                        all.stream().filter(each -> !each.isSum()).flatMap(Folded::entries))
                .collect(Collectors.joining(",\n        "));
        return "arraySort(m -> m.1, arrayConcat(arrayMap((id, sum) -> (id, sum, toUInt8(sum != 0)), CAST([" + ids
                + "], 'Array(UInt16)'), CAST([" + values + "], 'Array(Int128)')), [" + chosen + "]))";
    }

    private Folded folded(String good, Definitions define) {
        String among = define.name(where.equals("1") ? good : good + " AND " + where);
        String holds = there.isEmpty() ? among : among + " AND " + define.name(there);
        return switch (measure.kind()) {
            case COUNT -> new Folded(measure, "countIf(" + holds + ")", "", "");
            case SUM ->
                new Folded(measure, "sumIf(" + define.name("toInt128(" + value + ")") + ", " + among + ")", "", "");
            case UNIQ, UNIQ_EXACT, QUANTILE ->
                new Folded(measure, "sumIf(" + define.name("toInt128(" + value + ")") + ", " + holds + ")", "", "");
            case MIN, MAX, FIRST, LAST -> chosen(measure, define.name(value), define.name(time), holds);
        };
    }

    private static Folded combined(Measure measure) {
        String value = published(measure.id());
        return switch (measure.kind()) {
            case COUNT, SUM, UNIQ, UNIQ_EXACT, QUANTILE -> new Folded(measure, "sum(toInt128(" + value + "))", "", "");
            case MIN, MAX, FIRST, LAST ->
                chosen(measure, value, published(measure.id() + 1), "has(m_id, " + measure.id() + ")");
        };
    }

    private static Folded chosen(Measure measure, String value, String time, String holds) {
        String there = "countIf(" + holds + ") > 0";
        String point = "(" + time + ", " + value + ")";
        return switch (measure.kind()) {
            case COUNT, SUM, UNIQ, UNIQ_EXACT, QUANTILE ->
                throw new IllegalArgumentException("nothing of " + measure.name() + " is chosen");
            case MIN -> new Folded(measure, "minIf(" + value + ", " + holds + ")", there, "");
            case MAX -> new Folded(measure, "maxIf(" + value + ", " + holds + ")", there, "");
            case FIRST ->
                new Folded(
                        measure,
                        "argMinIf(" + value + ", " + point + ", " + holds + ")",
                        there,
                        "minIf(" + time + ", " + holds + ")");
            case LAST ->
                new Folded(
                        measure,
                        "argMaxIf(" + value + ", " + point + ", " + holds + ")",
                        there,
                        "maxIf(" + time + ", " + holds + ")");
        };
    }

    private static String published(int id) {
        return "m_val[indexOf(m_id, " + id + ")]";
    }

    private static String value(Measure measure, Layout layout) {
        Measure.@Nullable Operand of = measure.of();
        if (measure.kind() == Measure.Kind.COUNT || of == null) {
            return "toInt64(1)";
        }
        Layout.Slot slot = layout.slot(of);
        return measure.kind().isSketch()
                ? "toInt64(bitShiftRight(" + hash(slot) + ", " + CHECKSUM_SHIFT + "))"
                : number(slot);
    }

    /** What a sketch takes of a value: xxHash64 of a text, or of the eight bytes of a number, the lowest first. */
    static String hash(Layout.Slot slot) {
        return slot.store() == Layout.Store.TEXT
                ? "xxHash64(ifNull(" + column(slot.name()) + ", ''))"
                : "xxHash64(" + number(slot) + ")";
    }

    /** A number, a time or the number of an enum's value; 0 if there is none. */
    static String number(Layout.Slot slot) {
        String number = slot.type() instanceof FieldType.InstantOf
                ? micros(column(slot.name()))
                : "toInt64(" + column(slot.name()) + ")";
        return "ifNull(" + number + ", 0)";
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
}
