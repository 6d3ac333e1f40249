package io.recount.it;

import static io.recount.it.Verdicts.assertExact;
import static org.assertj.core.api.Assertions.assertThat;

import io.recount.demo.DemoOptions;
import io.recount.demo.DemoRun;
import io.recount.demo.Incident;
import io.recount.demo.verdict.Verdict;
import io.recount.harness.feed.Scenario;
import io.recount.local.Await;
import io.recount.local.JobState;
import io.recount.local.StandaloneFlink;
import io.recount.local.TaskManager;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code deploy/job} takes the job through its life, under the configuration of {@code deploy/conf}, while receipts come. */
class OperateIT {

    private static final Path ROOT = Path.of(System.getProperty("recount.root"));
    private static final long SEED = 20_261_130;
    private static final Duration DEADLINE = Duration.ofMinutes(2);

    /** What the script does between two jobs may take so long on a busy machine. */
    private static final Duration STEPS = Duration.ofMinutes(10);

    /** So few that they still come when a task manager is killed. */
    private static final int MESSAGES_A_SECOND = 300;

    private static final int REFUSED = 1;
    private static final int STOPPED = 5;

    @TempDir
    private Path folder;

    private String full = "";
    private String lastBeforeUpgrade = "";
    private int allSlots;
    private JobScript script = new JobScript(Path.of(""), URI.create(""));

    @Test
    void jobIsUpgradedAndRescaledByScriptAndEveryNumberIsRight() throws Exception {
        try (DemoRun run = run(1, 8_000)) {
            exact(
                    run.midway(engines -> {
                                savepoint(run);
                                watch(run);
                                upgrade(run);
                            })
                            .midway(engines -> {
                                rescale(run, 1);
                                awaitFilled(run);
                            }),
                    3);
        }
    }

    /** Each phase begins with a task manager at work killed; messages come all the time. */
    @Test
    @Tag("long")
    void jobGoesThroughItsLifeByScriptWhileTaskManagersAreKilledAndEveryNumberIsRight() throws Exception {
        AtomicInteger perSecond = new AtomicInteger(MESSAGES_A_SECOND);
        try (DemoRun run = run(2, 84_000).paced(perSecond::get).withstanding(STEPS)) {
            exact(
                    run.midway(killed(run, () -> {
                                savepoint(run);
                                upgrade(run);
                            }))
                            .midway(killed(run, () -> rescale(run, 4)))
                            .midway(killed(run, () -> rescale(run, 1)))
                            .midway(killed(run, () -> rollBack(run)))
                            .midway(killed(run, () -> failToUpgrade(run)))
                            .midway(killed(run, () -> {
                                stopAndRestore(run);
                                perSecond.set(0);
                            })),
                    7);
        }
    }

    private static StandaloneFlink cluster(DemoRun run) {
        return ((OperatedFlink) run.engines().flink()).cluster();
    }

    private Incident killed(DemoRun run, Runnable next) {
        return engines -> {
            new Kills(run, cluster(run)).ofOneAtWorkUnderLoad();
            next.run();
        };
    }

    /** {@code slots} are those of each of two task managers. */
    private DemoRun run(int slots, int receipts) throws IOException {
        System.out.println("Seed " + SEED);
        full = Files.readString(ROOT.resolve("job/models/receipts.yaml"));
        // What is expected is expected of the full model.
        write(full);
        Map<String, String> configuration = ShippedFlinkConfiguration.on(folder);
        configuration.put("taskmanager.numberOfTaskSlots", Integer.toString(slots));
        StandaloneFlink cluster = StandaloneFlink.builder(folder.resolve("flink"))
                .configuration(configuration)
                .build();
        allSlots = 2 * slots;
        script = new JobScript(folder.resolve("flink/jobmanager/conf"), cluster.webUi());
        DemoRun run = DemoRun.with(
                DemoOptions.of(ROOT)
                        .withFolder(folder.resolve("demo"))
                        .withModel(model())
                        .withScenario(Scenario.of(SEED, receipts))
                        .withCheckpointInterval(Duration.ofSeconds(1)),
                new OperatedFlink(cluster, script));
        write(earlier());
        return run;
    }

