package io.recount.clickhouse.sink;

import static org.assertj.core.api.Assertions.assertThat;

import io.recount.clickhouse.Lineage;
import io.recount.clickhouse.Position;
import io.recount.clickhouse.Progress;
import io.recount.clickhouse.Seal;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class RunningSealTest {

    private static final Seal NOTHING = new Seal(5, 0, Lineage.NONE, List.of(), Progress.NO_WATERMARK, Map.of());

    private final RunningSeal running = new RunningSeal(5, Lineage.NONE, NOTHING);

    @Test
    void positionsAreMaximaAndCountersAreSums() {
        running.absorb(new Progress(List.of(at(0, 10), at(1, 5)), Map.of("new", 3L), Progress.NO_WATERMARK));
        running.absorb(new Progress(List.of(at(0, 8), at(1, 6)), Map.of("new", 4L, "bad", 1L), Progress.NO_WATERMARK));
        Seal seal = running.seal(1);
        assertThat(seal.positions()).containsExactly(at(0, 10), at(1, 6));
        assertThat(seal.counters()).containsExactlyInAnyOrderEntriesOf(Map.of("new", 7L, "bad", 1L));
        assertThat(seal.watermarkMillis()).isEqualTo(Progress.NO_WATERMARK);
        assertThat(running.seal(2).counters()).as("cumulative").containsEntry("new", 7L);
    }

    @Test
    void theWatermarkIsTheSmallestReportedAndNeverFalls() {
        running.absorb(watermark(100));
        running.absorb(watermark(70));
        running.absorb(watermark(Progress.NO_WATERMARK));
        assertThat(running.seal(1).watermarkMillis()).isEqualTo(70);
        running.absorb(watermark(60));
        assertThat(running.seal(2).watermarkMillis()).isEqualTo(70);
        running.absorb(watermark(200));
        assertThat(running.seal(3).watermarkMillis()).isEqualTo(200);
    }

    @Test
    void theEndOfAStreamIsNoWatermark() {
        running.absorb(watermark(100));
        running.absorb(watermark(Long.MAX_VALUE));
        assertThat(running.seal(1).watermarkMillis()).isEqualTo(100);
    }

    @Test
    void theOldestRecordIsThatOfItsOwnCheckpoint() {
        running.absorb(new Progress(List.of(), Map.of(), Progress.NO_WATERMARK, 20));
        running.absorb(new Progress(List.of(), Map.of(), Progress.NO_WATERMARK, 10));
        running.absorb(watermark(100));
        assertThat(running.takeOldestAppendedMillis()).isEqualTo(10);
        running.absorb(new Progress(List.of(), Map.of(), Progress.NO_WATERMARK, 30));
        assertThat(running.takeOldestAppendedMillis()).isEqualTo(30);
        assertThat(running.takeOldestAppendedMillis()).isEqualTo(Progress.NO_RECORDS);
    }

    @Test
    void itGoesOnFromASeal() {
        RunningSeal next = new RunningSeal(300, Samples.SEAL.lineage(), Samples.SEAL);
        next.absorb(new Progress(List.of(at(0, 13)), Map.of("new", 1L), 5));
        Seal seal = next.seal(8);
        assertThat(seal.timeline()).isEqualTo(300);
        assertThat(seal.positions()).containsExactly(at(0, 13), at(1, 34));
        assertThat(seal.counters()).containsEntry("new", 6L).containsEntry("duplicate", 2L);
        assertThat(seal.watermarkMillis()).isEqualTo(Samples.SEAL.watermarkMillis());
    }

    private static Position at(int partition, long offset) {
        return new Position("receipts", partition, offset);
    }

    private static Progress watermark(long millis) {
        return new Progress(List.of(), Map.of(), millis);
    }
}
