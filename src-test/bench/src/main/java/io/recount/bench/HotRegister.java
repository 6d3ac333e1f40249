package io.recount.bench;

import io.recount.demo.DemoOptions;
import io.recount.demo.DemoRun;
import io.recount.demo.verdict.Verdict;
import io.recount.harness.feed.Scenario;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** What one busy register costs the others, and what it costs to be told everything twice. */
@Command(
        name = "hot-register",
        description = "Freshness of other registers while one pours many receipts of one shift at once, and"
                + " the checkpoint's size before and after these come again.",
        mixinStandardHelpOptions = true)
final class HotRegister implements Callable<Integer> {

    private static final int WARM_UP_RECEIPTS = 20_000;

    @Option(names = "--receipts", description = "of the hot register (default: ${DEFAULT-VALUE})")
    private int receipts = 100_000;

    @Option(names = "--windows", description = "with and without it, in turn (default: ${DEFAULT-VALUE} each)")
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
                .withFolder(root.resolve("src-test/bench/target/hot-register"))
                .withScenario(Scenario.of(1, WARM_UP_RECEIPTS));
        try (DemoRun run = DemoRun.with(options)) {
            Verdict warm = run.run();
            if (!warm.isExact()) {
                throw new IllegalStateException("The job is wrong before anything is measured: " + warm.line());
            }
            PrintWriter out = spec.commandLine().getOut();
            HotRegisterResult result = new HotRegisterMeasurement(
                            run, receipts, windows, Duration.ofSeconds(seconds), out::println)
                    .measure();
            result.lines().forEach(out::println);
            out.flush();
            write(result);
            return 0;
        }
    }

    private void write(HotRegisterResult result) throws IOException {
        ResultFile.write(json, result.values());
    }
}
