package io.recount.pipeline.cells;

import static org.assertj.core.api.Assertions.assertThat;

import io.recount.harness.expectation.Comparison;
import io.recount.harness.expectation.Outcomes;
import io.recount.harness.feed.Disturbances;
import io.recount.harness.feed.Scenario;
import java.time.Duration;
import org.apache.flink.runtime.state.StateBackend;
import org.apache.flink.runtime.state.hashmap.HashMapStateBackend;
import org.apache.flink.state.rocksdb.EmbeddedRocksDBStateBackend;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Another trade through the same code: texts as ids, quarters of an hour, no shifts. Every kind of disturbance befalls one
 * reading in twenty.
 */
class MetersOracleTest {

    private static final int METERS = 12;

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3})
    void publishedRowsAreTheFoldOfTheReadings(long seed) throws Exception {
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
        Disturbances many = new Disturbances(0.05, 0.05, 0.05, 0.05, 0.05, 0.05, 0.05, 0.1, Duration.ofMinutes(30));
        Scenario scenario = Scenario.of(seed, 3_000).withRegisters(METERS).withDisturbances(many);
        OracleRun run =
                OracleRun.of("meters", scenario, new StateSettings(cacheBytes, Duration.ofDays(3_650)), backend);
        System.out.println("seed " + seed + ": " + run.outcomes() + ", crashes " + run.crashes());
        assertExact(run.tables().cells(), 1_000);
        assertExact(run.tables().shifts(), 0);
        assertExact(run.tables().fieldCells(), 1_000);
        assertEverythingOccurs(run.outcomes());
        assertThat(run.crashes()).as("crashes").isPositive();
    }

    private static void assertExact(Comparison comparison, long leastRows) {
        ComparedTables.assertExact(comparison);
        assertThat(comparison.rows()).as("rows of %s", comparison.table()).isGreaterThanOrEqualTo(leastRows);
    }

    private static void assertEverythingOccurs(Outcomes outcomes) {
        assertThat(outcomes.duplicates()).isGreaterThan(50);
        assertThat(outcomes.badVersions()).isGreaterThan(50);
        assertThat(outcomes.deletedVersions()).isGreaterThan(50);
        assertThat(outcomes.errors()).isGreaterThan(20);
        assertThat(outcomes.versions()).isGreaterThan(3_300);
    }
}
