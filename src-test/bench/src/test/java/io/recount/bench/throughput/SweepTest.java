package io.recount.bench.throughput;

import static org.assertj.core.api.Assertions.assertThat;

import io.recount.bench.path.BenchPath;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;

class SweepTest {

    private static final LogShape SHORT = new LogShape(1_000_000, 2_000);
    private static final LogShape LONG = new LogShape(10_000_000, 2_000);

    @Test
    void ratioIsOfTheLastLogToTheFirst() {
        Sweep sweep = sweep(20, 26);
        assertThat(sweep.ratio()).isEqualTo(1.3);
        assertThat(sweep.warmRatio()).isEqualTo(1.3);
        assertThat(sweep.lines()).last().asString().endsWith(": met");
    }

    @Test
    void aThirdMoreIsTooMuch() {
        assertThat(sweep(30, 40).lines())
                .last()
                .asString()
                .contains("ratio 1.33")
                .endsWith(": not met");
    }

    @Test
    void programsGetEveryLog() {
        assertThat(sweep(20, 26).values())
                .containsEntry("dimension", "documents")
                .containsEntry("ratio", 1.3)
                .extracting("points")
                .asInstanceOf(InstanceOfAssertFactories.LIST)
                .hasSize(2);
    }

    private static Sweep sweep(long cpuSeconds, long cpuSecondsOfLonger) {
        return Sweep.of(
                "documents",
                List.of(SHORT, LONG),
                Map.of(
                        LONG, Measured.path(BenchPath.RECOUNT, cpuSecondsOfLonger),
                        SHORT, Measured.path(BenchPath.RECOUNT, cpuSeconds)));
    }
}
