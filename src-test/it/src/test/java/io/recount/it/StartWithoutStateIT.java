package io.recount.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.recount.demo.DemoOptions;
import io.recount.demo.DemoRun;
import io.recount.demo.JobEnd;
import io.recount.demo.verdict.Verdict;
import io.recount.harness.feed.Scenario;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The state of thousands of registers is lost on purpose: exact afterwards, and the log says how far the start is. */
class StartWithoutStateIT {

    private static final Path ROOT = Path.of(System.getProperty("recount.root"));
    private static final long SEED = 20_261_132;
    private static final int REGISTERS = 5_000;

    @TempDir
    private Path folder;

    @Test
    void itIsExactAndTellsHowFarItIs() throws Exception {
        System.out.println("Seed " + SEED);
        DemoOptions options = DemoOptions.of(ROOT)
                .withFolder(folder.resolve("demo"))
                .withScenario(Scenario.of(SEED, 6 * REGISTERS)
                        .withRegisters(REGISTERS)
                        .withTime(Instant.parse("2026-10-14T00:00:00Z"), Duration.ofDays(2)))
                .withCheckpointInterval(Duration.ofSeconds(2));
        try (DemoRun run = DemoRun.with(options)) {
            Verdict verdict = run.midway(engines -> run.restart(JobEnd.LOSE_STATE))
                    .midway(engines -> {})
                    .run();
            assertThat(verdict.isExact()).as(verdict.line()).isTrue();

            List<String> said = Files.readAllLines(run.engines().flink().log(), StandardCharsets.UTF_8).stream()
                    .filter(line -> line.contains("Start without state"))
                    .toList();
            for (String subtask : List.of("(subtask 1 of 2): ", "(subtask 2 of 2): ")) {
                assertThat(said)
                        .anyMatch(line -> line.contains(subtask + "documents of "))
                        .anyMatch(line -> line.matches(".*registers known; \\d+ pages with \\d+ documents .*")
                                && line.contains(subtask));
            }
        }
    }
}
