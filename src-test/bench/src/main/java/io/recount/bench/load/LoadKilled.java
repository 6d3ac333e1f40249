package io.recount.bench.load;

import io.recount.bench.Backlog;
import io.recount.bench.ResultFile;
import io.recount.demo.DemoOptions;
import io.recount.demo.DemoRun;
import io.recount.demo.audit.DocumentRoles;
import io.recount.demo.clickhouse.Sql;
import io.recount.demo.feed.MessageBag;
import io.recount.demo.verdict.Check;
import io.recount.demo.verdict.Judge;
import io.recount.demo.verdict.LedgerRow;
import io.recount.harness.Feed;
import io.recount.harness.expectation.Comparison;
import io.recount.harness.expectation.DeclaredModel;
import io.recount.harness.feed.Scenario;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** A file is loaded exactly once, however often that is killed. */
@Command(
        name = "load",
        description = {
            "Writes a file of receipts, with bad and blank lines, in many frames of zstd, and loads it into the topic of a running"
                    + " job by processes that are killed (-9) at random moments, until one gets through.",
            "Compared are the messages in the topic with the lines, the bad ones with dead_letters, and every number of the job's"
                    + " tables with the expectation, the registers of half a million receipts at a time.",
            "Exit code 0 if all of it is exact, 1 if something is wrong, 2 if it could not be measured."
        },
        mixinStandardHelpOptions = true)
public final class LoadKilled implements Callable<Integer> {

    private static final Duration PUBLISHED = Duration.ofHours(3);
    /** An expectation holds about 1 GB a million. */
    private static final int COMPARED_AT_ONCE = 500_000;

    @Option(names = "--receipts", description = "in the file (default: ${DEFAULT-VALUE})")
    private int receipts = 10_000_000;

    @Option(names = "--registers", description = "that they are of (default: ${DEFAULT-VALUE})")
    private int registers = 2_000;

    @Option(names = "--seed", description = "of the receipts and of the moments (default: ${DEFAULT-VALUE})")
    private long seed = 1;

    @Option(names = "--kills", description = "at most (default: ${DEFAULT-VALUE})")
    private int kills = 20;

    @Option(
            names = "--life",
            paramLabel = "MILLIS",
            description =
                    "that a process has at most, once it has begun to write, before it is killed (default: ${DEFAULT-VALUE})")
    private int lifeMillis = 3_000;

    @Option(names = "--json", description = "file for the results")
    private @Nullable Path json;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        Path root = Path.of(System.getProperty("recount.root", "")).toAbsolutePath();
        Path folder = root.resolve("src-test/bench/target/load");
        DeclaredModel model = DeclaredModel.read(root.resolve("job/models/receipts.yaml"));
        Scenario scenario = Scenario.of(seed, receipts).withRegisters(registers);
        Path files = root.resolve("src-test/bench/target/load-files");
        Files.createDirectories(files);
        Path file = files.resolve("receipts-" + receipts + ".jsonl.zst");
        Files.deleteIfExists(file);
        DemoOptions options = DemoOptions.of(root).withFolder(folder).withScenario(empty(scenario));
        try (RegisterGroups groups = new RegisterGroups(
                        files, model, Feed.of(model, scenario).registers(), 1 + receipts / COMPARED_AT_ONCE);
                DemoRun run = DemoRun.with(options)) {
            LineFile lines = LineFile.write(file, model, scenario, groups);
            run.run();
            LoadKilledResult result = measure(run, root, lines, model, groups);
            PrintWriter out = spec.commandLine().getOut();
            result.words().forEach(out::println);
            out.flush();
            ResultFile.write(json, result.values());
            return result.isExact() ? 0 : 1;
        } finally {
            Files.deleteIfExists(file);
        }
    }

    /** The same registers, so that all of them have a store, and no documents. */
    private static Scenario empty(Scenario scenario) {
        return new Scenario(
                scenario.seed(),
                0,
                scenario.registers(),
                scenario.stores(),
                scenario.start(),
                scenario.span(),
                scenario.lateRegisters(),
                scenario.disturbances());
    }

    private LoadKilledResult measure(DemoRun run, Path root, LineFile file, DeclaredModel model, RegisterGroups groups)
            throws IOException {
        Killings killings = new Killings(run, root, file.path(), seed);
        long begunNanos = System.nanoTime();
        String lastWords = killings.load(kills, Duration.ofMillis(lifeMillis));
        Duration took = Duration.ofNanos(System.nanoTime() - begunNanos);
        String again = killings.again();
        MessageBag committed = MessageBag.committed(run.topic());
        long givenUp = MessageBag.written(run.topic()).count() - committed.count();
        Backlog.awaitPublished(run, List.of(), PUBLISHED);
        LedgerRow ledger = LedgerRow.newest(run.clickHouse()).orElseThrow();
        List<Check> checks = new ArrayList<>(List.of(
                new Check("messages in the topic", file.messages().count(), committed.count()),
                new Check(
                        "bags of messages that are not those of the file",
                        0,
                        file.messages().holdsTheSameAs(committed) ? 0 : 1),
                new Check("messages that the job has read", file.messages().count(), ledger.read()),
                new Check("outcomes of these messages", ledger.read(), ledger.outcomes()),
                new Check("loads that found something left afterwards", 0, again.contains("nothing left") ? 0 : 1),
                new Check("distinct bad lines", file.badLines().size(), Judge.deadLetters(run.clickHouse())),
                new Check(
                        "sum of the numbers of these lines",
                        file.badLines().values().stream()
                                .mapToLong(Long::longValue)
                                .sum(),
                        run.clickHouse()
                                .number("SELECT sum(offset) FROM errors WHERE topic = 'file:%s'"
                                        .formatted(file.path().getFileName()))),
                new Check(
                        "registers that the file does not have",
                        0,
                        run.clickHouse()
                                .number("SELECT uniqExact(register) FROM cells WHERE register NOT IN "
                                        + groups.registers().stream()
                                                .map(Sql::text)
                                                .collect(Collectors.joining(", ", "(", ")"))))));
        return new LoadKilledResult(
                file.lines(),
                Files.size(file.path()),
                file.bytes(),
                killings.kills(),
                took,
                givenUp,
                lastWords,
                checks,
                compare(run, root, model, groups));
    }

    private List<Comparison> compare(DemoRun run, Path root, DeclaredModel model, RegisterGroups groups)
            throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        DocumentRoles roles = DocumentRoles.read(root.resolve("job/models/receipts.yaml"));
        return groups.compare(new Judge(run.clickHouse(), model, roles, words -> {
            out.println(words);
            out.flush();
        }));
    }
}
