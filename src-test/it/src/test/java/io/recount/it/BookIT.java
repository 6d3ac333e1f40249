package io.recount.it;

import static io.recount.it.Verdicts.assertExact;
import static org.assertj.core.api.Assertions.assertThat;

import io.recount.demo.DemoOptions;
import io.recount.demo.DemoRun;
import io.recount.harness.feed.Scenario;
import io.recount.local.StandaloneFlink;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs every command of README.md, the run book and the pages beside it on real engines, as it stands there but for what is an
 * example in it.
 */
@Tag("long")
class BookIT {

    private static final long SEED = 20_261_205;
    private static final Path JAR = BookStage.ROOT.resolve("job/cli/target/recount.jar");

    /** Two jobs, one of them of 8 subtasks. */
    private static final String SLOTS = "12";

    /** As {@code deploy/job} runs it where there is no distribution of Flink. */
    private static final String FLINK = """
            #!/bin/sh
            exec "$JAVA_HOME/bin/java" -Xmx512m --add-opens=java.base/java.lang=ALL-UNNAMED --add-opens=java.base/java.util=ALL-UNNAMED \
            -cp "src-test/local/cluster/target/lib/*" org.apache.flink.client.cli.CliFrontend "$@"
            """;

    @TempDir
    private Path folder;

    @Test
    void everyCommandDoesWhatTheBooksSay() throws Exception {
        System.out.println("Seed " + SEED);
        Path working = folder.resolve("book");
        try (BookStage stage = new BookStage(working)) {
            stage.write("bin/flink", FLINK);
            assertThat(working.resolve("bin/flink").toFile().setExecutable(true))
                    .isTrue();
            Files.copy(JAR, working.resolve("recount-old.jar"));
            Files.copy(JAR, working.resolve("recount-new.jar"));
            Files.copy(BookStage.ROOT.resolve("job/models/receipts.yaml"), working.resolve("receipts.yaml"));

            StandaloneFlink cluster = cluster(working);
            JobScript script = new JobScript(folder.resolve("flink/jobmanager/conf"), cluster.webUi());
            try (DemoRun run = run(working, cluster, stage)) {
                stage.open(run, script);
                assertExact(run.run());
                BookDeeds.sendExamples(stage);
                BookScenes.besideTheJob().forEach(stage::play);
            }
            BookScenes.alone().forEach(stage::play);

            assertThat(stage.executed())
                    .containsExactlyInAnyOrderElementsOf(Book.allCommands().stream()
                            .filter(BookScenes::isRun)
                            .toList());
            System.out.println(stage.executed().size() + " commands of the books were run");
        }
    }

    private DemoRun run(Path working, StandaloneFlink cluster, BookStage stage) {
        DemoOptions options = DemoOptions.of(BookStage.ROOT)
                .withFolder(folder.resolve("demo"))
                .withModel(working.resolve("receipts.yaml"))
                .withScenario(Scenario.of(SEED, 2_000))
                .withCheckpointInterval(Duration.ofSeconds(1));
        return DemoRun.with(options, new OperatedFlink(cluster, configuration -> {
                    copy(Path.of(configuration), working.resolve("recount.yaml"));
                    BookScenes.first().forEach(stage::play);
                    return stage.job();
                }))
                .configured("documents.raw.enabled", "true")
                .configured("history.cell.duration", "30 d")
                .configured("scan.interval.duration", "5 s");
    }

    private StandaloneFlink cluster(Path working) {
        Map<String, String> configuration = ShippedFlinkConfiguration.on(working);
        configuration.put("taskmanager.numberOfTaskSlots", SLOTS);
        configuration.put("taskmanager.memory.process.size", "4g");
        return StandaloneFlink.builder(folder.resolve("flink"))
                .taskManagers(1)
                .configuration(configuration)
                .build();
    }

    private static void copy(Path from, Path to) {
        try {
            Files.copy(from, to);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
