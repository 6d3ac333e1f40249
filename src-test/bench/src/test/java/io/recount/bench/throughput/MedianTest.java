package io.recount.bench.throughput;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class MedianTest {

    @Test
    void isTheMiddleWhateverTheOrder() {
        assertThat(median(5, 1, 3)).isEqualTo(3);
        assertThat(median(7)).isEqualTo(7);
    }

    @Test
    void ofAnEvenNumberIsTheMeanOfTheMiddleTwo() {
        assertThat(median(10, 2, 4, 1)).isEqualTo(3);
    }

    @Test
    void percentilesAreMeasuredValues() {
        List<Double> ten = List.of(10.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0);
        assertThat(Median.percentile(ten, Double::doubleValue, 0.95)).isEqualTo(10);
        assertThat(Median.percentile(ten, Double::doubleValue, 0.5)).isEqualTo(5);
        assertThat(Median.percentile(ten, Double::doubleValue, 0)).isEqualTo(1);
    }

    @Test
    void ofNothingThereIsNone() {
        assertThatThrownBy(() -> median()).isInstanceOf(IllegalArgumentException.class);
    }

    private static double median(double... values) {
        return Median.of(Arrays.stream(values).boxed().toList(), Double::doubleValue);
    }
}
