package io.recount.clickhouse.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.recount.clickhouse.Ancestor;
import io.recount.clickhouse.Ledger;
import io.recount.clickhouse.Lineage;
import io.recount.clickhouse.Position;
import io.recount.clickhouse.Seal;
import io.recount.clickhouse.TestEngine;
import io.recount.clickhouse.TestFlink;
import io.recount.clickhouse.TestServer;
import io.recount.local.Await;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.metrics.Counter;
import org.apache.flink.runtime.client.JobCancellationException;
import org.apache.flink.runtime.testutils.InMemoryReporter;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The whole sink in a job on a Flink cluster, against a real engine. */
final class ClickHouseSinkIT {

    private static final Duration OFTEN = Duration.ofMillis(200);
    private static final Duration DEADLINE = Duration.ofMinutes(1);

    private static final InMemoryReporter METRICS = InMemoryReporter.createWithRetainedMetrics();

    @RegisterExtension
    static final MiniClusterExtension FLINK = TestFlink.reportingTo(METRICS);

    @RegisterExtension
    static final TestEngine ENGINE = new TestEngine();

    private final List<JobClient> submitted = new ArrayList<>();

    @AfterEach
    void endJobs() throws Exception {
        SequenceJob.SIGNALS.released.countDown();
        for (JobClient job : submitted) {
            end(job);
        }
    }

    @Test
    void everythingIsCommittedWhenTheInputEnds() throws Exception {
        TestServer server = database("bounded");
        submit(new SequenceJob(5_000, 1e9, OFTEN, 0, 0, null), server, 100)
                .getJobExecutionResult()
                .get(1, TimeUnit.MINUTES);
        assertEachOnce(server, 5_000);
        Seal seal = newest(server);
        assertThat(seal.timeline()).isEqualTo(100);
        assertThat(seal.lineage()).isEqualTo(Lineage.NONE);
        assertThat(seal.positions()).containsExactly(new Position("numbers", 0, 5_000));
        assertThat(seal.counters()).isEqualTo(Map.of("rows", 5_000L));
    }

    @Test
    void rowsAreInvisibleUntilTheirCheckpointCompleted() throws Exception {
        TestServer server = database("invisible");
        submit(new SequenceJob(100_000, 2_000, OFTEN, 0, 0, null), server, 100);
        server.awaitAtLeast(1, "SELECT count() FROM commits WHERE kind = 'commit' AND rows > 0");
        SequenceJob.SIGNALS.hold();
        assertThat(SequenceJob.SIGNALS.held.await(1, TimeUnit.MINUTES)).isTrue();
        server.awaitAtLeast(SequenceJob.SIGNALS.heldCheckpoint - 1, "SELECT max(checkpoint) FROM commits");
        long committed = server.number("SELECT max(counters['rows']) FROM commits");
        // The checkpoint that is held back wrote its events, and more of them than were committed before.
        server.awaitAtLeast(committed + 1, "SELECT uniqExact(id) FROM events");
        assertThat(server.number("SELECT count() FROM totals")).isEqualTo(committed);
        assertThat(server.number("SELECT max(counters['rows']) FROM commits")).isEqualTo(committed);
        SequenceJob.SIGNALS.released.countDown();
        server.awaitAtLeast(committed + 1, "SELECT count() FROM totals");
    }

    @Test
    void aFailedJobWritesEachRowOnce() throws Exception {
        TestServer server = database("failing");
        submit(new SequenceJob(10_000, 3_000, OFTEN, 3, 3, null), server, 100)
                .getJobExecutionResult()
                .get(1, TimeUnit.MINUTES);
        assertEachOnce(server, 10_000);
        assertThat(newest(server).counters()).isEqualTo(Map.of("rows", 10_000L));
        assertThat(server.number("SELECT count() FROM commits WHERE kind = 'start'"))
                .as("a start row for each checkpoint that was restored")
                .isGreaterThan(1);
        assertThat(server.lines("SELECT count(), uniqExact(checkpoint), sum(rows) FROM commits WHERE kind = 'commit'")
                        .get(0))
                .matches("(\\d+)\t\\1\t10000");
        assertThat(server.lines(
                        "SELECT checkpoint FROM commits WHERE kind = 'commit' ORDER BY committed_at, checkpoint"))
                .isEqualTo(server.lines("SELECT checkpoint FROM commits WHERE kind = 'commit' ORDER BY checkpoint"));
    }

    @Test
    void aKilledServerIsWaitedForWithoutARestart() throws Exception {
        TestServer server = database("killed");
        JobClient job = submit(new SequenceJob(20_000, 2_500, OFTEN, 0, 0, null), server, 100);
        server.awaitAtLeast(2_000, "SELECT count() FROM totals");
        killUntilMissed(server, job);
        assertThat(hasEnded(job)).isFalse();
        server.engine().start();
        job.getJobExecutionResult().get(2, TimeUnit.MINUTES);
        assertThat(server.lines("SELECT uniqExact(id), min(id), max(id) FROM totals"))
                .containsExactly("20000\t0\t19999");
        assertThat(server.lines("SELECT uniqExact(id), min(id), max(id) FROM events"))
                .containsExactly("20000\t0\t19999");
        assertThat(newest(server).counters()).isEqualTo(Map.of("rows", 20_000L));
        assertThat(server.number("SELECT count() FROM commits WHERE kind = 'start'"))
                .isEqualTo(1);
    }

