package io.recount.bench.throughput;

import io.recount.bench.ResultFile;
import io.recount.bench.path.BenchPath;
import io.recount.bench.path.Measurement;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** What a million documents cost, by all ways to take them in. */
@Command(
        name = "throughput",
        description = {
            "CPU and speed of ways to take in one log, in one run, in turn:",
            "  limit             read, and parse what the model names; the least that any reader must do",
            "  recount           the job, whose rows nobody takes",
            "  recountWithSinks  the job as it is submitted, into ClickHouse",
            "  naive             state touched for every document, as written by hand",
            "  flinkSql20, flinkSql200   Flink SQL with that many aggregates, mini-batch on, stopped after a while",
            "CPU is that of Flink's JVM, its compiler included; the engines' stands beside it. Exit code 0 if it was measured."
        },
        mixinStandardHelpOptions = true)
public final class Throughput implements Callable<Integer> {

    private static final double MEBIBYTE = 1 << 20;

    @Option(names = "--documents", description = "distinct ones in the log (default: ${DEFAULT-VALUE})")
    private int documents = 2_000_000;

    @Option(names = "--registers", description = "they are of (default: ${DEFAULT-VALUE})")
    private int registers = 2_000;

    @Option(names = "--rounds", description = "measurements of each path (default: ${DEFAULT-VALUE})")
    private int rounds = 3;

    @Option(names = "--paths", split = ",", description = "some of the above (default: all)")
    private List<String> names =
            new ArrayList<>(List.of("limit", "recount", "recountWithSinks", "naive", "flinkSql20", "flinkSql200"));

    @Option(names = "--json", description = "file for the results")
    private @Nullable Path json;

    @Mixin
    private RigOptions options = new RigOptions();

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        List<BenchPath> paths = paths();
        PrintWriter err = spec.commandLine().getErr();
        PrintWriter out = spec.commandLine().getOut();
        Path root = Path.of(System.getProperty("recount.root", "")).toAbsolutePath();
        try (Rig rig = Rig.start(root, options, words -> {
            err.println(words);
            err.flush();
        })) {
            FilledLog log = rig.fill(new LogShape(documents, registers));
            ThroughputResult result = ThroughputResult.of(measure(rig, log, paths));
            out.printf("%s, %,d messages; medians of %d%n", log.shape(), log.messages(), rounds);
            result.lines().forEach(out::println);
            PathResult recount = result.paths().get(BenchPath.RECOUNT);
            if (recount != null) {
                Measurement empty = rig.measure(BenchPath.RECOUNT, rig.empty(), "recount-empty");
                out.printf(
                        "recount, heap after a full collection: %.1f MiB; without documents: %.1f MiB%n",
                        recount.heapBytes() / MEBIBYTE, empty.heapBytes() / MEBIBYTE);
            }
            out.flush();
            write(result);
            return 0;
        }
    }

    private List<BenchPath> paths() {
        try {
            return names.stream().map(BenchPath::named).distinct().toList();
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
    }

    /** In turn, so that whatever else the machine does falls on all of them. */
    private List<PathResult> measure(Rig rig, FilledLog log, List<BenchPath> paths) throws Exception {
        Map<BenchPath, List<Measurement>> measured = new LinkedHashMap<>();
        for (int round = 1; round <= rounds; round++) {
            for (BenchPath path : paths) {
                measured.computeIfAbsent(path, each -> new ArrayList<>())
                        .add(rig.measure(path, log, path.shown() + "-" + round));
            }
        }
        return measured.entrySet().stream()
                .map(each -> new PathResult(each.getKey(), log.shape().documents(), each.getValue()))
                .toList();
    }

    private void write(ThroughputResult result) throws IOException {
        ResultFile.write(json, result.values());
    }
}
