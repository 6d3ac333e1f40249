package io.recount.pipeline.tables;

import io.recount.cells.Layout;
import io.recount.cells.model.Enumeration;
import io.recount.cells.model.FieldType;
import java.util.stream.Collectors;

/** How the types of a model become column types of ClickHouse. */
final class ColumnTypes {

    private ColumnTypes() {}

    static String ofField(FieldType type, boolean always) {
        if (type instanceof FieldType.TextMap) {
            return "Map(LowCardinality(String), String)";
        }
        String plain = plain(type);
        return always ? plain : "Nullable(" + plain + ")";
    }

    private static String plain(FieldType type) {
        if (type instanceof FieldType.EnumOf enumeration) {
            return enumType(enumeration.values());
        }
        if (type instanceof FieldType.InstantOf) {
            return "DateTime64(6, 'UTC')";
        }
        if (type instanceof FieldType.Uint) {
            return "UInt64";
        }
        if (type instanceof FieldType.Bool) {
            return "Bool";
        }
        return type instanceof FieldType.Text ? "String" : "Int64";
    }

    private static String enumType(Enumeration values) {
        return values.values().stream()
                .map(value -> "'" + escaped(value.value()) + "' = " + value.id())
                .collect(Collectors.joining(", ", "Enum16(", ")"));
    }

    static String codecOf(FieldType type) {
        if (type instanceof FieldType.InstantOf) {
            return "Delta, ZSTD(1)";
        }
        if (type instanceof FieldType.EnumOf || type instanceof FieldType.Bool) {
            return "ZSTD(1)";
        }
        return type instanceof FieldType.Scalar && !(type instanceof FieldType.Text) ? "T64, ZSTD(1)" : "ZSTD(1)";
    }

    static String commentOf(Layout.Slot slot) {
        String label =
                slot.key().isEmpty() ? slot.field().label() : slot.field().label() + ": " + slot.key();
        return slot.type() instanceof FieldType.Money money ? label + ", in units of 10^-" + money.scale() : label;
    }

    static String escaped(String text) {
        return text.replace("\\", "\\\\").replace("'", "\\'");
    }
}
