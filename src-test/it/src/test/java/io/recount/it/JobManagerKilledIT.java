package io.recount.it;

import static io.recount.it.Verdicts.assertExact;
import static org.assertj.core.api.Assertions.assertThat;

import io.recount.demo.DemoOptions;
import io.recount.demo.DemoRun;
import io.recount.demo.verdict.LedgerRow;
import io.recount.demo.verdict.Verdict;
import io.recount.harness.feed.Scenario;
import io.recount.local.ApplicationFlink;
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
 * In application mode the job's main class runs inside the job manager, and again in every one that takes over. Flink takes
 * up the job that it stored, and what main has made anew is of no account.
 */
@Tag("long")
class JobManagerKilledIT {

    private static final Path ROOT = Path.of(System.getProperty("recount.root"));
    private static final long SEED = 20_261_203;
    private static final Duration DEADLINE = Duration.ofMinutes(3);

    @TempDir
    private Path folder;

    @Test
    void jobOfAKilledJobManagerGoesOnFromItsNewestCheckpointInApplicationMode() throws Exception {
        System.out.println("Seed " + SEED);
        ApplicationFlink flink = new ApplicationFlink(StandaloneFlink.builder(folder.resolve("flink"))
                .taskManagers(1)
                .slots(2)
                .highlyAvailable()
                .configuration(Map.of(
                        "parallelism.default", "2",
                        "restart-strategy.type", "fixed-delay",
                        "restart-strategy.fixed-delay.attempts", "1000",
                        "restart-strategy.fixed-delay.delay", "500 ms"))
                .build());
        DemoOptions options = DemoOptions.of(ROOT)
                .withFolder(folder.resolve("demo"))
                .withScenario(Scenario.of(SEED, 40_000))
                .withCheckpointInterval(Duration.ofSeconds(2));
        try (DemoRun run = DemoRun.with(options, flink)) {
            Verdict verdict = run.midway(engines -> killUnderLoad(run, flink))
                    // What is fed after that, nobody but the second job manager's job can publish.
                    .midway(engines -> {})
                    .run();

            assertExact(verdict);
            assertThat(flink.rest()
                            .get("/jobs/" + run.jobId() + "/checkpoints")
                            .path("counts")
                            .path("restored")
                            .asInt())
                    .isPositive();
            assertThat(run.clickHouse().number("SELECT countIf(kind = 'start' AND checkpoint > 0) FROM commits"))
                    .as("starts from a checkpoint")
                    .isPositive();
            assertThat(run.clickHouse().number("SELECT uniqExact(timeline) FROM commits"))
                    .as("submissions: a restart keeps its timeline")
                    .isEqualTo(1);
        }
    }

    private static void killUnderLoad(DemoRun run, ApplicationFlink flink) {
        long stored = documents(run);
        Await.until(() -> documents(run) > stored, DEADLINE, () -> "Nothing more was stored");
        flink.cluster().jobManager().kill();
        LedgerRow ledger = LedgerRow.newest(run.clickHouse()).orElseThrow();
        assertThat(ledger.reaches(run.topic().endOffsets())).isFalse();
        System.out.println("Killed at checkpoint " + ledger.checkpoint());
        flink.cluster().jobManager().start();
        Await.until(
                () -> flink.rest().state(run.jobId()) == JobState.RUNNING,
                DEADLINE,
                () -> "The job was not taken up; the log is " + flink.log());
    }

    private static long documents(DemoRun run) {
        return run.clickHouse().number("SELECT count() FROM documents");
    }
}
