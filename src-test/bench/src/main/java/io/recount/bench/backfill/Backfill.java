package io.recount.bench.backfill;

import io.recount.bench.ResultFile;
import io.recount.demo.DemoOptions;
import io.recount.demo.DemoRun;
import io.recount.harness.feed.Scenario;
import io.recount.local.StandaloneFlink;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** What it takes to make cells of documents that were loaded from elsewhere. */
@Command(
        name = "backfill",
        description = {
            "Documents that the job wrote are loaded once more, again and again, as those of other registers; then the state is"
                    + " lost, and one request has the job compute all their cells. Task managers are killed on the way.",
            "Every cell, shift and field cell of a loaded register is compared with that of the register it was copied from,"
                    + " and those with the expectation.",
            "Exit code 0 if every number is exact, 1 if one is wrong, 2 if it could not be measured."
        },
        mixinStandardHelpOptions = true)
public final class Backfill implements Callable<Integer> {

    private static final long SEED = 1;

    @Option(names = "--documents", description = "that are loaded, about (default: ${DEFAULT-VALUE})")
    private long documents = 20_000_000;

    @Option(
            names = "--receipts",
            description = "that the job reads before; they are what is copied (default: ${DEFAULT-VALUE})")
    private int receipts = 200_000;

    @Option(
            names = "--rate",
            paramLabel = "N",
            description = "documents a second at most (default: ${DEFAULT-VALUE}, more than the job can do)")
    private long rate = 1_000_000;

    @Option(names = "--kills", description = "of task managers, evenly spread (default: ${DEFAULT-VALUE})")
    private int kills = 3;

    @Option(names = "--json", description = "file for the results")
    private @Nullable Path json;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        Path root = Path.of(System.getProperty("recount.root", "")).toAbsolutePath();
        Path folder = root.resolve("src-test/bench/target/backfill");
        StandaloneFlink flink = StandaloneFlink.builder(folder.resolve("flink"))
                .taskManagerMegabytes(3_072)
                .configuration(Map.of(
                        "parallelism.default", "2",
                        "restart-strategy.type", "fixed-delay",
                        "restart-strategy.fixed-delay.attempts", "1000",
                        "restart-strategy.fixed-delay.delay", "500 ms"))
                .build();
        DemoOptions options = DemoOptions.of(root)
                .withFolder(folder.resolve("demo"))
                .withScenario(Scenario.of(SEED, receipts))
                .withCheckpointInterval(Duration.ofSeconds(10));
        PrintWriter out = spec.commandLine().getOut();
        try (DemoRun run = DemoRun.with(options, flink)) {
            BackfillResult result =
                    new BackfillMeasurement(run, flink, out).measure(Math.max(1, documents / receipts), rate, kills);
            result.lines().forEach(out::println);
            out.flush();
            ResultFile.write(json, result.values());
            return result.isExact() ? 0 : 1;
        }
    }
}
