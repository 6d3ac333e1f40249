package io.recount.clickhouse.sink;

import static org.assertj.core.api.Assertions.assertThat;

import io.recount.clickhouse.TestEngine;
import io.recount.clickhouse.TestFlink;
import io.recount.clickhouse.TestServer;
import io.recount.local.Await;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.test.junit5.InjectMiniCluster;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Tables that somebody alters while a job writes to them, on a real engine. */
final class AlteredTableIT {

    private static final Duration OFTEN = Duration.ofMillis(200);
    private static final Duration DEADLINE = Duration.ofMinutes(1);
    private static final int ENDLESS_RESTARTS = Integer.MAX_VALUE;
    private static final int NUMBERS = 15_000;

    @RegisterExtension
    static final MiniClusterExtension FLINK = TestFlink.withSlots(2);

    @RegisterExtension
    static final TestEngine ENGINE = new TestEngine();

    private final List<JobClient> submitted = new ArrayList<>();

    @AfterEach
    void endJobs() throws Exception {
        for (JobClient job : submitted) {
            if (!job.getJobStatus().join().isGloballyTerminalState()) {
                job.cancel().get(1, TimeUnit.MINUTES);
            }
        }
    }

    @Test
    void addedAndReorderedColumnsAreFine() throws Exception {
        TestServer server = database("added");
        JobClient job = submit(server);
        server.awaitAtLeast(1_000, "SELECT count() FROM totals");
        for (String table : List.of("events", "totals")) {
            server.execute("ALTER TABLE " + table + " ADD COLUMN note String DEFAULT 'new' FIRST");
            server.execute("ALTER TABLE " + table + " MODIFY COLUMN id UInt64 AFTER remainder");
        }
        job.getJobExecutionResult().get(1, TimeUnit.MINUTES);
        assertEachOnce(server);
        assertThat(server.lines("SELECT DISTINCT note, remainder = id % 3 FROM totals"))
                .containsExactly("new\t1");
    }

    @Test
    void aColumnThatIsGoneStopsTheJobUntilItIsBack(@InjectMiniCluster MiniCluster flink) throws Exception {
        TestServer server = database("gone");
        JobClient job = submit(server);
        server.awaitAtLeast(1_000, "SELECT count() FROM totals");
        betweenCommits(server, "ALTER TABLE totals RENAME COLUMN id TO id_before");
        assertThat(awaitFailure(flink, job))
                .contains(
                        "table totals, column id: is not there, should be UInt64. Mend: ALTER TABLE `gone`.`totals` ADD"
                                + " COLUMN `id` UInt64");
        assertThatNothingIsCommitted(server);
        server.execute("ALTER TABLE totals RENAME COLUMN id_before TO id");
        job.getJobExecutionResult().get(1, TimeUnit.MINUTES);
        assertEachOnce(server);
    }

    @Test
    void aNarrowedColumnStopsTheJobUntilItIsWideAgain(@InjectMiniCluster MiniCluster flink) throws Exception {
        TestServer server = database("narrowed");
        JobClient job = submit(server);
        server.awaitAtLeast(1_000, "SELECT count() FROM totals");
        // All numbers of this job fit, so that the server has nothing to change in what is there.
        server.execute("ALTER TABLE totals MODIFY COLUMN id UInt16");
        assertThat(awaitFailure(flink, job))
                .contains("table totals, column id: is UInt16, should be UInt64. Mend: ALTER TABLE `narrowed`.`totals`"
                        + " MODIFY COLUMN `id` UInt64");
        assertThatNothingIsCommitted(server);
        server.execute("ALTER TABLE totals MODIFY COLUMN id UInt64");
        job.getJobExecutionResult().get(1, TimeUnit.MINUTES);
        assertEachOnce(server);
    }

    @Test
    void aNarrowedTableOfTheFirstPhaseStopsTheJobToo(@InjectMiniCluster MiniCluster flink) throws Exception {
        TestServer server = database("narrowed_events");
        JobClient job = submit(server);
        server.awaitAtLeast(1_000, "SELECT count() FROM totals");
        server.execute("ALTER TABLE events MODIFY COLUMN id UInt16");
        assertThat(awaitFailure(flink, job)).contains("table events, column id: is UInt16, should be UInt64.");
        server.execute("ALTER TABLE events MODIFY COLUMN id UInt64");
        job.getJobExecutionResult().get(1, TimeUnit.MINUTES);
        assertEachOnce(server);
    }

    /** The server does not rename in a part that is just being written; nobody can give that part its column back. */
    private static void betweenCommits(TestServer server, String statement) throws Exception {
        SequenceJob.SIGNALS.hold();
        assertThat(SequenceJob.SIGNALS.held.await(1, TimeUnit.MINUTES)).isTrue();
        server.awaitAtLeast(SequenceJob.SIGNALS.heldCheckpoint - 1, "SELECT max(checkpoint) FROM commits");
        server.execute(statement);
        SequenceJob.SIGNALS.released.countDown();
    }

    private JobClient submit(TestServer server) throws Exception {
        JobClient job = new SequenceJob(NUMBERS, 2_500, OFTEN, ENDLESS_RESTARTS, 0, null).submit(server.access(), 100);
        submitted.add(job);
        return job;
    }

    private static String awaitFailure(MiniCluster flink, JobClient job) {
        Await.until(
                () -> flink.getExecutionGraph(job.getJobID()).join().getFailureInfo() != null,
                DEADLINE,
                () -> "The job did not fail");
        return flink.getExecutionGraph(job.getJobID()).join().getFailureInfo().getExceptionAsString();
    }

    /** Restarts go on, and no ledger row comes. */
    private static void assertThatNothingIsCommitted(TestServer server) {
        String newest = "SELECT max(checkpoint) FROM commits WHERE kind = 'commit'";
        long committed = server.number(newest);
        assertThat(Await.within(() -> server.number(newest) > committed, Duration.ofSeconds(2)))
                .isFalse();
    }

    private static void assertEachOnce(TestServer server) {
        assertThat(server.lines("SELECT count(), uniqExact(id), min(id), max(id) FROM totals"))
                .containsExactly(NUMBERS + "\t" + NUMBERS + "\t0\t" + (NUMBERS - 1));
        assertThat(server.number("SELECT uniqExact(id) FROM events")).isEqualTo(NUMBERS);
    }

    /** The number is in no key, so that it can be altered. */
    private static TestServer database(String name) throws Exception {
        TestServer server = ENGINE.database(name);
        for (String table : List.of("events", "totals")) {
            server.execute("CREATE TABLE " + table + " (id UInt64, remainder UInt8) ENGINE = MergeTree"
                    + " PARTITION BY remainder ORDER BY tuple() SETTINGS non_replicated_deduplication_window = 10000");
        }
        return server;
    }
}
