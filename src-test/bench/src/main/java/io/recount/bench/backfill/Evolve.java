package io.recount.bench.backfill;

import io.recount.bench.ResultFile;
import io.recount.demo.DemoOptions;
import io.recount.demo.DemoRun;
import io.recount.demo.verdict.Verdict;
import io.recount.harness.feed.Scenario;
import io.recount.local.StandaloneFlink;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** What it takes to give cells of many documents two measures more. */
@Command(
        name = "evolve",
        description = {
            "Documents are read under a model that lacks a field and two measures, loaded once more, again and again, as those of"
                    + " other registers, and computed. Then the job goes on from a savepoint under the full model, and fills its"
                    + " cells.",
            "Sampled on the way are the old measures of all cells and shifts, and from when the new ones are said to be valid;"
                    + " compared at the end are all copies with what they were copied from, and by recount audit every measure"
                    + " of 1,000 registers with the documents.",
            "Exit code 0 if all of it is right, 1 if something is wrong, 2 if it could not be measured."
        },
        mixinStandardHelpOptions = true)
public final class Evolve implements Callable<Integer> {

    private static final long SEED = 1;

    @Option(names = "--documents", description = "that are loaded, about (default: ${DEFAULT-VALUE})")
    private long documents = 5_000_000;

    @Option(
            names = "--receipts",
            description = "that the job reads before; they are what is copied (default: ${DEFAULT-VALUE})")
    private int receipts = 100_000;

    @Option(names = "--json", description = "file for the results")
    private @Nullable Path json;

    @Spec
    private CommandSpec spec;

    /** The model without the field of tips and what is added up of it, and without a measure of an old field. */
    private static String earlier(String full) {
        return full.replaceAll("(?m)^  tips: .*\n", "").replaceAll("(?m)^  - \\{name: (tips|online)_total.*\n", "");
    }

    @Override
    public Integer call() throws Exception {
        Path root = Path.of(System.getProperty("recount.root", "")).toAbsolutePath();
        Path folder = root.resolve("src-test/bench/target/evolve");
        Files.createDirectories(folder);
        String full = Files.readString(root.resolve("job/models/receipts.yaml"));
        Path model = folder.resolve("receipts.yaml");
        Files.writeString(model, earlier(full));
        StandaloneFlink flink = StandaloneFlink.builder(folder.resolve("flink"))
                .taskManagerMegabytes(3_072)
                .configuration(Map.of("parallelism.default", "2"))
                .build();
        DemoOptions options = DemoOptions.of(root)
                .withFolder(folder.resolve("demo"))
                .withModel(model)
                .withScenario(Scenario.of(SEED, receipts))
                .withCheckpointInterval(Duration.ofSeconds(10));
        PrintWriter out = spec.commandLine().getOut();
        try (DemoRun run = DemoRun.with(options, flink).configured("invalidations.document.rate", "1000000")) {
            Verdict before = run.run();
            if (!before.isExact()) {
                throw new IllegalStateException("The job is wrong before anything is measured: " + before.line());
            }
            EvolveResult result =
                    new EvolveMeasurement(run, root, model, out).measure(Math.max(1, documents / receipts), full);
            result.lines().forEach(out::println);
            out.flush();
            ResultFile.write(json, result.values());
            return result.isRight() ? 0 : 1;
        }
    }
}
