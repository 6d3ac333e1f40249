package io.recount.it;

import static io.recount.it.Verdicts.assertExact;
import static org.assertj.core.api.Assertions.assertThat;

import io.recount.demo.DemoOptions;
import io.recount.demo.DemoRun;
import io.recount.demo.JobEnd;
import io.recount.demo.verdict.Verdict;
import io.recount.harness.feed.Scenario;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A job that is stopped between two halves of its input, however, goes on from its savepoint. */
class RestartIT {

    private static final Path ROOT = Path.of(System.getProperty("recount.root"));
    private static final long SEED = 20_261_014;
    private static final int RECEIPTS = 6_000;

    @TempDir
    private Path folder;

    @ParameterizedTest(name = "{0}")
    @EnumSource(
            value = JobEnd.class,
            names = {"STOP", "DRAIN"})
    void cellsEqualBothHalves(JobEnd end) throws Exception {
        System.out.println("Seed " + SEED);
        try (DemoRun run = DemoRun.with(DemoOptions.of(ROOT)
                .withFolder(folder.resolve("demo"))
                .withScenario(Scenario.of(SEED, RECEIPTS))
                .withCheckpointInterval(Duration.ofSeconds(2)))) {
            Verdict verdict = run.pausing(engines -> run.restart(end)).run();

            assertExact(verdict);
            assertThat(verdict.documents()).isEqualTo(RECEIPTS);
            assertThat(run.clickHouse().number("SELECT uniqExact(timeline) FROM commits"))
                    .as("submissions that published")
                    .isEqualTo(2);
            // The end of time that a drain announces is not taken along: else all of the second half would be late.
            long ofSecond = number(run, "count()");
            assertThat(ofSecond).as("documents of the second half").isGreaterThan(RECEIPTS / 3);
            assertThat(number(run, "countIf(_late)")).as("late ones").isLessThan(ofSecond / 2);
        }
    }

    private static long number(DemoRun run, String what) {
        return run.clickHouse()
                .number("SELECT " + what + " FROM documents WHERE _timeline = (SELECT max(timeline) FROM commits)");
    }
}
