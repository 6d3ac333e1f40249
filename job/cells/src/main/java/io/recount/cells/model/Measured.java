package io.recount.cells.model;

import java.util.List;
import java.util.stream.Collectors;

/** Which types can be measured how. */
final class Measured {

    private Measured() {}

    /** Amounts and numbers: what can be added up. */
    static boolean isAmount(FieldType type) {
        return type instanceof FieldType.Money || type instanceof FieldType.Uint || type instanceof FieldType.Int;
    }

    static boolean fits(Measure.Kind kind, FieldType type) {
        return switch (kind) {
            case COUNT -> true;
            case SUM, QUANTILE -> isAmount(type);
            case MIN, MAX, FIRST, LAST -> isAmount(type) || type instanceof FieldType.InstantOf;
            case UNIQ, UNIQ_EXACT -> type instanceof FieldType.Scalar;
        };
    }

    static String needs(Measure.Kind kind) {
        return switch (kind) {
            case COUNT -> "any field";
            case SUM, QUANTILE -> "money, uint or int";
            case MIN, MAX, FIRST, LAST -> "money, uint, int or instant";
            case UNIQ, UNIQ_EXACT -> "any field that is no map(text)";
        };
    }

    static String notations() {
        return List.of(Measure.Kind.values()).stream()
                .map(Measure.Kind::notation)
                .collect(Collectors.joining(", "));
    }
}
