package io.recount.cli.status;

import static org.assertj.core.api.Assertions.assertThat;

import io.recount.kafka.LogName;
import io.recount.kafka.LogPartition;
import io.recount.kafka.LogRange;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LagTest {

    private static final LogPartition FIRST = new LogPartition(new LogName("receipts", "life"), 0);
    private static final LogPartition SECOND = new LogPartition(new LogName("receipts", "life"), 1);

    @Test
    void recordsBehindWhatIsPublishedAreCounted() {
        assertThat(Lag.of(
                        Map.of(FIRST, 90L, SECOND, 40L),
                        Map.of(FIRST, new LogRange(0, 100), SECOND, new LogRange(20, 60))))
                .isEqualTo(new Lag(30, 2, "receipts-1", 0.5));
    }

    @Test
    void partitionWithoutAPositionIsNotPublishedAtAll() {
        assertThat(Lag.of(Map.of(), Map.of(FIRST, new LogRange(5, 15)))).isEqualTo(new Lag(10, 1, "receipts-0", 1));
    }

    @Test
    void whatIsCaughtUpHasNone() {
        assertThat(Lag.of(Map.of(FIRST, 100L), Map.of(FIRST, new LogRange(100, 100))))
                .isEqualTo(new Lag(0, 1, "", 0));
    }
}
