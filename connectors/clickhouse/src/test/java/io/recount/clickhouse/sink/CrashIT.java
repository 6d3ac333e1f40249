package io.recount.clickhouse.sink;

import static org.assertj.core.api.Assertions.assertThat;

import io.recount.clickhouse.TestFlink;
import io.recount.clickhouse.TestServer;
import io.recount.local.Await;
import io.recount.local.relay.Deed;
import io.recount.local.relay.Hold;
import io.recount.local.relay.Insert;
import io.recount.local.relay.Relay;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.flink.runtime.checkpoint.CheckpointStatsHistory;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.test.junit5.InjectMiniCluster;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A task manager that goes down at each step of a checkpoint's way into three tables, two of them written at the commit,
 * on two real engines as shards: what is visible then, and what it comes to afterwards.
 */
final class CrashIT {

    private static final int NUMBERS = 8_000;
    private static final int A_FEW = 500;
    private static final Duration MOMENT = Duration.ofMillis(300);

    @RegisterExtension
    static final MiniClusterExtension FLINK = TestFlink.withSlots(2);

    @TempDir
    static Path folder;

    private static TestServer firstEngine;
    private static TestServer secondEngine;
    private static int newestTaskManager;

    /** Blocks that have come of the commit under way. */
    private final AtomicInteger blocks = new AtomicInteger();
    /** Where the newest of them belongs. */
    private final AtomicInteger shard = new AtomicInteger();

    @BeforeAll
    static void start() throws Exception {
        firstEngine = TestServer.start(folder.resolve("first"));
        secondEngine = TestServer.start(folder.resolve("second"));
    }

    @AfterEach
    void openGate() {
        Gate.ONLY.open();
    }

    @AfterAll
    static void stop() {
        firstEngine.close();
        secondEngine.close();
    }

    /** Twice: the first time a request that waits at the step is lost, the second time it arrives when all is over. */
    @ParameterizedTest
    @EnumSource
    void aCrashAtAnyStepLosesAndDoublesNothing(Step step, @InjectMiniCluster MiniCluster flink) throws Exception {
        try (TallyRun run = submit("crash_" + step.name().toLowerCase(Locale.ROOT), 10_000)) {
            crashAt(step, run, flink).open(false);
            Hold late = crashAt(step, run, flink);
            run.awaitEnd();
            run.assertEachOnce();
            late.open(true);
            Await.until(() -> isNothingUnderWay(run), TallyRun.DEADLINE, () -> "A request is still under way");
            run.assertEachOnce();
        }
    }

    @Test
    void aForgottenTokenMakesCopiesAndNoWrongAnswer(@InjectMiniCluster MiniCluster flink) throws Exception {
        try (TallyRun run = submit("forgotten", 1)) {
            crashAt(Step.BEFORE_LEDGER, run, flink).open(false);
            run.awaitEnd();
            assertThat(run.servers().sum("SELECT count() FROM totals")).isGreaterThan(NUMBERS);
            run.assertRightAnswers();
        }
    }

    private TallyRun submit(String database, int window) throws Exception {
        TallyServers servers =
                TallyServers.with(window, firstEngine.database(database), secondEngine.database(database));
        TallyRun run = TallyRun.of(TallyJob.bounded(NUMBERS, 2_000), servers, relay(servers, 0), relay(servers, 1));
        run.server().awaitAtLeast(A_FEW, "SELECT max(counters['rows']) FROM commits WHERE kind = 'commit'");
        return run;
    }

    private Relay relay(TallyServers servers, int of) throws Exception {
        Relay relay = Relay.before(servers.shards().get(of).access().endpoint());
        relay.follow(insert -> stopAtSteps(of, insert));
        return relay;
    }

    private static boolean isNothingUnderWay(TallyRun run) {
        return run.relays().stream().allMatch(relay -> relay.underWay() == 0);
    }

    /** The steps that are inserts; the others are in the job. */
    private Deed stopAtSteps(int of, Insert insert) throws InterruptedException {
        boolean arrives = switch (insert.table()) {
            case "events" -> Gate.ONLY.pass(Step.DURING_PHASE_ONE);
            case "totals", "tallies" -> passes(of);
            default -> !insert.isLedgerRow() || blocks.getAndSet(0) == 0 || Gate.ONLY.pass(Step.BEFORE_LEDGER);
        };
        return arrives ? Deed.PASS : Deed.DROP;
    }

