package io.recount.demo.clickhouse;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** One row of an answer. Values are texts, arrays of whole numbers, or null. */
public final class ResultRow {

    private final @Nullable Object[] values;

    ResultRow(@Nullable Object[] values) {
        this.values = values;
    }

    /** The value as it stands in the answer, null for NULL. */
    public @Nullable String text(int column) {
        return (String) values[column];
    }

    public String present(int column) {
        return Objects.requireNonNull(text(column), () -> "NULL in column " + column);
    }

    public long number(int column) {
        return Long.parseLong(present(column));
    }

    /** A DateTime of an answer for machines. */
    public Instant instant(int column) {
        return Instant.ofEpochSecond(number(column));
    }

    /** An array of whole numbers. */
    public long[] numbers(int column) {
        return (long[]) Objects.requireNonNull(values[column], () -> "NULL in column " + column);
    }

    /** A number with a point, in units of {@code 10^-scale}; fails where that would lose digits. */
    public long scaled(int column, int scale) {
        return new BigDecimal(present(column)).movePointRight(scale).longValueExact();
    }
}
