package io.recount.clickhouse.sink;

/**
 * A column's type as far as its bytes differ: how a value lies in a row and how values lie in a column.
 *
 * <p>LowCardinality is not here: its values are sent as plain ones and the server packs them.
 */
sealed interface ColumnType {

    /** The type as it is named in a block's header. */
    String wireName();

    /** An empty column of this type. */
    ColumnValues newValues();

    /** Values of one width: numbers, dates, enums, FixedString. */
    record Fixed(String wireName, int width) implements ColumnType {
        @Override
        public ColumnValues newValues() {
            return new ColumnValues.FixedValues(width);
        }
    }

    /** String. */
    record Text() implements ColumnType {
        @Override
        public String wireName() {
            return "String";
        }

        @Override
        public ColumnValues newValues() {
            return new ColumnValues.TextValues();
        }
    }

    /** Nullable(inner). */
    record OrNull(ColumnType inner) implements ColumnType {
        @Override
        public String wireName() {
            return "Nullable(" + inner.wireName() + ")";
        }

        @Override
        public ColumnValues newValues() {
            return new ColumnValues.NullableValues(inner.newValues());
        }
    }

    /** Array(element). */
    record ArrayOf(ColumnType element) implements ColumnType {
        @Override
        public String wireName() {
            return "Array(" + element.wireName() + ")";
        }

        @Override
        public ColumnValues newValues() {
            return new ColumnValues.ArrayValues(element.newValues());
        }
    }

    /** Map(key, value). */
    record MapOf(ColumnType key, ColumnType value) implements ColumnType {
        @Override
        public String wireName() {
            return "Map(" + key.wireName() + ", " + value.wireName() + ")";
        }

        @Override
        public ColumnValues newValues() {
            return new ColumnValues.MapValues(key.newValues(), value.newValues());
        }
    }
}