    /** Blocks come one after the other, of each table those of the first shard first. */
    private boolean passes(int of) throws InterruptedException {
        boolean isFirst = blocks.getAndIncrement() == 0;
        boolean isOfNextShard = shard.getAndSet(of) < of;
        return isFirst || (isOfNextShard ? Gate.ONLY.pass(Step.BETWEEN_SHARDS) : Gate.ONLY.pass(Step.BETWEEN_INSERTS));
    }

    /** Ends the task manager once the job has come to the step, and starts another one. */
    private Hold crashAt(Step step, TallyRun run, MiniCluster flink) throws Exception {
        Hold stop = Gate.ONLY.close(step);
        stop.awaitReached();
        assertVisible(step, run, flink);
        flink.terminateTaskManager(newestTaskManager).get();
        blocks.set(0);
        flink.startTaskManager();
        newestTaskManager++;
        return stop;
    }

    private static void assertVisible(Step step, TallyRun run, MiniCluster flink) {
        switch (step) {
            case DURING_PHASE_ONE -> assertNothingOfTheCheckpointIsVisible(run, flink);
            case AFTER_PHASE_ONE -> {
                assertNothingOfTheCheckpointIsVisible(run, flink);
                run.servers().awaitAtLeast(run.committed() + 1, "SELECT uniqExact(id) FROM events");
            }
            case AFTER_SNAPSHOT -> {
                Await.until(
                        () -> waitsForOne(run, flink),
                        TallyRun.DEADLINE,
                        () -> "No checkpoint waits for one snapshot only");
                assertNothingOfTheCheckpointIsVisible(run, flink);
                assertThat(run.servers().sum("SELECT uniqExact(id) FROM events"))
                        .isGreaterThan(run.committed());
            }
            case BETWEEN_INSERTS, BETWEEN_SHARDS ->
                assertThat(Math.max(run.totals(), run.tallied()))
                        .as("visible of the table that comes first")
                        .isGreaterThan(run.committed());
            case BEFORE_LEDGER -> {
                assertThat(run.totals()).isGreaterThan(run.committed());
                assertThat(run.tallied()).isEqualTo(run.totals());
            }
            case BEFORE_OFFSETS -> assertThat(run.totals()).isEqualTo(run.committed());
        }
        run.assertToldOfCommitsOnly();
    }

    /** The commit before it may be under way; then nothing goes on. */
    private static void assertNothingOfTheCheckpointIsVisible(TallyRun run, MiniCluster flink) {
        Await.until(
                () -> newestTold() == newestCompleted(run, flink),
                TallyRun.DEADLINE,
                () -> "Checkpoint " + newestCompleted(run, flink) + " is complete, and " + newestTold() + " committed");
        assertThat(Await.within(() -> run.totals() != run.committed() || run.tallied() != run.committed(), MOMENT))
                .as(
                        "rows of no commit: %s totals, %s tallied, %s committed",
                        run.totals(), run.tallied(), run.committed())
                .isFalse();
    }

    private static long newestTold() {
        return TallyJob.TOLD.isEmpty()
                ? 0
                : TallyJob.TOLD.get(TallyJob.TOLD.size() - 1).checkpoint();
    }

    private static long newestCompleted(TallyRun run, MiniCluster flink) {
        return checkpoints(run, flink).getLatestCompletedCheckpoint().getCheckpointId();
    }

    private static boolean waitsForOne(TallyRun run, MiniCluster flink) {
        return checkpoints(run, flink).getCheckpoints().stream()
                .anyMatch(checkpoint -> checkpoint.getStatus().isInProgress()
                        && checkpoint.getNumberOfAcknowledgedSubtasks() == checkpoint.getNumberOfSubtasks() - 1);
    }

    private static CheckpointStatsHistory checkpoints(TallyRun run, MiniCluster flink) {
        return flink.getExecutionGraph(run.job().getJobID())
                .join()
                .getCheckpointStatsSnapshot()
                .getHistory();
    }
}
