package io.recount.cli;

import io.recount.cells.model.Model;
import io.recount.cli.errors.Publication;
import io.recount.cli.errors.Replay;
import io.recount.cli.errors.ReplayResult;
import io.recount.cli.errors.ReplayTopics;
import io.recount.cli.errors.ReplayView;
import io.recount.cli.errors.Selection;
import io.recount.cli.errors.StandingErrors;
import io.recount.cli.invalidate.LengthOfTime;
import io.recount.cli.load.Ending;
import io.recount.clickhouse.ClickHouseFailure;
import io.recount.clickhouse.Pause;
import io.recount.kafka.LogCheck;
import io.recount.pipeline.options.Settings;
import java.io.PrintWriter;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** Reads again what could not be read. */
@Command(
        name = "replay",
        mixinStandardHelpOptions = true,
        description = {
            "Reads messages again that are errors now, by the model as it is now, and sends those that can be read to the job"
                    + " once more. They have to be kept (documents.raw.enabled), and the job has to run with the mended model.",
            "",
            "What is sent is no error any more once the job has published it. A replay begins when all that is in the topics"
                    + " is published, so that however often it is killed and started again nothing is sent twice that the job"
                    + " has read.",
            "",
            "Documents of cells before retention.frozen.before are not sent: the job would ignore them.",
            "",
            "In a range are messages that came in it, by Kafka's time.",
            ""
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:what can be read now is sent; with --wait: published",
            "1:a file is wrong, or the job runs with another model or line of frozen cells; with --wait also: what was sent is"
                    + " errors all the same",
            "2:usage",
            "3:an engine refused or failed, or another replay has begun; what was sent stays",
            "4:with --timeout: the job has not published all that was in the topics, and nothing was sent; or, with --wait, not"
                    + " what was sent"
        })
final class ErrorsReplayCommand implements Callable<Integer> {

    /** Set by deploy/recount; Java can't tell whether its standard error is one. */
    private static final String ON_TERMINAL = "recount.terminal";

    @Spec
    private CommandSpec spec;

    @ParentCommand
    private ErrorsCommand errors;

    @Option(names = "--dry-run", description = "Sends nothing; says what could be read now.")
    private boolean isDryRun;

    @Option(names = "--wait", description = "Returns when what was sent is published.")
    private boolean isWaiting;

    @Option(
            names = "--timeout",
            paramLabel = "LENGTH",
            converter = LengthOfTime.class,
            description =
                    "Waits no longer than that for the job, such as 30min: before anything is sent, and with --wait as"
                            + " long again behind it.")
    private @Nullable Duration timeout;

    @Override
    public Integer call() throws InterruptedException {
        if (isDryRun && (isWaiting || timeout != null)) {
            throw new ParameterException(spec.commandLine(), "--dry-run sends nothing, and waits for nothing");
        }
        Selection selection = errors.selection();
        Settings settings = errors.configured().settings();
        Model model = errors.configured().model(settings);
        StandingErrors standing = new StandingErrors(settings.clickHouse(), model, selection);
        try {
            return isDryRun ? rehearse(standing, model, settings) : replay(standing, model, settings);
        } catch (ClickHouseFailure e) {
            throw new EngineRefusedException("The errors can't be read. " + e.getMessage(), e);
        }
    }

    private int rehearse(StandingErrors standing, Model model, Settings settings)
            throws ClickHouseFailure, InterruptedException {
        try (ReplayView view = view()) {
            print(new Replay(standing, model, settings, view).rehearse());
        }
        return 0;
    }

    private int replay(StandingErrors standing, Model model, Settings settings)
            throws ClickHouseFailure, InterruptedException {
        LogCheck.require(settings.kafka());
        Publication publication = new Publication(settings, Clock.systemUTC(), Pause.REAL, err()::println);
        Optional<String> other = publication.otherJob(model);
        if (other.isPresent()) {
            err().printf(
                            "The job is '%s', and has another model than %s, or another day for retention.frozen.before than"
                                    + " this configuration. Nothing was sent. Next: start it with this configuration and the"
                                    + " mended model, and replay then%n",
                            other.get(), settings.modelFile());
            return Recount.REFUSED;
        }
        ReplayResult result;
        try (Ending ending = Ending.onSignal();
                ReplayTopics topics = ReplayTopics.open(settings)) {
            if (!publication.await(Optional.ofNullable(timeout))) {
                err().println("The job has not published all that is in its topics. Nothing was sent.");
                return Recount.NO_MORE_TIME;
            }
            try (ReplayView view = view()) {
                result = new Replay(standing, model, settings, view).run(topics, ending);
            }
        }
        print(result);
        if (result.readable().isEmpty()) {
            return 0;
        }
        err().printf("%,d messages are sent again.%n", result.readable().size());
        return isWaiting ? await(publication, standing, result) : 0;
    }

    private int await(Publication publication, StandingErrors standing, ReplayResult result)
            throws ClickHouseFailure, InterruptedException {
        if (!publication.await(Optional.ofNullable(timeout))) {
            err().println("They are not published yet, and will be.");
            return Recount.NO_MORE_TIME;
        }
        long left = standing.among(result.readable());
        if (left > 0) {
            err().printf(
                            "%,d of them are errors all the same: the job reads by another model file. Next: start it with"
                                    + " the mended one, and replay again%n",
                            left);
            return Recount.REFUSED;
        }
        err().println("They are published.");
        return 0;
    }

    private void print(ReplayResult result) {
        if (errors.shown().isForPeople() && result.all() == 0) {
            out().println("No message is an error.");
        } else {
            result.sheet().print(errors.shown().format(), out());
        }
    }

    private ReplayView view() {
        return Boolean.getBoolean(ON_TERMINAL) ? ReplayView.bar() : ReplayView.lines(err()::println);
    }

    private PrintWriter out() {
        return spec.commandLine().getOut();
    }

    private PrintWriter err() {
        return spec.commandLine().getErr();
    }
}
