package io.recount.pipeline.schema;

import io.recount.cells.Layout;
import io.recount.cells.model.FieldType;
import io.recount.cells.model.Measure;
import java.util.ArrayList;
import java.util.List;

/**
 * A column of a view.
 *
 * @param expression over the table's columns
 */
record ViewColumn(String name, String type, String expression, String comment) {

    /** A measure of one row of cells, shifts or field cells, sketches of cells only; some give several columns. */
    static List<ViewColumn> ofRow(Measure measure, Layout layout) {
        return ofRow(measure, layout, Unit.of(measure, layout).shown("m_val[indexOf(m_id, " + measure.id() + ")]"));
    }

    /** The same, of a row of which {@code sums} is known: better where there are few rows, and all measures are asked for. */
    static List<ViewColumn> ofRow(Measure measure, Layout layout, SumArray sums) {
        return SumArray.isSum(measure)
                ? ofRow(measure, layout, Unit.of(measure, layout).ofSum(sums.value(measure)))
                : ofRow(measure, layout);
    }

    private static List<ViewColumn> ofRow(Measure measure, Layout layout, String sum) {
        String value = "m_val[indexOf(m_id, " + measure.id() + ")]";
        String has = "has(m_id, " + measure.id() + ")";
        Unit unit = Unit.of(measure, layout);
        return switch (measure.kind()) {
            case COUNT, SUM -> List.of(new ViewColumn(measure.name(), unit.type(), sum, measure.label()));
            case MIN, MAX -> List.of(optional(measure.name(), unit, has, value, measure.label()));
            case FIRST, LAST ->
                List.of(
                        optional(measure.name(), unit, has, value, measure.label()),
                        optional(
                                measure.name() + "_at",
                                Unit.TIME,
                                has,
                                "m_val[indexOf(m_id, " + (measure.id() + 1) + ")]",
                                measure.label() + ": its time"));
            case UNIQ, UNIQ_EXACT, QUANTILE -> SketchSql.ofRow(measure, unit);
        };
    }

    /** A sum or count of a group of rows, of which {@code sums} is known. */
    static ViewColumn ofSums(Measure measure, Layout layout, SumArray sums) {
        Unit unit = Unit.of(measure, layout);
        return new ViewColumn(measure.name(), unit.ofGroup().type(), unit.ofSum(sums.value(measure)), measure.label());
    }

    /** Any other measure of a group of rows. */
    static List<ViewColumn> ofGroup(Measure measure, Layout layout) {
        String value = "m_val[indexOf(m_id, " + measure.id() + ")]";
        String time = "m_val[indexOf(m_id, " + (measure.id() + 1) + ")]";
        String has = "has(m_id, " + measure.id() + ")";
        String any = "countIf(" + has + ") > 0";
        Unit unit = Unit.of(measure, layout);
        String label = measure.label();
        return switch (measure.kind()) {
            case COUNT, SUM -> throw new IllegalArgumentException(measure.name() + " is a sum");
            case MIN -> List.of(optional(measure.name(), unit, any, "minIf(" + value + ", " + has + ")", label));
            case MAX -> List.of(optional(measure.name(), unit, any, "maxIf(" + value + ", " + has + ")", label));
            case FIRST -> chosen(measure, unit, any, "argMinIf", "minIf", value, time, has);
            case LAST -> chosen(measure, unit, any, "argMaxIf", "maxIf", value, time, has);
            case UNIQ, UNIQ_EXACT, QUANTILE -> SketchSql.ofGroup(measure, unit);
        };
    }

    private static List<ViewColumn> chosen(
            Measure measure,
            Unit unit,
            String any,
            String choose,
            String limit,
            String value,
            String time,
            String has) {
        List<ViewColumn> columns = new ArrayList<>();
        columns.add(optional(
                measure.name(),
                unit,
                any,
                choose + "(" + value + ", (" + time + ", " + value + "), " + has + ")",
                measure.label()));
        columns.add(optional(
                measure.name() + "_at",
                Unit.TIME,
                any,
                limit + "(" + time + ", " + has + ")",
                measure.label() + ": its time"));
        return columns;
    }

    private static ViewColumn optional(String name, Unit unit, String condition, String value, String label) {
        return new ViewColumn(
                name, "Nullable(" + unit.type() + ")", "if(" + condition + ", " + unit.shown(value) + ", NULL)", label);
    }

    /** What a number in {@code m_val} stands for. */
    record Unit(String name, String type, int scale) {

        static final Unit DOCUMENTS = new Unit("documents", "UInt64", 0);
        static final Unit VALUES = new Unit("values", "UInt64", 0);
        static final Unit NUMBER = new Unit("number", "Int64", 0);
        static final Unit TIME = new Unit("time", "DateTime64(6, 'UTC')", 0);

        static Unit of(Measure measure, Layout layout) {
            if (measure.kind() == Measure.Kind.UNIQ || measure.kind() == Measure.Kind.UNIQ_EXACT) {
                return VALUES;
            }
            if (measure.kind() == Measure.Kind.COUNT || measure.of() == null) {
                return DOCUMENTS;
            }
            FieldType type = layout.slot(measure.of()).type();
            if (type instanceof FieldType.Money money) {
                return new Unit("money(" + money.scale() + ")", "Decimal(38, " + money.scale() + ")", money.scale());
            }
            return type instanceof FieldType.InstantOf ? TIME : NUMBER;
        }

        /** Wide enough for the sum over any number of cells. */
        Unit ofGroup() {
            return this.equals(NUMBER) ? new Unit(name, "Int128", scale) : this;
        }

        /** A number of 64 bits in its type. */
        String shown(String value) {
            if (this.equals(TIME)) {
                return "fromUnixTimestamp64Micro(" + value + ", 'UTC')";
            }
            return ofSum(
                    this.equals(NUMBER) || this.equals(DOCUMENTS) || this.equals(VALUES)
                            ? value
                            : "toInt128(" + value + ")");
        }

        /** A number of 128 bits in its type: an amount in minor units is what a Decimal of their scale consists of. */
        String ofSum(String value) {
            if (this.equals(DOCUMENTS) || this.equals(VALUES)) {
                return "toUInt64(" + value + ")";
            }
            return name.equals(NUMBER.name()) ? value : "reinterpret(" + value + ", '" + type + "')";
        }
    }
}
