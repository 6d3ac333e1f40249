package io.recount.clickhouse.sink;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.recount.clickhouse.Ledger;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.apache.flink.runtime.execution.SuppressRestartsException;
import org.junit.jupiter.api.Test;

final class RoutingCheckTest {

    @Test
    void whereNothingIsPublishedEveryClusterPasses() {
        assertThatCode(() -> new RoutingCheck(Samples.cluster(1, 2)).against(Optional.empty()))
                .doesNotThrowAnyException();
    }

    @Test
    void theSameWeightsPass() {
        assertThatCode(() -> new RoutingCheck(Samples.cluster(1, 2)).against(routedBy(1, 2)))
                .doesNotThrowAnyException();
    }

    @Test
    void oneShardIsOneShardWhateverItsWeight() {
        assertThatCode(() -> new RoutingCheck(Samples.cluster(1)).against(routedBy(5)))
                .doesNotThrowAnyException();
        assertThatCode(() -> new RoutingCheck(Samples.cluster(1)).against(routedBy()))
                .doesNotThrowAnyException();
    }

    @Test
    void otherShardsAreRefusedForGood() {
        assertThatThrownBy(() -> new RoutingCheck(Samples.cluster(1, 1)).against(routedBy(1, 2)))
                .isInstanceOf(SuppressRestartsException.class)
                .cause()
                .hasMessageContaining("checkpoint 7 of timeline 200")
                .hasMessageContaining("weights [1, 2], and this start has the weights [1, 1]")
                .hasMessageContaining("Next: name the shards that were written to");
        assertThatThrownBy(() -> new RoutingCheck(Samples.cluster(1)).against(routedBy(1, 1)))
                .isInstanceOf(SuppressRestartsException.class);
        assertThatThrownBy(() -> new RoutingCheck(Samples.cluster(1, 1)).against(routedBy()))
                .isInstanceOf(SuppressRestartsException.class);
    }

    @Test
    void aStartThatHasCommittedNothingCountsToo() {
        assertThatThrownBy(() -> new RoutingCheck(Samples.cluster(1)).against(routedBy(Ledger.Kind.START, 1, 1)))
                .isInstanceOf(SuppressRestartsException.class);
    }

    private static Optional<Ledger.Entry> routedBy(Integer... weights) {
        return routedBy(Ledger.Kind.COMMIT, weights);
    }

    private static Optional<Ledger.Entry> routedBy(Ledger.Kind kind, Integer... weights) {
        return Optional.of(new Ledger.Entry(kind, "any", Instant.EPOCH, Samples.SEAL, List.of(weights)));
    }
}
