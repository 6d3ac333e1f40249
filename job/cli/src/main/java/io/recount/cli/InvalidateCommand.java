package io.recount.cli;

import io.recount.cli.invalidate.ExpectedWork;
import io.recount.cli.invalidate.KnownRequests;
import io.recount.cli.invalidate.LengthOfTime;
import io.recount.cli.invalidate.RequestId;
import io.recount.cli.invalidate.RequestStates;
import io.recount.cli.invalidate.RequestStatus;
import io.recount.cli.invalidate.StatusJson;
import io.recount.cli.invalidate.StatusTable;
import io.recount.cli.invalidate.Watch;
import io.recount.cli.invalidate.WatchBar;
import io.recount.cli.invalidate.WatchLines;
import io.recount.cli.invalidate.WatchView;
import io.recount.clickhouse.ClickHouseFailure;
import io.recount.clickhouse.Pause;
import io.recount.kafka.ControlSender;
import io.recount.pipeline.options.Settings;
import io.recount.pipeline.requests.InvalidRequestException;
import io.recount.pipeline.requests.RequestMessage;
import io.recount.pipeline.requests.RequestMessage.Ask;
import io.recount.pipeline.requests.RequestMessage.Order;
import io.recount.pipeline.requests.RequestMessage.Verb;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Asks the running job to compute cells again, and says what became of that. */
@Command(
        name = "invalidate",
        mixinStandardHelpOptions = true,
        customSynopsis = {
            "recount invalidate --config=FILE --from=TIME --to=TIME --reason=TEXT",
            "         [--registers=NAME[,NAME...]]... [--rate=N] [--set=KEY=VALUE]...",
            "         [--dry-run | --wait [--timeout=LENGTH]]",
            "       recount invalidate list --config=FILE [--all] [--format=FORMAT]",
            "       recount invalidate show ID --config=FILE [--format=FORMAT]",
            "       recount invalidate (cancel | pause | resume) ID --config=FILE",
            ""
        },
        description = {
            "Has the running job compute the cells again whose buckets begin in a range of time, from the documents in"
                    + " ClickHouse. What is published and wrong is published right; what is right is not touched.",
            "",
            "Prints the request's id. The request lies in Kafka: the job goes on with it after a restart.",
            ""
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:sent; with --wait: done",
            "1:a file is wrong, or the request was refused, cancelled or is not known",
            "2:usage",
            "3:an engine refused or failed; what was sent stays",
            "4:with --timeout: not done yet, and goes on"
        })
final class InvalidateCommand implements Callable<Integer> {

    /** Set by deploy/recount; Java can't tell whether its standard error is one. */
    private static final String ON_TERMINAL = "recount.terminal";

    @Spec
    private CommandSpec spec;

    @Mixin
    private Configured configured;

    @Mixin
    private AskOptions options;

    @Option(
            names = "--dry-run",
            description =
                    "Sends nothing; says how many registers, documents and cells there are, and how long it would take.")
    private boolean isDryRun;

    @Option(names = "--wait", description = "Returns when the request is done, cancelled or refused.")
    private boolean isWaiting;

    @Option(
            names = "--timeout",
            paramLabel = "LENGTH",
            converter = LengthOfTime.class,
            description = "Waits no longer than that, such as 30min; the request goes on.")
    private @Nullable Duration timeout;

    /** For people or for programs. */
    enum Format {
        table,
        json
    }

    @Override
    public Integer call() throws InterruptedException {
        refuseContradictions();
        Clock clock = Clock.systemUTC();
        Ask ask = options.ask(RequestId.mint(clock, new SecureRandom()));
        Settings settings = configured.settings();
        if (isDryRun) {
            return rehearse(ask, settings);
        }
        if (!isWaiting) {
            send(ask, settings);
            err().printf(
                            "Sent. What becomes of it says: recount invalidate show %s --config %s%n",
                            ask.id(), configured.file());
            return 0;
        }
        try (RequestStates states = new RequestStates(settings.clickHouse())) {
            // What can't be watched is not sent.
            states.find(ask.id());
            send(ask, settings);
            return await(ask, states, settings, clock);
        } catch (ClickHouseFailure e) {
            throw unreadable(e);
        }
    }

    private void refuseContradictions() {
        if (timeout != null && !isWaiting) {
            throw wrong("--timeout is for --wait");
        }
        if (isDryRun && isWaiting) {
            throw wrong("--dry-run sends nothing that --wait could wait for");
        }
    }

    private int rehearse(Ask ask, Settings settings) {
        try {
            ExpectedWork.of(
                            ask,
                            configured.model(settings),
                            settings.clickHouse(),
                            settings.invalidationsRate(),
                            settings.frozen())
                    .lines()
                    .forEach(out()::println);
            return 0;
        } catch (ClickHouseFailure e) {
            throw new EngineRefusedException(
                    "What there is in the range can't be counted. " + e.getMessage() + "\nNothing was sent.", e);
        }
    }

    private void send(RequestMessage message, Settings settings) throws InterruptedException {
        try (ControlSender sender = new ControlSender(settings.kafka(), settings.invalidationsTopic())) {
            sender.send(message.id().getBytes(StandardCharsets.UTF_8), message.toJson());
        } catch (InvalidRequestException e) {
            throw wrong(String.valueOf(e.getMessage()));
        }
        out().println(message.id());
    }

