package io.recount.it;

import static io.recount.it.Verdicts.assertExact;
import static org.assertj.core.api.Assertions.assertThat;

import io.recount.demo.DemoOptions;
import io.recount.demo.DemoRun;
import io.recount.demo.verdict.Verdict;
import io.recount.harness.feed.Scenario;
import io.recount.local.Await;
import io.recount.local.EngineFailure;
import io.recount.local.JobState;
import io.recount.local.StandaloneFlink;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The job manager is killed under a job that {@code deploy/job} started, and under {@code deploy/job} itself. */
@Tag("long")
class OperateKilledIT {

    private static final Path ROOT = Path.of(System.getProperty("recount.root"));
    private static final long SEED = 20_261_130;
    private static final Duration DEADLINE = Duration.ofMinutes(3);

    /** Nothing is published while nobody has started the job again. */
    private static final Duration OUTAGE = Duration.ofMinutes(10);

    private static final int REFUSED = 1;
    private static final int FAILED = 3;
    private static final int STOPPED = 5;

    @TempDir
    private Path folder;

    /** The jobs of a job manager end with it; what is left of them is on disk. */
    @Test
    void withoutHighAvailabilityACheckpointThatIsOnDiskBringsTheJobBack() throws Exception {
        StandaloneFlink cluster = cluster().build();
        JobScript script = script(cluster);
        try (DemoRun run = run(cluster, script)) {
            Verdict verdict = run.midway(engines -> {
                        awaitMoreDocuments(run);
                        String job = run.jobId();
                        run.watch("");
                        cluster.jobManager().kill();
                        assertThat(script.run("list").exitCode()).isEqualTo(FAILED);
                        startAgain(cluster);
                        assertThat(script.succeed("list")).isEmpty();
                        assertStartsNothingEmpty(script);
                        String checkpoint = script.succeedWith(
                                "ls -t " + folder.resolve("checkpoints") + "/*/chk-*/_metadata | head -n 1");
                        assertThat(checkpoint).contains(job);
                        run.watch(script.succeed(
                                "restore",
                                "--config",
                                configuration(),
                                "--from",
                                checkpoint.replace("/_metadata", "")));
                        assertOneRuns(script, run.jobId());
                    })
                    .midway(engines -> upgradeKilled(run, cluster, script, "--from"))
                    .midway(engines -> {})
                    .run();
            assertExact(verdict);
            assertThat(submissions(run)).isEqualTo(3);
        }
    }

    @Test
    void withHighAvailabilityTheJobGoesOnByItself() throws Exception {
        StandaloneFlink cluster = cluster().highlyAvailable().build();
        JobScript script = script(cluster);
        try (DemoRun run = run(cluster, script)) {
            Verdict verdict = run.midway(engines -> {
                        awaitMoreDocuments(run);
                        cluster.jobManager().kill();
                        startAgain(cluster);
                        Await.until(
                                () -> isRunning(cluster, run.jobId()),
                                DEADLINE,
                                () -> "The job was not taken up; the log is " + cluster.log());
                        assertOneRuns(script, run.jobId());
                        assertThat(script.run("restore", "--config", configuration(), "--set", "start.from=ledger")
                                        .exitCode())
                                .isEqualTo(REFUSED);
                    })
                    .midway(engines -> upgradeKilled(run, cluster, script, "--set start.from=ledger"))
                    .midway(engines -> {})
                    .run();
            assertExact(verdict);
            assertThat(submissions(run)).isEqualTo(2);
        }
    }

    /** Between the old job's savepoint and the new job; {@code words} begin what is left of the command that goes on. */
    private void upgradeKilled(DemoRun run, StandaloneFlink cluster, JobScript script, String words) {
        awaitMoreDocuments(run);
        String old = run.jobId();
        run.watch("");
        JobScript.Ending ending = script.runUntil(
                "Stopped; the savepoint is", () -> cluster.jobManager().kill(), "upgrade", "--config", configuration());
        assertThat(ending.exitCode()).as(ending.words()).isEqualTo(STOPPED);
        assertThat(ending.result()).isEmpty();
        startAgain(cluster);
        assertThat(script.succeed("list")).doesNotContain("RUNNING");
        assertStartsNothingEmpty(script);
        String job = script.succeedWith(
                ending.command("deploy/job restore --flink " + script.cluster() + " --config " + configuration()
                        + " --jar " + ROOT.resolve("job/cli/target/recount.jar") + " --parallelism 2 " + words));
        assertThat(job).isNotEqualTo(old);
        run.watch(job);
        assertOneRuns(script, job);
    }

    private void assertStartsNothingEmpty(JobScript script) {
        assertThat(script.run("restore", "--config", configuration()).exitCode())
                .isEqualTo(REFUSED);
        JobScript.Ending submitted = script.run("submit", "--config", configuration());
        assertThat(submitted.exitCode()).as(submitted.words()).isEqualTo(FAILED);
    }

    private static void assertOneRuns(JobScript script, String job) {
        assertThat(script.succeed("list").lines().filter(line -> line.contains(" RUNNING ")))
                .singleElement()
                .asString()
                .startsWith(job);
    }

    private static boolean isRunning(StandaloneFlink cluster, String job) {
        try {
            return cluster.rest().state(job) == JobState.RUNNING;
        } catch (EngineFailure nobodyLeadsYet) {
            return false;
        }
    }

    private static void startAgain(StandaloneFlink cluster) {
        cluster.jobManager().start();
        cluster.reviveTaskManagers();
        cluster.awaitTaskManagers();
    }

    private static void awaitMoreDocuments(DemoRun run) {
        long stored = documents(run);
        Await.until(() -> documents(run) > stored, DEADLINE, () -> "Nothing more was stored");
    }

    private static long documents(DemoRun run) {
        return run.clickHouse().number("SELECT count() FROM documents");
    }

    private static long submissions(DemoRun run) {
        return run.clickHouse().number("SELECT uniqExact(timeline) FROM commits");
    }

    private StandaloneFlink.Builder cluster() {
        Map<String, String> configuration = ShippedFlinkConfiguration.on(folder);
        configuration.put("taskmanager.numberOfTaskSlots", "2");
        return StandaloneFlink.builder(folder.resolve("flink")).taskManagers(1).configuration(configuration);
    }

    private JobScript script(StandaloneFlink cluster) {
        return new JobScript(folder.resolve("flink/jobmanager/conf"), cluster.webUi());
    }

    private DemoRun run(StandaloneFlink cluster, JobScript script) {
        System.out.println("Seed " + SEED);
        return DemoRun.with(
                        DemoOptions.of(ROOT)
                                .withFolder(folder.resolve("demo"))
                                .withScenario(Scenario.of(SEED, 20_000))
                                .withCheckpointInterval(Duration.ofSeconds(1)),
                        new OperatedFlink(cluster, script))
                .withstanding(OUTAGE);
    }

    private String configuration() {
        return folder.resolve("demo/recount.yaml").toString();
    }
}
