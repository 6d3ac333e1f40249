package io.recount.it;

import static io.recount.it.Verdicts.assertExact;
import static org.assertj.core.api.Assertions.assertThat;

import io.recount.demo.DemoOptions;
import io.recount.demo.DemoRun;
import io.recount.demo.verdict.Verdict;
import io.recount.harness.feed.Scenario;
import io.recount.local.Await;
import io.recount.local.JobState;
import io.recount.local.StandaloneFlink;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The job runs on two clusters at once, with the same topics, tables and group: the younger from a checkpoint of the
 * older. The older gives way for good, and the tables are what the younger makes of the input.
 */
class TwoDeploymentsIT {

    private static final Path ROOT = Path.of(System.getProperty("recount.root"));
    private static final long SEED = 20_261_203;
    private static final Duration DEADLINE = Duration.ofMinutes(2);
    private static final Duration STAYS = Duration.ofSeconds(3);
    /** By then what the older one has published last was searched for. */
    private static final int LATER_CHECKPOINTS = 4;

    private static final String COMMITS = "SELECT count() FROM commits WHERE kind = 'commit' AND timeline = %d";

    @TempDir
    private Path folder;

    @Test
    void frozenDeploymentGivesWayWhenItWakesUp() throws Exception {
        assertThatTheOlderGivesWay(true);
    }

    @Test
    @Tag("long")
    void olderOfTwoDeploymentsAtOnceGivesWay() throws Exception {
        assertThatTheOlderGivesWay(false);
    }

    private void assertThatTheOlderGivesWay(boolean frozen) throws Exception {
        System.out.println("Seed " + SEED);
        StandaloneFlink older = cluster("older");
        DemoOptions options = DemoOptions.of(ROOT)
                .withFolder(folder.resolve("demo"))
                .withScenario(Scenario.of(SEED, 20_000))
                .withCheckpointInterval(Duration.ofSeconds(2));
        try (DemoRun run = DemoRun.with(options, older);
                StandaloneFlink younger = cluster("younger")) {
            younger.start();
            Verdict verdict = run.configured("scan.interval.duration", "1 s")
                    .midway(engines -> takeOver(run, older, younger, frozen))
                    // What is fed after that, nobody but the younger one can publish.
                    .midway(engines -> {})
                    .run();
            assertExact(verdict);
        }
    }

    private void takeOver(DemoRun run, StandaloneFlink older, StandaloneFlink younger, boolean frozen) {
        String first = run.jobId();
        long stored = run.clickHouse().number("SELECT count() FROM documents");
        Await.until(
                () -> run.clickHouse().number("SELECT count() FROM documents") > stored,
                DEADLINE,
                () -> "Nothing more was stored");
        if (frozen) {
            older.freeze();
        }
        long before = newestTimeline(run);
        run.goOnAt(younger, frozen ? older.newestCheckpoint(first).orElseThrow() : savepoint(older, first));
        Await.until(() -> newestTimeline(run) > before, DEADLINE, () -> "The younger one did not start");
        long after = newestTimeline(run);
        if (frozen) {
            awaitCommits(run, after, 1);
            older.thaw();
        }

        Await.until(
                () -> older.rest().state(first).isFinal(),
                DEADLINE,
                () -> "The older one is " + older.rest().state(first));
        assertThat(older.rest().state(first)).isEqualTo(JobState.FAILED);
        assertThat(older.rest().rootException(first)).contains("timeline " + after + " has taken over");
        assertThat(Await.within(() -> older.rest().state(first) != JobState.FAILED, STAYS))
                .isFalse();
        awaitCheckpoints(younger, run.jobId());
    }

    /** Commits follow their checkpoints; an idle job's have no rows in the ledger. */
    private static void awaitCheckpoints(StandaloneFlink cluster, String job) {
        long before = cluster.rest().completedCheckpoints(job);
        Await.until(
                () -> cluster.rest().completedCheckpoints(job) >= before + LATER_CHECKPOINTS,
                DEADLINE,
                () -> "The younger one completed no " + LATER_CHECKPOINTS + " checkpoints more");
    }

    /** A checkpoint would be gone before the younger one has read it. */
    private String savepoint(StandaloneFlink cluster, String job) {
        return cluster.rest().savepoint(job, folder.resolve("savepoints"));
    }

    private static long newestTimeline(DemoRun run) {
        return run.clickHouse().number("SELECT max(timeline) FROM commits");
    }

    private static long commits(DemoRun run, long timeline) {
        return run.clickHouse().number(COMMITS.formatted(timeline));
    }

    private static void awaitCommits(DemoRun run, long timeline, long count) {
        Await.until(
                () -> commits(run, timeline) >= count,
                DEADLINE,
                () -> "Timeline " + timeline + " did not commit " + count + " times");
    }

    private StandaloneFlink cluster(String name) {
        return StandaloneFlink.builder(folder.resolve(name))
                .taskManagers(1)
                .slots(2)
                .configuration(Map.of(
                        "parallelism.default",
                        "2",
                        // That processes were frozen is not to be noticed by anybody but the ledger.
                        "heartbeat.timeout",
                        "5 min",
                        "restart-strategy.type",
                        "fixed-delay",
                        "restart-strategy.fixed-delay.attempts",
                        "1000",
                        "restart-strategy.fixed-delay.delay",
                        "500 ms"))
                .build();
    }
}
