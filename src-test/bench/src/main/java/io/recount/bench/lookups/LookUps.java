package io.recount.bench.lookups;

import io.recount.bench.ResultFile;
import io.recount.demo.DemoOptions;
import io.recount.demo.DemoRun;
import io.recount.demo.verdict.Verdict;
import io.recount.harness.feed.Scenario;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** What old documents cost. */
@Command(
        name = "lookups",
        description = {
            "The look-up budget: what a million documents cost ClickHouse if some of them are of shifts that have left the"
                    + " state, with 24 months of documents in the table.",
            "A third of the old ones are redeliveries, a third corrections, and a third had never come. Of the rows that"
                    + " ClickHouse scans and of its CPU the first line has what they are in any case, inserts and merges"
                    + " included.",
            "Exit code 0 if it was measured."
        },
        mixinStandardHelpOptions = true)
public final class LookUps implements Callable<Integer> {

    private static final int WARM_UP_RECEIPTS = 2_000;
    /** From the end of the 24 months until today, so that no clock is ahead. */
    private static final Duration UNTIL_TODAY = Duration.ofDays(90);

    @Option(names = "--registers", description = "that have documents (default: ${DEFAULT-VALUE})")
    private int registers = 1_000;

    @Option(names = "--receipts-a-day", description = "of each register in 24 months (default: ${DEFAULT-VALUE})")
    private int receiptsADay = 2;

    @Option(names = "--documents", description = "of each measurement (default: ${DEFAULT-VALUE})")
    private int documents = 200_000;

    @Option(
            names = "--percent",
            split = ",",
            description =
                    "shares of old ones, in percent; the first is what others are compared with (default: 0,1,3,10)")
    private List<Double> percents = new ArrayList<>(List.of(0.0, 1.0, 3.0, 10.0));

    @Option(names = "--json", description = "file for the results")
    private @Nullable Path json;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        Path root = Path.of(System.getProperty("recount.root", "")).toAbsolutePath();
        Instant begin = Clock.systemUTC()
                .instant()
                .truncatedTo(ChronoUnit.DAYS)
                .minus(Duration.ofDays(ColdTraffic.DAYS))
                .minus(UNTIL_TODAY);
        DemoOptions options = DemoOptions.of(root)
                .withFolder(root.resolve("src-test/bench/target/lookups"))
                .withCheckpointInterval(Duration.ofSeconds(5))
                .withScenario(Scenario.of(1, WARM_UP_RECEIPTS).withTime(begin, Duration.ofDays(1)));
        try (DemoRun run = DemoRun.with(options).configured("scan.interval.duration", "1 d")) {
            Verdict warm = run.run();
            if (!warm.isExact()) {
                throw new IllegalStateException("The job is wrong before anything is measured: " + warm.line());
            }
            PrintWriter out = spec.commandLine().getOut();
            LookUpResult result = new LookUpMeasurement(
                            run, new ColdTraffic(begin, registers, receiptsADay), documents, words -> {
                                out.println(words);
                                out.flush();
                            })
                    .measure(percents.stream().map(percent -> percent / 100).toList());
            result.lines().forEach(out::println);
            out.flush();
            ResultFile.write(json, result.values());
            return 0;
        }
    }
}
