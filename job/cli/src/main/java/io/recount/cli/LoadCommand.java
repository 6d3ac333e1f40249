package io.recount.cli;

import io.recount.cells.model.Model;
import io.recount.cli.load.Ending;
import io.recount.cli.load.ExpansionLimit;
import io.recount.cli.load.Load;
import io.recount.cli.load.LoadFile;
import io.recount.cli.load.LoadResult;
import io.recount.cli.load.LoadStoppedException;
import io.recount.cli.load.LoadView;
import io.recount.cli.load.Pace;
import io.recount.cli.load.ProgressBarView;
import io.recount.cli.load.ProgressLines;
import io.recount.clickhouse.Pause;
import io.recount.kafka.KafkaAccess;
import io.recount.kafka.LogCheck;
import io.recount.pipeline.options.Settings;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.apache.flink.configuration.MemorySize;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Loads files of messages into the topic that the job reads. */
@Command(
        name = "load",
        mixinStandardHelpOptions = true,
        description = {
            "Produces the lines of files into the job's topic, each line exactly once, however often the load is killed and"
                    + " started again. Files are read as they are, or expanded if they are compressed by gzip or zstd.",
            "",
            "A file is known by its first line, not by its path: moved, compressed or made longer it is still the same file,"
                    + " and a load goes on behind the line up to which it was loaded. What was loaded is compared first; a"
                    + " file in which that has changed is refused. How far each file is, Kafka remembers, in the same"
                    + " transaction that has the lines; for offsets.retention.minutes after the last one, which are 7 days"
                    + " unless the brokers say otherwise. A file that is loaded again later is produced again, which the job"
                    + " takes for duplicates.",
            "",
            "Lines that are no messages by the model are not produced: they are in the view errors, with file:NAME in place of"
                    + " the topic and the line in place of the offset. Blank lines are passed over.",
            ""
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:all lines are loaded; bad ones are in the view errors",
            "1:a file or the configuration is wrong, or --dry-run found bad lines; what is in front of that is loaded",
            "2:usage",
            "3:an engine refused or failed, or another load of the same file has begun; what was loaded stays"
        })
final class LoadCommand implements Callable<Integer> {

    /** Set by deploy/recount; Java can't tell whether its standard error is one. */
    private static final String ON_TERMINAL = "recount.terminal";

    @Spec
    private CommandSpec spec;

    @Mixin
    private Configured configured;

    @Parameters(
            arity = "1..*",
            paramLabel = "FILE",
            description =
                    "JSON messages, one a line, plain or compressed by gzip or zstd; - for standard input, which needs"
                            + " --name.")
    private List<String> arguments;

    @Option(
            names = "--topic",
            paramLabel = "NAME",
            description = "One of kafka.topic.names; needed if they are several.")
    private @Nullable String topic;

    @Option(
            names = "--name",
            paramLabel = "NAME",
            description = "What the progress of the one file is kept under, in place of its first line: for a file that"
                    + " begins like another, and for standard input, into which the same lines have to be piped again to go"
                    + " on.")
    private @Nullable String name;

    @Option(
            names = "--rate",
            paramLabel = "LINES",
            description = "At most so many lines a second; 0 for as many as go (default: ${DEFAULT-VALUE}).")
    private int rate;

    @Option(
            names = "--dry-run",
            description = "Reads all lines and counts, and says which are bad; needs no engine and changes nothing.")
    private boolean isDryRun;

    @Option(
            names = "--max-expanded",
            paramLabel = "SIZE",
            description = "What a compressed file may become at most (default: ${DEFAULT-VALUE}).")
    private String maxExpanded = "1 tb";

    @Option(
            names = "--max-ratio",
            paramLabel = "TIMES",
            description = "How many times its compressed size that may be (default: ${DEFAULT-VALUE}).")
    private int maxRatio = 200;

    @Override
    public Integer call() throws InterruptedException {
        List<LoadFile> files = files();
        ExpansionLimit limit = limit();
        Pace pace = new Pace(positive("--rate", rate, 0), Pause.REAL);
        Settings settings = configured.settings();
        Model model = configured.model(settings);
        PrintWriter err = spec.commandLine().getErr();
        if (isDryRun) {
            Load rehearsal = Load.rehearsal(settings, model, limit, this::view, pace, err::println);
            return loadAll(rehearsal, files).stream().anyMatch(LoadResult::hasBadLines) ? Recount.FILE_IS_WRONG : 0;
        }
        String into = topicOf(settings.kafka());
        LogCheck.require(settings.kafka());
        loadAll(Load.into(into, settings, model, limit, this::view, pace, Clock.systemUTC()), files);
        return 0;
    }

    /** Says what became of those that were loaded, also if one then fails. */
    private List<LoadResult> loadAll(Load load, List<LoadFile> files) throws InterruptedException {
        PrintWriter out = spec.commandLine().getOut();
        List<LoadResult> results = new ArrayList<>();
        try (Ending ending = Ending.onSignal()) {
            try {
                for (LoadFile file : files) {
                    LoadResult result = load.load(file, ending);
                    results.add(result);
                    if (result.wasComplete()) {
                        out.printf("%s: nothing left, all of its lines were loaded before%n", file.name());
                    }
                }
            } catch (LoadStoppedException e) {
                // Said here, because the JVM is about to end.
                spec.commandLine().getErr().println(e.getMessage());
            } finally {
                if (!results.isEmpty()) {
                    LoadResult.table(results).forEach(out::println);
                }
                out.flush();
            }
        }
        return results;
    }

    private LoadView view(LoadFile file) {
        return Boolean.getBoolean(ON_TERMINAL)
                ? new ProgressBarView(file)
                : new ProgressLines(file, spec.commandLine().getErr()::println);
    }

    private List<LoadFile> files() {
        if (name != null && arguments.size() > 1) {
            throw wrong("--name is of one file, and there are " + arguments.size() + ". Next: load them one by one");
        }
        if (name != null && !name.matches("[A-Za-z0-9._-]{1,100}")) {
            throw wrong("--name needs 1 to 100 letters, digits, dots, dashes and underscores");
        }
        List<LoadFile> files = new ArrayList<>();
        for (String argument : arguments) {
            if (!argument.equals(LoadFile.STANDARD_INPUT)) {
                LoadFile.check(Path.of(argument));
                files.add(LoadFile.of(Path.of(argument), Optional.ofNullable(name)));
            } else if (name == null) {
                throw wrong(
                        "Standard input can't be read twice to see which file it is. Next: give it a --name, by which"
                                + " the load goes on when the same lines are piped into it again");
            } else {
                files.add(LoadFile.standardInput(name));
            }
        }
        return files;
    }

    private ExpansionLimit limit() {
        try {
            return new ExpansionLimit(MemorySize.parse(maxExpanded).getBytes(), positive("--max-ratio", maxRatio, 1));
        } catch (IllegalArgumentException e) {
            throw wrong("--max-expanded is " + maxExpanded + "; give a size, such as 500 gb");
        }
    }

    private String topicOf(KafkaAccess kafka) {
        if (topic == null && kafka.topics().size() == 1) {
            return kafka.topics().get(0);
        }
        if (topic == null || !kafka.topics().contains(topic)) {
            throw wrong("--topic is " + (topic == null ? "missing" : topic)
                    + "; it has to be one of kafka.topic.names: " + String.join(", ", kafka.topics()));
        }
        return topic;
    }

    private int positive(String option, int number, int least) {
        if (number < least) {
            throw wrong(option + " is " + number + "; give " + least + " or more");
        }
        return number;
    }

    private ParameterException wrong(String what) {
        return new ParameterException(spec.commandLine(), what);
    }
}
