package io.recount.it;

import static io.recount.it.Verdicts.assertExact;
import static org.assertj.core.api.Assertions.assertThat;

import io.recount.demo.DemoOptions;
import io.recount.demo.DemoRun;
import io.recount.demo.verdict.Verdict;
import io.recount.harness.feed.Scenario;
import io.recount.local.StandaloneFlink;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The main job on a cluster of processes, some of which are killed. */
class TaskManagerKilledIT {

    private static final Path ROOT = Path.of(System.getProperty("recount.root"));
    private static final long SEED = 20_261_201;

    @TempDir
    private Path folder;

    /** Every task manager is needed, and each is killed when documents are stored that no commit covers. */
    @Test
    void taskManagersKilledUnderLoadChangeNoNumberAndKafkaIsNeverAhead() throws Exception {
        System.out.println("Seed " + SEED);
        List<OffsetWatch> watches = new ArrayList<>();
        StandaloneFlink flink = StandaloneFlink.builder(folder.resolve("flink"))
                .configuration(Map.of(
                        "parallelism.default", "2",
                        "restart-strategy.type", "fixed-delay",
                        "restart-strategy.fixed-delay.attempts", "1000",
                        "restart-strategy.fixed-delay.delay", "500 ms"))
                .build();
        DemoOptions options = DemoOptions.of(ROOT)
                .withFolder(folder.resolve("demo"))
                .withScenario(Scenario.of(SEED, 60_000))
                .withCheckpointInterval(Duration.ofSeconds(2));
        try (DemoRun run = DemoRun.with(options, flink)) {
            run.midway(engines -> {
                        watches.add(OffsetWatch.start(run.topic(), run.clickHouse()));
                        new Kills(run, flink).underLoad(flink.taskManagers().get(0));
                    })
                    .midway(engines ->
                            new Kills(run, flink).underLoad(flink.taskManagers().get(1)));
            Verdict verdict = run.run();

            watches.get(0).close();
            assertExact(verdict);
            assertThat(watches.get(0).violations()).isEmpty();
            assertThat(watches.get(0).samples()).isGreaterThan(20);
            System.out.println(watches.get(0).samples() + " samples");
            assertThat(flink.rest()
                            .get("/jobs/" + run.jobId() + "/checkpoints")
                            .path("counts")
                            .path("restored")
                            .asInt())
                    .isGreaterThanOrEqualTo(2);
        }
    }
}
