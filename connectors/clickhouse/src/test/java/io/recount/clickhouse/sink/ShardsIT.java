package io.recount.clickhouse.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.recount.clickhouse.ClickHouseCluster;
import io.recount.clickhouse.ClickHouseCluster.Shard;
import io.recount.clickhouse.Ledger;
import io.recount.clickhouse.TestFlink;
import io.recount.clickhouse.TestServer;
import io.recount.local.Await;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The sink on two shards, of weights 1 and 2. */
final class ShardsIT {

    private static final Duration OFTEN = Duration.ofMillis(200);
    private static final Duration DEADLINE = Duration.ofMinutes(1);

    /** As the tables of a cluster would route: what is left of the key's hash decides. */
    private static final String SLOT = "xxHash64(toString(id)) % 3";

    @RegisterExtension
    static final MiniClusterExtension FLINK = TestFlink.withSlots(2);

    @TempDir
    static Path folder;

    private static TestServer firstEngine;
    private static TestServer secondEngine;

    @BeforeAll
    static void start() throws Exception {
        firstEngine = TestServer.start(folder.resolve("first"));
        secondEngine = TestServer.start(folder.resolve("second"));
    }

    @AfterAll
    static void stop() {
        firstEngine.close();
        secondEngine.close();
    }

    @Test
    void eachRowIsOnItsShardOnceAlthoughTheJobFails() throws Exception {
        Shards shards = Shards.of("failing");
        shards.submit(new SequenceJob(10_000, 3_000, OFTEN, 3, 3, null), 100)
                .getJobExecutionResult()
                .get(1, TimeUnit.MINUTES);
        shards.awaitTotals(10_000);
        shards.assertParted(10_000);
        assertThat(shards.sum("SELECT count() FROM totals"))
                .as("once and not more, in physical rows")
                .isEqualTo(10_000);
        assertThat(new Ledger(shards.first.client()).newestCommit().orElseThrow())
                .satisfies(newest -> assertThat(newest.seal().counters()).isEqualTo(Map.of("rows", 10_000L)))
                .satisfies(newest -> assertThat(newest.shardWeights()).containsExactly(1, 2));
        assertThat(shards.first.number("SELECT count() FROM commits WHERE kind = 'start'"))
                .as("a start row for each checkpoint that was restored")
                .isGreaterThan(1);
        assertThat(shards.second.number("SELECT count() FROM commits")).isZero();
    }

    @Test
    void theLedgerWaitsForAShardThatIsAway() throws Exception {
        Shards shards = Shards.of("killed");
        JobClient job = shards.submit(new SequenceJob(20_000, 2_500, OFTEN, 0, 0, null), 100);
        shards.second.awaitAtLeast(1_000, "SELECT count() FROM totals");
        shards.second.engine().kill();
        long begun = shards.first.number("SELECT max(checkpoint) FROM commits");
        // The checkpoint under way may have been complete on the second shard; none after it is.
        boolean went = Await.within(
                () -> shards.first.number("SELECT max(checkpoint) FROM commits") > begun + 1, Duration.ofSeconds(5));
        assertThat(went).isFalse();
        assertThat(job.getJobStatus().join().isGloballyTerminalState()).isFalse();
        shards.second.engine().start();
        job.getJobExecutionResult().get(2, TimeUnit.MINUTES);
        shards.awaitTotals(20_000);
        shards.assertParted(20_000);
        assertThat(shards.first.number("SELECT count() FROM commits WHERE kind = 'start'"))
                .isEqualTo(1);
    }

    @Test
    void aStartOnOtherShardsThanThoseWithTheRowsIsRefused() throws Exception {
        Shards shards = Shards.of("rerouted");
        shards.submit(new SequenceJob(500, 1e9, OFTEN, 0, 0, null), 100)
                .getJobExecutionResult()
                .get(1, TimeUnit.MINUTES);
        shards.awaitTotals(500);
        int endlessRestarts = Integer.MAX_VALUE;
        JobClient narrowed = new SequenceJob(500, 1e9, OFTEN, endlessRestarts, 0, null)
                .withUnseenRows(UnseenRows.FORGET)
                .submit(shards.first.access(), 200);
        assertThatThrownBy(() -> narrowed.getJobExecutionResult().get(1, TimeUnit.MINUTES))
                .hasStackTraceContaining("lies on shards of the weights [1, 2], and this start has the weights [1]");
        assertThat(shards.sum("SELECT count() FROM totals")).isEqualTo(500);
    }

    /** Both engines with a database of one test. */
    private record Shards(TestServer first, TestServer second) {

        static Shards of(String database) throws Exception {
            Shards shards = new Shards(firstEngine.database(database), secondEngine.database(database));
            SequenceJob.createTables(shards.first);
            SequenceJob.createTables(shards.second);
            return shards;
        }

        JobClient submit(SequenceJob job, long timeline) throws Exception {
            return job.submit(
                    new ClickHouseCluster(List.of(new Shard(first.access(), 1), new Shard(second.access(), 2))),
                    timeline);
        }

        long sum(String select) {
            return first.number(select) + second.number(select);
        }

        void awaitTotals(long rows) {
            Await.until(
                    () -> sum("SELECT uniqExact(id) FROM totals") >= rows,
                    DEADLINE,
                    () -> sum("SELECT uniqExact(id) FROM totals") + " totals, not " + rows);
        }

        /** Every number is on one shard, and on that which the hash says. */
        void assertParted(long numbers) {
            for (String table : List.of("totals", "events")) {
                assertThat(sum("SELECT uniqExact(id) FROM " + table)).isEqualTo(numbers);
                assertThat(first.number("SELECT countIf(" + SLOT + " != 0) FROM " + table))
                        .isZero();
                assertThat(second.number("SELECT countIf(" + SLOT + " = 0) FROM " + table))
                        .isZero();
                assertThat(first.number("SELECT uniqExact(id) FROM " + table))
                        .as("about a third of " + table)
                        .isBetween(numbers * 30 / 100, numbers * 37 / 100);
            }
        }
    }
}
