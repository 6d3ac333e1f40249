package io.recount.bench;

import io.recount.bench.backfill.Archive;
import io.recount.demo.DemoOptions;
import io.recount.demo.DemoRun;
import io.recount.demo.verdict.Verdict;
import io.recount.harness.feed.Scenario;
import io.recount.local.Await;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** What it costs those who read live numbers that history is computed beside. */
@Command(
        name = "beside-history",
        description = {
            "Freshness of live documents in windows without and with a request that computes documents of an archive, in turn.",
            "Exit code 0 if the slowest hundredth is no later than 1.25 times that without a request and one checkpoint"
                    + " interval, 1 if it is, 2 if it could not be measured."
        },
        mixinStandardHelpOptions = true)
final class BesideHistory implements Callable<Integer> {

    private static final Duration CHECKPOINT_INTERVAL = Duration.ofSeconds(10);
    private static final Duration DEADLINE = Duration.ofMinutes(5);

    @Option(names = "--live", description = "documents a second (default: ${DEFAULT-VALUE})")
    private int live = 2_000;

    @Option(
            names = "--receipts",
            description = "that the job reads before; they are what is copied (default: ${DEFAULT-VALUE})")
    private int receipts = 100_000;

    @Option(names = "--copies", description = "of them, in the archive of a window (default: ${DEFAULT-VALUE})")
    private int copies = 8;

    @Option(
            names = "--rate",
            paramLabel = "N",
            description = "documents of the archive a second at most (default: what the job is configured with)")
    private long rate;

    @Option(names = "--windows", description = "with and without a request, in turn (default: ${DEFAULT-VALUE} each)")
    private int windows = 3;

    @Option(names = "--seconds", description = "length of a window (default: ${DEFAULT-VALUE})")
    private int seconds = 60;

    @Option(names = "--json", description = "file for the results")
    private @Nullable Path json;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        Path root = Path.of(System.getProperty("recount.root", "")).toAbsolutePath();
        DemoOptions options = DemoOptions.of(root)
                .withFolder(root.resolve("src-test/bench/target/beside-history"))
                .withScenario(Scenario.of(1, receipts))
                .withCheckpointInterval(CHECKPOINT_INTERVAL);
        PrintWriter out = spec.commandLine().getOut();
        try (DemoRun run = DemoRun.with(options)) {
            Verdict warm = run.run();
            if (!warm.isExact()) {
                throw new IllegalStateException("The job is wrong before anything is measured: " + warm.line());
            }
            Archive archive = new Archive(run);
            LiveWindow window = new LiveWindow(run, live, Duration.ofSeconds(seconds));
            window.measure(0, List.of()); // what is compiled and cached then is no advantage of the second kind
            Freshness without = new Freshness(List.of());
            Freshness beside = new Freshness(List.of());
            long computed = 0;
            for (int pair = 0; pair < windows; pair++) {
                Freshness alone = window.measure(1 + 2 * pair, List.of());
                say(out, "without a request: " + alone);
                without = without.and(alone);
                load(archive, pair);
                String id = "history-" + pair;
                archive.ask(id, rate);
                await(() -> archive.computed(id) > 0);
                Freshness both = window.measure(2 + 2 * pair, List.of());
                boolean wasOver = archive.isOver(id);
                long documents = archive.computed(id);
                archive.cancel(id);
                await(() -> archive.isOver(id));
                say(
                        out,
                        "beside a request: %s; %,d documents of it computed%s"
                                .formatted(both, documents, wasOver ? ", which were all: give it more --copies" : ""));
                beside = beside.and(both);
                computed += documents;
            }
            BesideHistoryResult result = new BesideHistoryResult(live, CHECKPOINT_INTERVAL, without, beside, computed);
            result.lines().forEach(line -> say(out, line));
            ResultFile.write(json, result.values());
            return result.isWithinLimit() ? 0 : 1;
        }
    }

    /** Registers are computed in the order of their names: those of a later archive come first. */
    private void load(Archive archive, int pair) {
        for (int copy = 0; copy < copies; copy++) {
            archive.load("H%d-%d-".formatted(windows - pair, copy));
        }
    }

    private static void await(BooleanSupplier reached) {
        Await.until(reached, DEADLINE, () -> "The job does nothing about the request");
    }

    private static void say(PrintWriter out, String line) {
        out.println(line);
        out.flush();
    }
}
