package io.recount.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.recount.bench.Freshness.Commit;
import io.recount.bench.Freshness.Read;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class FreshnessTest {

    private static final Commit FIRST = new Commit(1, 1_000, Map.of(0, 2L));
    private static final Commit SECOND = new Commit(2, 2_000, Map.of(0, 3L, 1, 5L));

    @Test
    void onlyTheNewestDocumentOfARegisterInACommitCounts() {
        Freshness freshness = Freshness.of(
                List.of(SECOND, FIRST),
                List.of(
                        new Read("A", 0, 0, 100),
                        new Read("A", 0, 1, 400),
                        new Read("B", 0, 2, 1_700),
                        new Read("C", 1, 4, 900)));
        assertThat(freshness.sortedMillis()).containsExactly(300L, 600L, 1_100L);
    }

    @Test
    void whatIsNotCommittedGivesNoSample() {
        assertThat(Freshness.of(List.of(FIRST), List.of(new Read("A", 0, 2, 100), new Read("A", 3, 0, 100)))
                        .sortedMillis())
                .isEmpty();
    }

    @Test
    void percentilesAreSamples() {
        Freshness hundred = new Freshness(LongStream.rangeClosed(1, 100).boxed().toList());
        assertThat(hundred.percentileMillis(0.5)).isEqualTo(50);
        assertThat(hundred.percentileMillis(0.99)).isEqualTo(99);
        assertThat(new Freshness(List.of(7L)).percentileMillis(0.99)).isEqualTo(7);
        assertThatThrownBy(() -> new Freshness(List.of()).percentileMillis(0.5))
                .isInstanceOf(IllegalStateException.class);
    }
}