    private int await(Ask ask, RequestStates states, Settings settings, Clock clock)
            throws ClickHouseFailure, InterruptedException {
        Watch watch = new Watch(states, settings.invalidationsTopic(), clock, Pause.REAL, err()::println);
        Watch.Ending ending;
        try (WatchView view =
                Boolean.getBoolean(ON_TERMINAL) ? new WatchBar(ask.id()) : new WatchLines(clock, err()::println)) {
            ending = watch.untilEnd(ask.id(), Optional.ofNullable(timeout), view);
        }
        return switch (ending) {
            case DONE -> 0;
            case CANCELLED, REFUSED -> {
                states.find(ask.id())
                        .ifPresent(status -> StatusTable.sheet(status).forEach(err()::println));
                yield Recount.REFUSED;
            }
            case TIMED_OUT -> {
                err().printf(
                                "It is not done yet, and goes on. recount invalidate show %s --config %s%n",
                                ask.id(), configured.file());
                yield Recount.NO_MORE_TIME;
            }
        };
    }

    @Command(name = "list", mixinStandardHelpOptions = true, description = "Lists requests, oldest first.")
    int list(
            @Option(names = "--all", description = "Also those that ended before the last 20.") boolean isAll,
            @Option(
                            names = "--format",
                            paramLabel = "FORMAT",
                            description = "For people or for programs: ${COMPLETION-CANDIDATES}.",
                            defaultValue = "table")
                    Format format)
            throws InterruptedException {
        try (RequestStates states = new RequestStates(configured.settings().clickHouse())) {
            KnownRequests known = new KnownRequests(states.all());
            List<RequestStatus> listed = isAll ? known.all() : known.recent();
            switch (format) {
                case json -> out().println(StatusJson.list(listed));
                case table -> StatusTable.list(listed).forEach(out()::println);
            }
            int more = known.all().size() - listed.size();
            if (more > 0) {
                err().printf("%d more ended before those; --all lists them.%n", more);
            }
            return 0;
        } catch (ClickHouseFailure e) {
            throw unreadable(e);
        }
    }

    @Command(name = "show", mixinStandardHelpOptions = true, description = "Says all about one request.")
    int show(
            @Parameters(paramLabel = "ID") String id,
            @Option(
                            names = "--format",
                            paramLabel = "FORMAT",
                            description = "For people or for programs: ${COMPLETION-CANDIDATES}.",
                            defaultValue = "table")
                    Format format)
            throws InterruptedException {
        try (RequestStates states = new RequestStates(configured.settings().clickHouse())) {
            Optional<RequestStatus> status = states.find(id);
            if (status.isEmpty()) {
                return refuseUnknown(id, states);
            }
            switch (format) {
                case json -> out().println(StatusJson.one(status.get()));
                case table -> StatusTable.sheet(status.get()).forEach(out()::println);
            }
            return 0;
        } catch (ClickHouseFailure e) {
            throw unreadable(e);
        }
    }

    @Command(
            name = "cancel",
            mixinStandardHelpOptions = true,
            description = "Ends a request; what was computed until then stays.")
    int cancel(@Parameters(paramLabel = "ID") String id) throws InterruptedException {
        return order(id, Verb.CANCEL);
    }

    @Command(name = "pause", mixinStandardHelpOptions = true, description = "Lets a request rest until it is resumed.")
    int pause(@Parameters(paramLabel = "ID") String id) throws InterruptedException {
        return order(id, Verb.PAUSE);
    }

    @Command(name = "resume", mixinStandardHelpOptions = true, description = "Goes on with a request that was paused.")
    int resume(@Parameters(paramLabel = "ID") String id) throws InterruptedException {
        return order(id, Verb.RESUME);
    }

    private int order(String id, Verb verb) throws InterruptedException {
        Settings settings = configured.settings();
        try (RequestStates states = new RequestStates(settings.clickHouse())) {
            Optional<RequestStatus> status = states.find(id);
            if (status.isEmpty()) {
                return refuseUnknown(id, states);
            }
            if (!status.get().state().isOpen()) {
                err().printf(
                                "Request %s is %s, and there is nothing to %s.%n",
                                id, status.get().state(), verb);
                return Recount.REFUSED;
            }
        } catch (ClickHouseFailure e) {
            throw unreadable(e);
        }
        send(new Order(id, verb), settings);
        err().printf(
                        "Asked to %s it, which the job does by its next checkpoint: recount invalidate show %s --config %s%n",
                        verb, id, configured.file());
        return 0;
    }

    private int refuseUnknown(String id, RequestStates states) throws ClickHouseFailure, InterruptedException {
        err().println(new KnownRequests(states.all()).refusal(id));
        return Recount.REFUSED;
    }

    private static EngineRefusedException unreadable(ClickHouseFailure e) {
        return new EngineRefusedException("What became of requests can't be read. " + e.getMessage(), e);
    }

    private ParameterException wrong(String what) {
        return new ParameterException(spec.commandLine(), what);
    }

    private PrintWriter out() {
        return spec.commandLine().getOut();
    }

    private PrintWriter err() {
        return spec.commandLine().getErr();
    }
}
