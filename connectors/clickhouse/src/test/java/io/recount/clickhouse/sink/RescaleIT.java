package io.recount.clickhouse.sink;

import static org.assertj.core.api.Assertions.assertThat;

import io.recount.clickhouse.Ledger;
import io.recount.clickhouse.TestEngine;
import io.recount.clickhouse.TestFlink;
import io.recount.clickhouse.TestServer;
import io.recount.local.Await;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Another number of subtasks goes on from a savepoint that holds blocks nobody has committed. */
final class RescaleIT {

    private static final int NUMBERS = 20_000;
    private static final int READ = 3_000;
    private static final Duration OFTEN = Duration.ofMillis(200);
    /** No checkpoint but the savepoint, of which no committer is told. */
    private static final Duration NEVER = Duration.ofHours(1);

    private static final Duration DEADLINE = Duration.ofMinutes(1);

    @RegisterExtension
    static final MiniClusterExtension FLINK = TestFlink.withSlots(5);

    @RegisterExtension
    static final TestEngine ENGINE = new TestEngine();

    @ParameterizedTest(name = "{0} to {1}")
    @CsvSource({"1, 2", "3, 5", "5, 2"})
    void pendingBlocksAreCommittedOnceByOtherSubtasks(int before, int after) throws Exception {
        TestServer server = ENGINE.database("from_" + before + "_to_" + after);
        SequenceJob.createTables(server);
        JobClient first = new SequenceJob(NUMBERS, 2_500, NEVER, 0, 0, null)
                .withParallelism(before)
                .submit(server.access(), 100);
        Await.until(
                () -> SequenceJob.SIGNALS.seen.get() > READ,
                DEADLINE,
                () -> "Only " + SequenceJob.SIGNALS.seen + " numbers were read");
        String savepoint = first.triggerSavepoint(ENGINE.savepoints(), SavepointFormatType.CANONICAL)
                .get(1, TimeUnit.MINUTES);
        first.cancel().get(1, TimeUnit.MINUTES);
        Await.until(() -> first.getJobStatus().join().isGloballyTerminalState(), DEADLINE, () -> "The job did not end");
        assertThat(server.number("SELECT uniqExact(id) FROM events")).isGreaterThan(READ);
        assertThat(server.number("SELECT count() FROM totals")).isZero();
        assertThat(server.number("SELECT count() FROM commits WHERE kind = 'commit'"))
                .isZero();

        new SequenceJob(NUMBERS, 1e9, OFTEN, 0, 0, savepoint)
                .withParallelism(after)
                .submit(server.access(), 200)
                .getJobExecutionResult()
                .get(1, TimeUnit.MINUTES);
        assertThat(server.lines("SELECT count(), uniqExact(id), min(id), max(id) FROM totals"))
                .containsExactly(NUMBERS + "\t" + NUMBERS + "\t0\t" + (NUMBERS - 1));
        assertThat(server.number("SELECT uniqExact(id) FROM events")).isEqualTo(NUMBERS);
        assertThat(server.number("SELECT rows FROM commits WHERE kind = 'commit' AND timeline = 100"))
                .as("rows of the savepoint")
                .isBetween((long) READ, (long) NUMBERS - 1);
        assertThat(new Ledger(server.client()).newestCommit().orElseThrow().seal())
                .satisfies(seal -> assertThat(seal.timeline()).isEqualTo(200))
                .satisfies(seal -> assertThat(seal.counters()).isEqualTo(Map.of("rows", (long) NUMBERS)));
    }
}
