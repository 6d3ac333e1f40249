package io.recount.bench.start;

import io.recount.bench.ResultFile;
import io.recount.demo.DemoOptions;
import io.recount.demo.DemoRun;
import io.recount.harness.feed.Scenario;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** What it costs to have lost the state. */
@Command(
        name = "start-without-state",
        description = {
            "A job goes on from a savepoint, and then, with all of its state lost, another from the ledger. Each works off a"
                    + " third of the messages.",
            "Printed are the seconds from the submission to the first commit; to full speed, which is the first commit that"
                    + " took on messages at nine tenths of the average speed of the job with state; and until all was"
                    + " committed.",
            "Exit code 0 if it was measured and every number is exact, 1 if one is wrong, 2 if it could not be measured."
        },
        mixinStandardHelpOptions = true)
public final class StartWithoutState implements Callable<Integer> {

    private static final long SEED = 1;
    private static final Instant START = Instant.parse("2026-10-14T00:00:00Z");
    /** A day for each third: all registers trade in each. */
    private static final Duration SPAN = Duration.ofDays(3);

    @Option(names = "--registers", description = "that have documents (default: ${DEFAULT-VALUE})")
    private int registers = 100_000;

    @Option(
            names = "--receipts",
            description =
                    "of each register, on average: with few of them a register is hardly met twice, and full speed is never reached (default: ${DEFAULT-VALUE})")
    private int receipts = 10;

    @Option(
            names = "--interval",
            paramLabel = "SECONDS",
            description = "between checkpoints, and so between commits (default: ${DEFAULT-VALUE})")
    private int intervalSeconds = 5;

    @Option(names = "--json", description = "file for the results")
    private @Nullable Path json;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        Path root = Path.of(System.getProperty("recount.root", "")).toAbsolutePath();
        DemoOptions options = DemoOptions.of(root)
                .withFolder(root.resolve("src-test/bench/target/start-without-state"))
                .withCheckpointInterval(Duration.ofSeconds(intervalSeconds))
                .withScenario(Scenario.of(SEED, registers * receipts)
                        .withRegisters(registers)
                        .withTime(START, SPAN));
        try (DemoRun run = DemoRun.with(options)) {
            StartResult result = new StartMeasurement(run, registers).measure();
            PrintWriter out = spec.commandLine().getOut();
            result.lines().forEach(out::println);
            out.flush();
            ResultFile.write(json, result.values());
            return result.verdict().isExact() ? 0 : 1;
        }
    }
}
