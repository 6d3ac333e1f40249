package io.recount.it;

import static io.recount.it.Verdicts.assertExact;
import static org.assertj.core.api.Assertions.assertThat;

import io.recount.demo.DemoOptions;
import io.recount.demo.DemoRun;
import io.recount.demo.JobEnd;
import io.recount.demo.verdict.Verdict;
import io.recount.harness.feed.Scenario;
import io.recount.local.StandaloneFlink;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Another number of subtasks, while messages keep coming. */
class RescaleIT {

    private static final Path ROOT = Path.of(System.getProperty("recount.root"));
    private static final long SEED = 20_261_202;

    @TempDir
    private Path folder;

    @Test
    void otherParallelismsChangeNoNumber() throws Exception {
        System.out.println("Seed " + SEED);
        StandaloneFlink flink = StandaloneFlink.builder(folder.resolve("flink"))
                .slots(3)
                .configuration(Map.of("parallelism.default", "1"))
                .build();
        DemoOptions options = DemoOptions.of(ROOT)
                .withFolder(folder.resolve("demo"))
                .withScenario(Scenario.of(SEED, 40_000))
                .withCheckpointInterval(Duration.ofSeconds(2));
        try (DemoRun run = DemoRun.with(options, flink)) {
            Verdict verdict = run.midway(engines -> run.rescale(JobEnd.STOP, 2))
                    .midway(engines -> run.rescale(JobEnd.STOP, 3))
                    .pausing(engines -> run.rescale(JobEnd.GO_BACK, 5))
                    .midway(engines -> run.rescale(JobEnd.STOP, 2))
                    // What is fed after that, the last one has to publish.
                    .midway(engines -> {})
                    .run();
            assertExact(verdict);
            assertThat(run.clickHouse().number("SELECT uniqExact(timeline) FROM commits"))
                    .isEqualTo(5);
        }
    }
}
