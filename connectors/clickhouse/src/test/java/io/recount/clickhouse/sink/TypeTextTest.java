package io.recount.clickhouse.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class TypeTextTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "UInt8 | UInt8",
                "DateTime64(3, 'UTC') | DateTime64(3, 'UTC')",
                "Enum8('a,)' = 1, 'it\\'s' = 2) | Enum8('a,)' = 1, 'it\\'s' = 2)",
                "LowCardinality(Nullable(String)) | Nullable(String)",
                "Map(LowCardinality(String),Array(FixedString(3))) | Map(String, Array(FixedString(3)))",
                "Array( Nullable( DateTime('Europe/Berlin') ) ) | Array(Nullable(DateTime('Europe/Berlin')))",
            })
    void typesAreReadAndNamedWithoutLowCardinality(String text, String wireName) {
        assertThat(TypeText.parse(text).wireName()).isEqualTo(wireName);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Int8|1",
                "UInt16|2",
                "Int32|4",
                "UInt64|8",
                "Float64|8",
                "Bool|1",
                "Date|2",
                "DateTime|4",
                "DateTime('UTC')|4",
                "DateTime64(3)|8",
                "Enum8('a' = 1)|1",
                "Enum16('a' = 1)|2",
                "FixedString(20)|20"
            })
    void widthsAreThoseOfTheServer(String text, int width) {
        assertThat(TypeText.parse(text))
                .isInstanceOfSatisfying(
                        ColumnType.Fixed.class, type -> assertThat(type.width()).isEqualTo(width));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Polygon",
                "Array",
                "Array(Int8",
                "Map(String)",
                "Nullable(Array(Int8))",
                "FixedString(x)",
                "FixedString()",
                "UInt8(3)",
                "AggregateFunction(sum, UInt64)",
                ""
            })
    void whatCannotBeWrittenIsRefused(String text) {
        assertThatThrownBy(() -> TypeText.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("cannot be written");
    }

    @Test
    void aRefusalSaysWhatIsKnown() {
        assertThatThrownBy(() -> TypeText.parse("Array(Decimal(18, 2))"))
                .hasMessageContaining("type Decimal(18, 2) cannot be written")
                .hasMessageContaining("Known are");
    }
}