    @Test
    void aJobThatWaitsForTheServerCanBeCancelled() throws Exception {
        TestServer server = database("cancelled");
        JobClient job = submit(new SequenceJob(1_000_000, 2_000, OFTEN, 0, 0, null), server, 100);
        server.awaitAtLeast(1, "SELECT count() FROM totals");
        killUntilMissed(server, job);
        job.cancel().get(1, TimeUnit.MINUTES);
        // It would wait for the server for longer than that.
        assertThatThrownBy(() -> job.getJobExecutionResult().get(1, TimeUnit.MINUTES))
                .hasCauseInstanceOf(JobCancellationException.class);
        server.engine().start();
    }

    @Test
    void aSubmissionThatGoesOnFromASavepointLeavesItsAncestorAtTheCut() throws Exception {
        TestServer server = database("resumed");
        JobClient first = submit(new SequenceJob(1_000_000, 2_000, OFTEN, 0, 0, null), server, 100);
        server.awaitAtLeast(1_000, "SELECT count() FROM totals");
        String savepoint = first.stopWithSavepoint(false, ENGINE.savepoints(), SavepointFormatType.CANONICAL)
                .get(1, TimeUnit.MINUTES);
        Seal left = newest(server);
        assertThat(left.timeline()).isEqualTo(100);

        JobClient second = submit(new SequenceJob(1_000_000, 2_000, OFTEN, 0, 0, savepoint), server, 200);
        server.awaitAtLeast(1, "SELECT count() FROM commits WHERE timeline = 200 AND kind = 'commit' AND rows > 0");
        Lineage lineage = new Lineage(List.of(new Ancestor(100, left.checkpoint(), left.positions())));
        Seal seal = newest(server);
        assertThat(seal.timeline()).isEqualTo(200);
        assertThat(seal.lineage()).isEqualTo(lineage);
        assertThat(seal.checkpoint()).isGreaterThan(left.checkpoint());
        end(second);
        assertThat(server.lines("SELECT count() - uniqExact(id), count() - sum(copies) FROM totals"))
                .containsExactly("0\t0");

        int endlessRestarts = Integer.MAX_VALUE;
        JobClient late = submit(new SequenceJob(1_000_000, 2_000, OFTEN, endlessRestarts, 0, savepoint), server, 150);
        assertThatThrownBy(() -> late.getJobExecutionResult().get(1, TimeUnit.MINUTES))
                .as("refused at its start, or at what the savepoint left to commit, whichever comes first")
                .hasStackTraceContaining("timeline 200")
                .hasStackTraceContaining("Next: ");
    }

    /** Until the job has tried in vain a few times. */
    private static void killUntilMissed(TestServer server, JobClient job) {
        server.engine().kill();
        Await.until(() -> retries(job) >= 3, DEADLINE, () -> "The job does not miss the server");
    }

    private static long retries(JobClient job) {
        return METRICS.findMetrics(job.getJobID(), "retries").values().stream()
                .mapToLong(metric -> ((Counter) metric).getCount())
                .sum();
    }

    private JobClient submit(SequenceJob job, TestServer server, long timeline) throws Exception {
        JobClient client = job.submit(server.access(), timeline);
        submitted.add(client);
        return client;
    }

    private static void end(JobClient job) throws Exception {
        if (!hasEnded(job)) {
            job.cancel().get(1, TimeUnit.MINUTES);
            Await.until(() -> hasEnded(job), DEADLINE, () -> "The job did not end");
        }
    }

    private static boolean hasEnded(JobClient job) {
        return job.getJobStatus().join().isGloballyTerminalState();
    }

    private static TestServer database(String name) throws Exception {
        TestServer server = ENGINE.database(name);
        SequenceJob.createTables(server);
        return server;
    }

    private static Seal newest(TestServer server) throws Exception {
        return new Ledger(server.client()).newestCommit().orElseThrow().seal();
    }

    /** Totals: once and not more, in physical rows. Events: at least once. */
    private static void assertEachOnce(TestServer server, long numbers) {
        String expected = numbers + "\t" + numbers + "\t0\t" + (numbers - 1);
        Await.within(() -> server.number("SELECT count() FROM totals") >= numbers, DEADLINE);
        assertThat(server.lines("SELECT count(), uniqExact(id), min(id), max(id) FROM totals"))
                .containsExactly(expected);
        assertThat(server.number("SELECT uniqExact(id) FROM events")).isEqualTo(numbers);
    }
}
