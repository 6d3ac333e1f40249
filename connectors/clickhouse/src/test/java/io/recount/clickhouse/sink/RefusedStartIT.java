package io.recount.clickhouse.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.recount.clickhouse.TestEngine;
import io.recount.clickhouse.TestFlink;
import io.recount.clickhouse.TestServer;
import io.recount.local.Await;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.flink.api.common.JobStatus;
import org.apache.flink.client.program.rest.RestClusterClient;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.runtime.execution.ExecutionState;
import org.apache.flink.test.junit5.InjectClusterClient;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.apache.flink.util.ExceptionUtils;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Starts that a job on a Flink cluster is refused, and what they leave in the ledger of a real engine. */
final class RefusedStartIT {

    private static final Duration OFTEN = Duration.ofMillis(200);
    private static final Duration DEADLINE = Duration.ofMinutes(1);
    private static final int ENDLESS_RESTARTS = Integer.MAX_VALUE;

    @RegisterExtension
    static final MiniClusterExtension FLINK = TestFlink.withSlots(4);

    @RegisterExtension
    static final TestEngine ENGINE = new TestEngine();

    @Test
    void aStartThatDoesNotKnowWhatIsPublishedIsRefused() throws Exception {
        TestServer server = database("unknown");
        JobClient first = submit(server, 100, null);
        server.awaitAtLeast(1_000, "SELECT count() FROM totals");
        String middle = first.triggerSavepoint(ENGINE.savepoints(), SavepointFormatType.CANONICAL)
                .get(1, TimeUnit.MINUTES);
        long behind = server.number("SELECT max(checkpoint) FROM commits") + 2;
        server.awaitAtLeast(behind, "SELECT max(checkpoint) FROM commits");
        String last = stop(first);
        long committed = server.number("SELECT max(checkpoint) FROM commits");

        refuse(submit(server, 200, null), "checkpoint " + committed + " of timeline 100", "it has no state", "Next: ");
        refuse(
                submit(server, 201, middle),
                "checkpoint " + committed + " of timeline 100",
                "truncate the tables totals",
                "Next: ");
        assertThat(server.lines("SELECT DISTINCT timeline FROM commits")).containsExactly("100");

        JobClient second = submit(server, 300, last);
        server.awaitAtLeast(1, "SELECT count() FROM commits WHERE timeline = 300 AND kind = 'commit' AND rows > 0");
        stop(second);
        assertThat(server.lines("SELECT count() - uniqExact(id) FROM totals")).containsExactly("0");
    }

    @Test
    void aCommitThatALaterSubmissionRepeatsIsStillTheFirstOnes() throws Exception {
        TestServer server = database("repeated");
        JobClient first = submit(server, 100, null);
        server.awaitAtLeast(1_000, "SELECT count() FROM totals");
        String savepoint = stop(first);
        // The savepoint was taken before its commit, so whoever starts from it commits it again.
        JobClient second = submit(server, 200, savepoint);
        server.awaitAtLeast(1, "SELECT count() FROM commits WHERE timeline = 200 AND kind = 'commit'");
        stop(second);
        assertThat(server.lines("SELECT count(), uniqExact(submission), uniqExact(job) FROM commits"
                        + " WHERE kind = 'commit' GROUP BY timeline, checkpoint HAVING timeline = 100"
                        + " ORDER BY checkpoint DESC LIMIT 1"))
                .containsExactly("1\t1\t1");
    }

    @Test
    void aTimelineFromTheFutureIsRefused() throws Exception {
        TestServer server = database("future");
        long now = server.number("SELECT toUnixTimestamp(now())");
        refuse(
                submit(server, now + 3_600, null),
                "has timeline " + (now + 3_600),
                "the clock of ClickHouse says",
                "Next: ");
        assertThat(server.number("SELECT count() FROM commits")).isZero();
        JobClient right = submit(server, now, null);
        server.awaitAtLeast(1, "SELECT count() FROM commits WHERE kind = 'commit'");
        stop(right);
    }