    private static void exact(DemoRun run, int submissions) throws Exception {
        Verdict verdict = run.run();
        assertExact(verdict);
        assertThat(run.clickHouse().number("SELECT uniqExact(timeline) FROM commits"))
                .as("submissions that published")
                .isEqualTo(submissions);
        for (TaskManager taskManager : cluster(run).taskManagers()) {
            LiveHeap heap = new LiveHeap(ProcessHandle.of(taskManager.pid()).orElseThrow());
            assertThat(heap.look().instances(LiveHeap.CLASS_LOADER))
                    .as("the job that runs, and one before it whose classes only caches hold")
                    .isLessThanOrEqualTo(2);
        }
    }

    /** A measure less. */
    private String earlier() {
        String earlier = full.replaceAll("(?m)^  - \\{name: online_total.*\n", "");
        assertThat(earlier.lines().count()).isEqualTo(full.lines().count() - 1);
        return earlier;
    }

    private void savepoint(DemoRun run) {
        assertThat(subtasks(run)).isEqualTo(2);
        String savepoint = script.succeed("savepoint");
        assertThat(metadata(savepoint)).exists();
        assertThat(run.engines().flink().rest().state(run.jobId())).isEqualTo(JobState.RUNNING);
        assertThat(script.succeed("list"))
                .contains(run.jobId() + " RUNNING", "Recount: receipts", "restore --from file:");
    }

    private void upgrade(DemoRun run) {
        refused(script.run("submit", "--config", configuration()), "a Recount job runs already", run.jobId());
        refused(script.run("stop", "--drain"), "a drain ends event time for good");
        refused(
                script.run("rescale", "--config", configuration(), "--parallelism", Integer.toString(allSlots + 1)),
                allSlots + " of the cluster",
                "Nothing was stopped");
        write(full.replace("id: 10, max: total", "id: ten, max: total"));
        refused(script.run("upgrade", "--config", configuration()), "Nothing was stopped");
        assertThat(run.engines().flink().rest().state(run.jobId())).isEqualTo(JobState.RUNNING);

        write(full);
        run.applySchema();
        Path jar = folder.resolve("next.jar");
        copy(ROOT.resolve("job/cli/target/recount.jar"), jar);
        run.watch("");
        JobScript.Ending upgraded = script.run("upgrade", "--config", configuration(), "--jar", jar.toString());
        assertThat(upgraded.exitCode()).as(upgraded.words()).isZero();
        run.watch(upgraded.result().strip());
        String stopped = "the savepoint is ";
        lastBeforeUpgrade = upgraded.command(stopped).substring(stopped.length());
        assertThat(subtasks(run)).isEqualTo(2);
    }

    /** Dashboards and alerts ask for nothing that is not there. */
    private void watch(DemoRun run) {
        List<URI> told = Watched.told(cluster(run));
        Optional<Path> program = Prometheus.program();
        if (program.isPresent()) {
            try (Prometheus prometheus = Prometheus.start(program.get(), folder.resolve("prometheus"), told)) {
                allThere(prometheus::told);
                evaluated(prometheus);
            }
        } else {
            System.out.println(
                    "There is no Prometheus, so metrics are read without it: src-test/local/install-prometheus");
            allThere(() -> Watched.read(told));
        }
        assertThat(Watched.queries()).hasSizeGreaterThan(3);
        Watched.queries().forEach(run.clickHouse()::execute);
    }

    private static void allThere(Supplier<String> told) {
        assertThat(Watched.metrics("flink_")).hasSizeGreaterThan(40);
        Await.until(
                () -> Watched.missing(told.get()).isEmpty(),
                DEADLINE,
                () -> "Not told to Prometheus: " + Watched.missing(told.get()));
        assertThat(told.get())
                .containsPattern("operator_numRecordsIn\\{[^}]*operator_name=\"[^\"]*Receipts\"[^}]*} [1-9]");
    }

