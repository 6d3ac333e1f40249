package io.recount.it;

import static io.recount.it.Verdicts.assertExact;
import static org.assertj.core.api.Assertions.assertThat;

import io.recount.demo.DemoOptions;
import io.recount.demo.DemoRun;
import io.recount.demo.verdict.Verdict;
import io.recount.harness.feed.Scenario;
import io.recount.local.Await;
import io.recount.local.StandaloneFlink;
import io.recount.local.TaskManager;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A job that restarts again and again leaves nothing behind in its task manager: no classes, no threads, no heap. */
@Tag("long")
class RestartsIT {

    private static final Path ROOT = Path.of(System.getProperty("recount.root"));
    private static final long SEED = 20_261_203;
    private static final Duration DEADLINE = Duration.ofMinutes(20);

    /** By then all that is made once has been made. */
    private static final int FIRST = 10;

    private static final int RESTARTS = 50;

    /** The attempt under way, and the one before it while it ends. */
    private static final long CLASS_LOADERS = 2;

    private static final long THREADS = 15;
    private static final long MEGABYTES = 30;

    @TempDir
    private Path folder;

    private record Left(long restarts, long classLoaders, long threads, long megabytes) {}

    @Test
    void fiftyRestartsLeaveNothingBehind() throws Exception {
        System.out.println("Seed " + SEED);
        StandaloneFlink flink = StandaloneFlink.builder(folder.resolve("flink"))
                .taskManagers(1)
                .slots(2)
                .configuration(Map.of(
                        "parallelism.default", "2",
                        "restart-strategy.type", "fixed-delay",
                        "restart-strategy.fixed-delay.attempts", "1000",
                        "restart-strategy.fixed-delay.delay", "100 ms"))
                .build();
        DemoOptions options = DemoOptions.of(ROOT)
                .withFolder(folder.resolve("demo"))
                .withScenario(Scenario.of(SEED, 20_000))
                .withCheckpointInterval(Duration.ofSeconds(1));
        List<Left> left = new ArrayList<>();
        try (DemoRun run = DemoRun.with(options, flink)) {
            Verdict verdict = run.withstanding(DEADLINE)
                    .configured("commit.budget.duration", "1 s")
                    .midway(engines -> {
                        TaskManager taskManager = flink.taskManagers().get(0);
                        long pid = taskManager.pid();
                        engines.clickHouse().kill();
                        left.add(leftAfter(FIRST, run, flink, pid));
                        left.add(leftAfter(RESTARTS, run, flink, pid));
                        assertThat(taskManager.pid()).isEqualTo(pid);
                        engines.clickHouse().start();
                    })
                    .run();
            assertExact(verdict);
        }
        System.out.println(left);
        Left before = left.get(0);
        Left after = left.get(1);
        assertThat(after.classLoaders()).isLessThanOrEqualTo(CLASS_LOADERS);
        assertThat(after.threads() - before.threads()).as("threads: " + left).isLessThan(THREADS);
        assertThat(after.megabytes() - before.megabytes())
                .as("live heap: " + left)
                .isLessThan(MEGABYTES);
    }

    private static Left leftAfter(int restarts, DemoRun run, StandaloneFlink flink, long pid) {
        Await.until(
                () -> flink.rest().restarts(run.jobId()) >= restarts,
                DEADLINE,
                () -> "The job has restarted " + flink.rest().restarts(run.jobId()) + " times");
        LiveHeap.Histogram live = new LiveHeap(ProcessHandle.of(pid).orElseThrow()).look();
        return new Left(
                flink.rest().restarts(run.jobId()),
                live.instances(LiveHeap.CLASS_LOADER),
                live.instances("java.lang.Thread"),
                live.bytes() >> 20);
    }
}