    @Test
    void aJobWhoseSuccessorHasStartedEndsAndDoesNotComeBack() throws Exception {
        TestServer server = database("fenced");
        JobClient older = submit(server, 100, null);
        server.awaitAtLeast(1_000, "SELECT count() FROM totals");
        String savepoint = older.triggerSavepoint(ENGINE.savepoints(), SavepointFormatType.CANONICAL)
                .get(1, TimeUnit.MINUTES);
        JobClient newer = new SequenceJob(1_000_000, 2_000, OFTEN, ENDLESS_RESTARTS, 0, savepoint)
                .withUnseenRows(UnseenRows.RECOMPUTE)
                .submit(server.access(), 200);
        assertThatThrownBy(() -> older.getJobExecutionResult().get(1, TimeUnit.MINUTES))
                .hasStackTraceContaining("This job, timeline 100, does not commit checkpoint")
                .hasStackTraceContaining("timeline 200 has taken over");
        assertThat(older.getJobStatus().get(1, TimeUnit.MINUTES)).isEqualTo(JobStatus.FAILED);
        server.awaitAtLeast(1, "SELECT count() FROM commits WHERE timeline = 200 AND kind = 'commit' AND rows > 0");
        stop(newer);
    }

    @Test
    void aSubmissionThatAnotherOperatorRefusesLeavesTheRunningJobAlone(@InjectClusterClient RestClusterClient<?> client)
            throws Exception {
        TestServer server = database("unharmed");
        JobClient running = submit(server, 100, null);
        server.awaitAtLeast(1_000, "SELECT count() FROM totals");
        String savepoint = running.triggerSavepoint(ENGINE.savepoints(), SavepointFormatType.CANONICAL)
                .get(1, TimeUnit.MINUTES);
        CountDownLatch refusal = new CountDownLatch(1);
        SequenceJob.SIGNALS.refusal = refusal;
        try {
            JobClient refused = new SequenceJob(1_000_000, 2_000, OFTEN, ENDLESS_RESTARTS, 0, savepoint)
                    .withUnseenRows(UnseenRows.RECOMPUTE)
                    .submit(server.access(), 200);
            Await.until(() -> seals(client, refused), DEADLINE, () -> "The aggregator did not begin");
            refusal.countDown();
            refuse(refused, "This state is not mine", "SuppressRestartsException");
        } finally {
            SequenceJob.SIGNALS.refusal = null;
        }
        long committed = server.number("SELECT max(checkpoint) FROM commits");
        server.awaitAtLeast(committed + 2, "SELECT max(checkpoint) FROM commits");
        assertThat(running.getJobStatus().get(1, TimeUnit.MINUTES)).isEqualTo(JobStatus.RUNNING);
        assertThat(server.lines("SELECT DISTINCT timeline FROM commits")).containsExactly("100");
        stop(running);
    }

    /** Whether the aggregator has opened. */
    private static boolean seals(RestClusterClient<?> client, JobClient job) {
        return client.getJobDetails(job.getJobID()).join().getJobVertexInfos().stream()
                .anyMatch(vertex -> vertex.getName().contains("Seal checkpoints")
                        && vertex.getExecutionState() == ExecutionState.RUNNING);
    }

    private static JobClient submit(TestServer server, long timeline, @Nullable String savepoint) throws Exception {
        return new SequenceJob(1_000_000, 2_000, OFTEN, ENDLESS_RESTARTS, 0, savepoint)
                .submit(server.access(), timeline);
    }

    private static void refuse(JobClient job, String... reasons) {
        assertThatThrownBy(() -> job.getJobExecutionResult().get(1, TimeUnit.MINUTES))
                .satisfies(refusal ->
                        assertThat(ExceptionUtils.stringifyException(refusal)).contains(reasons));
    }

    private static String stop(JobClient job) throws Exception {
        String savepoint = job.stopWithSavepoint(false, ENGINE.savepoints(), SavepointFormatType.CANONICAL)
                .get(1, TimeUnit.MINUTES);
        Await.until(() -> job.getJobStatus().join().isGloballyTerminalState(), DEADLINE, () -> "The job did not end");
        return savepoint;
    }

    private static TestServer database(String name) throws Exception {
        TestServer server = ENGINE.database(name);
        SequenceJob.createTables(server);
        return server;
    }
}