    private static void evaluated(Prometheus prometheus) {
        // What audits tell comes from another process, and this job had a savepoint to begin from.
        List<String> expressions = Watched.expressions().stream()
                .filter(expression ->
                        !expression.contains("recount_audit") && !expression.contains("startingWithoutState"))
                .toList();
        assertThat(expressions).hasSizeGreaterThan(40);
        Supplier<List<String>> empty = () -> expressions.stream()
                .filter(expression -> prometheus.count(expression) == 0)
                .toList();
        Await.until(() -> empty.get().isEmpty(), DEADLINE, () -> "Panels without a line: " + empty.get());
        Await.until(() -> prometheus.broken().isEmpty(), DEADLINE, () -> "Not evaluated: " + prometheus.broken());
        assertThat(prometheus.firing()).isEmpty();
    }

    /** The upgrade was a mistake: back to what it began from, with one subtask. */
    private void rollBack(DemoRun run) {
        run.watch("");
        assertThat(metadata(script.succeed("cancel"))).exists();
        write(earlier());
        JobScript.Ending nothing = script.run("restore", "--config", configuration());
        refused(nothing, "there is no savepoint to restore");
        assertThat(nothing.command("deploy/job restore")).endsWith("--set start.from=ledger");
        String job = script.succeed(
                "restore", "--config", configuration(), "--from", lastBeforeUpgrade, "--parallelism", "1");
        run.watch(job);
        assertThat(subtasks(run)).isEqualTo(1);
    }

    /** What only the start finds wrong leaves the job stopped, and says how to go on. */
    private void failToUpgrade(DemoRun run) {
        run.watch("");
        write(full.replace("id: 10, max: total", "id: 10, max: bonus"));
        JobScript.Ending ending = script.run("upgrade", "--config", configuration());
        assertThat(ending.exitCode()).as(ending.words()).isEqualTo(STOPPED);
        assertThat(ending.words())
                .contains("measure 10 ('largest_total') was max of total")
                .doesNotContain("Exception");
        write(full);
        run.watch(script.succeedWith(
                ending.command("deploy/job restore --flink " + script.cluster() + " --config " + configuration()
                        + " --jar " + ROOT.resolve("job/cli/target/recount.jar") + " --parallelism 1 --from")));
        assertThat(subtasks(run)).isEqualTo(1);
    }

    private void rescale(DemoRun run, int parallelism) {
        run.watch("");
        run.watch(
                script.succeed("rescale", "--config", configuration(), "--parallelism", Integer.toString(parallelism)));
        assertThat(subtasks(run)).isEqualTo(parallelism);
    }

    private void stopAndRestore(DemoRun run) {
        run.watch("");
        String savepoint = script.succeed("stop");
        run.watch(script.succeed("restore", "--config", configuration(), "--from", savepoint));
        assertThat(subtasks(run)).isEqualTo(2);
        awaitFilled(run);
    }

    private static void awaitFilled(DemoRun run) {
        Await.until(
                () -> run.clickHouse().number("SELECT countIf(filled_to IS NOT NULL) FROM measures") == 0,
                DEADLINE,
                () -> "The new measure is not filled: " + new Afterwards(run).lines("SELECT * FROM invalidations"));
    }

    private static Path metadata(String checkpoint) {
        return Path.of(URI.create(checkpoint)).resolve("_metadata");
    }

    private static void refused(JobScript.Ending ending, String... words) {
        assertThat(ending.exitCode()).as(ending.words()).isEqualTo(REFUSED);
        assertThat(ending.words()).contains(words);
        assertThat(ending.result()).isEmpty();
    }

    private static int subtasks(DemoRun run) {
        int most = 0;
        for (var vertex :
                run.engines().flink().rest().get("/jobs/" + run.jobId()).path("vertices")) {
            most = Math.max(most, vertex.path("parallelism").asInt());
        }
        return most;
    }

    private String configuration() {
        return folder.resolve("demo/recount.yaml").toString();
    }

    private Path model() {
        return folder.resolve("receipts.yaml");
    }

    private void write(String text) {
        try {
            Files.writeString(model(), text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void copy(Path from, Path to) {
        try {
            Files.copy(from, to);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
