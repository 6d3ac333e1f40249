package io.recount.bench.throughput;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine.TypeConversionException;

class LogShapeTest {

    @ParameterizedTest
    @CsvSource({"2000000, 2000, 5", "10000000, 2000, 25", "2000000, 100000, 1", "400000, 1000, 2"})
    void aRegisterSellsAsMuchADayInALongLogAsInAShortOne(int documents, int registers, int days) {
        assertThat(new LogShape(documents, registers).scenario().span()).isEqualTo(Duration.ofDays(days));
    }

    @Test
    void countsAreWrittenAsPeopleDo() {
        assertThat(new Count().convert("1e7")).isEqualTo(10_000_000);
        assertThat(new Count().convert("2000")).isEqualTo(2_000);
    }

    @ParameterizedTest
    @CsvSource({"0", "-1", "1.5", "1e10", "many"})
    void whatIsNoCountIsRefused(String text) {
        assertThatThrownBy(() -> new Count().convert(text)).isInstanceOf(TypeConversionException.class);
    }
}
