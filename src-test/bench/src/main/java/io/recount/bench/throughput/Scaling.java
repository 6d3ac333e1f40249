package io.recount.bench.throughput;

import io.recount.bench.ResultFile;
import io.recount.bench.path.BenchPath;
import io.recount.bench.path.Measurement;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Whether a million documents cost the same however many there are, and of however many registers. */
@Command(
        name = "scaling",
        description = "CPU of the job, whose rows nobody takes, over logs of several lengths, and of several numbers of"
                + " registers. Exit code 0 if it was measured.",
        mixinStandardHelpOptions = true)
public final class Scaling implements Callable<Integer> {

    @Option(
            names = "--documents",
            split = ",",
            converter = Count.class,
            description = "lengths of the log (default: 1e6,1e7)")
    private List<Integer> documents = new ArrayList<>(List.of(1_000_000, 10_000_000));

    @Option(
            names = "--registers",
            split = ",",
            converter = Count.class,
            description = "numbers of registers (default: 100,100000)")
    private List<Integer> registers = new ArrayList<>(List.of(100, 100_000));

    @Option(
            names = "--at-documents",
            converter = Count.class,
            description = "length of the log while registers change (default: ${DEFAULT-VALUE})")
    private Integer atDocuments = 2_000_000;

    @Option(
            names = "--at-registers",
            converter = Count.class,
            description = "number of registers while the length changes (default: ${DEFAULT-VALUE})")
    private Integer atRegisters = 2_000;

    @Option(names = "--rounds", description = "measurements of each log (default: ${DEFAULT-VALUE})")
    private int rounds = 5;

    @Option(names = "--json", description = "file for the results")
    private @Nullable Path json;

    @Mixin
    private RigOptions options = new RigOptions();

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        PrintWriter err = spec.commandLine().getErr();
        PrintWriter out = spec.commandLine().getOut();
        List<LogShape> lengths =
                documents.stream().map(each -> new LogShape(each, atRegisters)).toList();
        List<LogShape> widths =
                registers.stream().map(each -> new LogShape(atDocuments, each)).toList();
        Path root = Path.of(System.getProperty("recount.root", "")).toAbsolutePath();
        try (Rig rig = Rig.start(root, options, words -> {
            err.println(words);
            err.flush();
        })) {
            Map<LogShape, PathResult> results = measure(rig, lengths, widths);
            List<Sweep> sweeps = Stream.of(
                            Sweep.of("documents", lengths, results), Sweep.of("registers", widths, results))
                    .filter(sweep -> !sweep.results().isEmpty())
                    .toList();
            sweeps.stream().flatMap(sweep -> sweep.lines().stream()).forEach(out::println);
            out.flush();
            ResultFile.write(
                    json, Map.of("sweeps", sweeps.stream().map(Sweep::values).toList()));
            return 0;
        }
    }

    /** In turn, so that whatever else the machine does falls on all of them. */
    private Map<LogShape, PathResult> measure(Rig rig, List<LogShape> lengths, List<LogShape> widths) throws Exception {
        List<FilledLog> logs = new ArrayList<>();
        for (LogShape shape :
                Stream.concat(lengths.stream(), widths.stream()).distinct().toList()) {
            logs.add(rig.fill(shape));
        }
        Map<LogShape, List<Measurement>> measured = new LinkedHashMap<>();
        for (int round = 1; round <= rounds; round++) {
            for (FilledLog log : logs) {
                measured.computeIfAbsent(log.shape(), each -> new ArrayList<>())
                        .add(rig.measure(BenchPath.RECOUNT, log, log.topic() + "-" + round));
            }
        }
        Map<LogShape, PathResult> results = new LinkedHashMap<>();
        measured.forEach((shape, all) -> results.put(shape, new PathResult(BenchPath.RECOUNT, shape.documents(), all)));
        return results;
    }
}
