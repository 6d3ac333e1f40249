package io.recount.pipeline.cells;

import static org.assertj.core.api.Assertions.assertThat;

import io.recount.harness.expectation.Comparison;
import io.recount.harness.feed.Scenario;
import java.time.Duration;
import org.apache.flink.runtime.state.StateBackend;
import org.apache.flink.runtime.state.hashmap.HashMapStateBackend;
import org.apache.flink.state.rocksdb.EmbeddedRocksDBStateBackend;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The stage against an expectation that shares no code with it: random deliveries, random checkpoints, random crashes that
 * lose all that was emitted since the last checkpoint, random watermarks.
 */
class CellsOracleTest {

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3})
    void publishedRowsAreTheFoldOfTheDocuments(long seed) throws Exception {
        run(seed, 1 << 20, new HashMapStateBackend());
    }

    @Test
    void theShippedStateBackendMakesNoDifference() throws Exception {
        run(8, 1 << 20, new EmbeddedRocksDBStateBackend(false));
    }

    @Test
    void roundsThatComeEarlyMakeNoDifference() throws Exception {
        run(7, 2_000, new HashMapStateBackend());
    }

    private static void run(long seed, long cacheBytes, StateBackend backend) throws Exception {
        OracleRun run = OracleRun.of(
                "receipts",
                Scenario.of(seed, 3_000).withRegisters(12),
                new StateSettings(cacheBytes, Duration.ofDays(3_650)),
                backend);
        assertExact(run.tables().cells());
        assertExact(run.tables().shifts());
        assertExact(run.tables().fieldCells());
        assertThat(run.crashes()).as("crashes").isPositive();
    }

    private static void assertExact(Comparison comparison) {
        ComparedTables.assertExact(comparison);
        assertThat(comparison.rows()).as("rows of %s", comparison.table()).isGreaterThan(100);
    }
}
