package io.recount.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class RetentionUsedTest {

    @ParameterizedTest(name = "{2}..{3}, at {0}: {1} ({4})")
    @CsvSource({
        "100, 0.0, 0, 100, caught up",
        "0, 1.0, 0, 100, nothing read",
        "150, 0.5, 100, 200, half",
        "110, 0.9, 100, 200, about to lose records",
        "50, 1.0, 100, 200, lost some",
        "200, 0.0, 200, 200, empty",
        "201, 0.0, 100, 200, more read since it was asked"
    })
    void itIsTheUnreadShareOfWhatIsRetained(long nextOffset, double used, long start, long end, String what) {
        assertThat(RetentionUsed.of(nextOffset, new LogRange(start, end)))
                .as(what)
                .isEqualTo(used);
    }
}
