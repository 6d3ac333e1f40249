package io.recount.demo;

import io.recount.harness.feed.Scenario;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options of {@code deploy/demo}, which describes them; it runs this once everything is built. */
@Command(name = "deploy/demo")
public final class Demo implements Callable<Integer> {

    private static final int USAGE = 64;
    private static final Pattern SECONDS = Pattern.compile("([0-9]{1,3})s?");
    private static final String MIXED = "mixed";
    private static final List<String> DELIVERIES = List.of("usual", MIXED);
    private static final int MOST_RECEIPTS = 20_000_000;

    @Spec
    private CommandSpec spec;

    @Option(names = "--receipts")
    private int receipts = 200_000;

    @Option(names = "--registers")
    private @Nullable Integer registers;

    @Option(names = "--seed")
    private long seed = 1;

    @Option(names = "--deliveries")
    private String deliveries = "usual";

    @Option(names = "--model")
    private @Nullable Path model;

    @Option(names = "--input")
    private @Nullable Path input;

    @Option(names = "--tamper")
    private int tamper;

    @Option(names = "--checkpoint-interval")
    private String checkpointInterval = "10s";

    @Option(names = "--keep")
    private boolean keep;

    @Option(names = "--stop")
    private boolean stop;

    @Option(names = "--kafka-port")
    private int kafkaPort;

    @Option(names = "--clickhouse-port")
    private int clickHousePort;

    @Option(names = "--flink-port")
    private int flinkPort;

    public static void main(String[] arguments) {
        System.exit(commandLine().execute(arguments));
    }

    static CommandLine commandLine() {
        return new CommandLine(new Demo()).setParameterExceptionHandler((wrong, refused) -> {
            wrong.getCommandLine().getErr().println("demo: " + wrong.getMessage());
            wrong.getCommandLine().getErr().println("deploy/demo --help lists the options.");
            return USAGE;
        });
    }

    @Override
    public Integer call() {
        Path root = Path.of(System.getProperty("recount.root", "")).toAbsolutePath();
        Screen screen = new Screen(System.out, Boolean.getBoolean("recount.demo.terminal"));
        if (!stop) {
            return new Performance(options(root), screen).run();
        }
        boolean any = Leftovers.stop(DemoOptions.folderIn(root));
        screen.line(any ? "The engines are stopped." : "No engines of the demo are running.");
        return 0;
    }

    private DemoOptions options(Path root) {
        require(receipts >= 1 && receipts <= MOST_RECEIPTS, "--receipts", receipts, "1 to " + MOST_RECEIPTS);
        require(tamper >= 0, "--tamper", tamper, "0 or more");
        Scenario scenario = Scenario.of(seed, receipts);
        if (registers != null) {
            require(registers >= 1, "--registers", registers, "1 or more");
            scenario = scenario.withRegisters(registers);
        }
        require(DELIVERIES.contains(deliveries), "--deliveries", deliveries, String.join(" or ", DELIVERIES));
        if (deliveries.equals(MIXED)) {
            scenario = scenario.mixed();
        }
        DemoOptions options = DemoOptions.of(root)
                .withScenario(scenario)
                .withTamper(tamper)
                .withKeep(keep)
                .withCheckpointInterval(interval())
                .withPorts(new EnginePorts(kafkaPort, clickHousePort, flinkPort));
        if (model != null) {
            options = options.withModel(existing("--model", model));
        }
        return input == null ? options : options.withInput(existing("--input", input));
    }

    private Duration interval() {
        Matcher seconds = SECONDS.matcher(checkpointInterval);
        require(seconds.matches(), "--checkpoint-interval", checkpointInterval, "seconds, such as 10s");
        return Duration.ofSeconds(Long.parseLong(seconds.group(1)));
    }

    private Path existing(String option, Path file) {
        require(Files.isReadable(file) && !Files.isDirectory(file), option, file, "a file that can be read");
        return file;
    }

    private void require(boolean holds, String option, Object given, String wanted) {
        if (!holds) {
            throw new ParameterException(spec.commandLine(), "%s is %s; give %s".formatted(option, given, wanted));
        }
    }
}
