package io.recount.clickhouse.check;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class TypeFitTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "Int64 | Int64",
                "Int64 | Nullable(Int64)",
                "Int64 | LowCardinality(Int64)",
                "String | LowCardinality(Nullable(String))",
                "LowCardinality(String) | String",
                "Nullable(String) | LowCardinality(Nullable(String))",
                "UInt8 | UInt64",
                "UInt8 | Int16",
                "Int64 | Int128",
                "Bool | Bool",
                "Array(UInt16) | Array(Nullable(UInt32))",
                "Map(LowCardinality(String), UInt64) | Map(String, UInt64)",
                "Tuple(UInt32, UInt64) | Tuple(UInt32, UInt64)",
                "DateTime64(3, 'UTC') | DateTime64(6, 'UTC')",
                "Enum8('a' = 1, 'b' = 2) | Enum16('c' = -3, 'b' = 2, 'a' = 1)",
                "SimpleAggregateFunction(any, String) | SimpleAggregateFunction(any, LowCardinality(String))"
            })
    void holdsEveryValue(String written, String column) {
        assertThat(TypeFit.holds(written, column)).isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "Int64 | Int32",
                "Int64 | UInt64",
                "UInt64 | Int64",
                "UInt8 | Int8",
                "UInt8 | Bool",
                "Bool | UInt8",
                "Int64 | Float64",
                "Int64 | String",
                "Nullable(Int64) | Int64",
                "LowCardinality(Nullable(String)) | LowCardinality(String)",
                "String | FixedString(8)",
                "String | Enum8('a' = 1)",
                "Array(Int64) | Array(Int32)",
                "Array(Int64) | Int64",
                "Map(String, UInt64) | Map(String, UInt32)",
                "Tuple(UInt32, UInt64) | Tuple(UInt32)",
                "DateTime('UTC') | DateTime('Europe/Berlin')",
                "DateTime('UTC') | DateTime",
                "DateTime('UTC') | Date",
                "DateTime64(6, 'UTC') | DateTime64(3, 'UTC')",
                "DateTime64(6, 'UTC') | DateTime64(9, 'UTC')",
                "DateTime64(3, 'UTC') | DateTime64(3)",
                "Enum8('a' = 1, 'b' = 2) | Enum8('a' = 1)",
                "Enum8('a' = 1, 'b' = 2) | Enum8('a' = 2, 'b' = 1)",
                "SimpleAggregateFunction(min, UInt64) | SimpleAggregateFunction(max, UInt64)"
            })
    void losesOrChangesSomeValue(String written, String column) {
        assertThat(TypeFit.holds(written, column)).isFalse();
    }
}
