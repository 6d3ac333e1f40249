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
            case SUM -> isAmount(type);
            case MIN, MAX, FIRST, LAST -> isAmount(type) || type instanceof FieldType.InstantOf;
        };
    }

    static String needs(Measure.Kind kind) {
        return switch (kind) {
            case COUNT -> "any field";
            case SUM -> "money, uint or int";
            case MIN, MAX, FIRST, LAST -> "money, uint, int or instant";
        };
    }

    static String notations() {
        return List.of(Measure.Kind.values()).stream()
                .map(Measure.Kind::notation)
                .collect(Collectors.joining(", "));
    }
}
