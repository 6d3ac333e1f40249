package io.recount.cells.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.recount.cells.yaml.InvalidFileException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Values that fields are compared with must be of their types, else a comparison would silently never hold. */
class ComparedValuesTest {

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "note: anything | anything",
                "note: \"007\" | 007",
                "flag: true | true",
                "flag: false | false",
                "till: 0 | 0",
                "till: 9223372036854775807 | 9223372036854775807",
                "level: -9223372036854775808 | -9223372036854775808",
                "level: -1 | -1",
                "kind: SALE | SALE"
            })
    void valuesOfTheFieldsTypeAreTaken(String comparison, String value) {
        assertThat(where(comparison))
                .singleElement()
                .satisfies(match -> assertThat(match.values()).containsExactly(value));
    }

    @Test
    void aValueNamedTwiceIsOne() {
        assertThat(where("till: [7, 8, 7]"))
                .singleElement()
                .satisfies(match -> assertThat(match.values()).containsExactly("7", "8"));
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "flag: maybe | 'maybe' is neither true nor false. Write true or false.",
                "flag: True | 'True' is neither true nor false.",
                "till: -1 | '-1' is no 'uint'. Write it in digits, without leading zeros.",
                "till: 007 | '007' is no 'uint'.",
                "till: seven | 'seven' is no 'uint'.",
                "till: 9223372036854775808 | '9223372036854775808' is no 'uint'.",
                "level: -0 | '-0' is no 'int'.",
                "kind: Sale | 'Sale' is no value of enum 'kind'. Known: SALE.",
                "total: 5 | 'total' is 'money(2)' and can't be compared with values. Compare fields of type text,"
            })
    void othersAreRefusedWithAMend(String comparison, String sentence) {
        assertThatThrownBy(() -> where(comparison))
                .isInstanceOf(InvalidFileException.class)
                .hasMessageContaining(sentence);
    }

    private static List<Match> where(String comparison) {
        Model model = ModelFile.parse("compared.yaml", """
                recount: 1
                name: compared
                enums: {kind: {SALE: {id: 1}}}
                fields:
                  register: {type: text}
                  number: {type: uint}
                  at: {type: instant(offset)}
                  note: {type: text}
                  flag: {type: bool}
                  till: {type: uint}
                  level: {type: int}
                  kind: {type: enum(kind)}
                  total: {type: money(2)}
                document: {key: register, id: {number: number, ids: random}, version: number, time: at, bucket: 1h}
                measures:
                  - {name: counted, id: 1, count: true, where: {%s}}
                """.formatted(comparison));
        return model.measures().get(0).where();
    }
}
