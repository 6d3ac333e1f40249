package io.recount.cli;

import io.recount.cells.FrozenLine;
import io.recount.cells.model.Model;
import io.recount.cells.yaml.InvalidFileException;
import io.recount.cli.audit.Audit;
import io.recount.cli.audit.AuditLog;
import io.recount.cli.audit.AuditMetrics;
import io.recount.cli.audit.AuditReport;
import io.recount.cli.audit.AuditResult;
import io.recount.cli.audit.AuditScope;
import io.recount.cli.audit.AuditView;
import io.recount.cli.audit.Repair;
import io.recount.cli.invalidate.LengthOfTime;
import io.recount.cli.invalidate.RequestId;
import io.recount.cli.invalidate.RequestStates;
import io.recount.cli.invalidate.Watch;
import io.recount.cli.invalidate.WatchBar;
import io.recount.cli.invalidate.WatchLines;
import io.recount.cli.invalidate.WatchView;
import io.recount.clickhouse.ClickHouseFailure;
import io.recount.clickhouse.Pause;
import io.recount.kafka.ControlSender;
import io.recount.kafka.LogUnavailableException;
import io.recount.kafka.LogWriteException;
import io.recount.pipeline.options.Settings;
import io.recount.pipeline.requests.RequestMessage.Ask;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Compares published rows with the documents, and has the job repair what is wrong. */
@Command(
        name = "audit",
        mixinStandardHelpOptions = true,
        description = {
            "Adds up the documents in ClickHouse that the newest commit covers, by SQL and without the job's code, and"
                    + " compares every measure of cells, shifts and field cells with what is published. Prints each"
                    + " difference. Flags of lateness are facts about arrival and not compared. The job may go on meanwhile.",
            "",
            "In a range are cells whose buckets begin in it, and shifts that have a document or a cell in it.",
            ""
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:no differences; with --repair: none is left",
            "1:differences; with --repair: some are left",
            "2:it could not be done: usage, a file is wrong, an engine refused or failed"
        })
final class AuditCommand implements Callable<Integer> {

    /** Set by deploy/recount; Java can't tell whether its standard error is one. */
    private static final String ON_TERMINAL = "recount.terminal";

    private static final int DIFFERENT = 1;
    private static final int NOT_DONE = 2;

    @Spec
    private CommandSpec spec;

    @Mixin
    private Configured configured;

    @Mixin
    private RangeOptions range;

    @Mixin
    private RegistersOption only;

    @Mixin
    private FormatOption shown;

    @Option(names = "--sample", paramLabel = "N", description = "Only so many registers, drawn by a hash.")
    private int sample;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "0",
            description = "Of --sample: one seed always draws the same registers. Default: ${DEFAULT-VALUE}.")
    private long seed;

    @Option(
            names = "--repair",
            description =
                    "Has the running job compute the times and registers of the differences again, waits for it, and"
                            + " audits again.")
    private boolean isRepairing;

    @Option(
            names = "--every",
            paramLabel = "LENGTH",
            converter = LengthOfTime.class,
            description = "Does it again so long after it is done, such as 1h, until it is stopped.")
    private @Nullable Duration every;

    @Option(
            names = "--metrics-file",
            paramLabel = "FILE",
            description = "Also writes what it found as metrics, such as for the textfile collector of Prometheus'"
                    + " node_exporter; an older file is replaced.")
    private @Nullable Path metricsFile;

    @Override
    public Integer call() throws InterruptedException {
        refuseContradictions();
        AuditMetrics metrics = new AuditMetrics(Clock.systemUTC());
        Duration again = every;
        while (again != null) {
            int unused = once(metrics);
            out().flush();
            Pause.REAL.pause(again);
        }
        return once(metrics);
    }

    private void refuseContradictions() {
        if (sample < 0 || (spec.commandLine().getParseResult().hasMatchedOption("--sample") && sample == 0)) {
            throw wrong("--sample is " + sample + ". Write how many registers, or leave it out");
        }
        if (sample > 0 && !only.registers().isEmpty()) {
            throw wrong("--sample draws registers, and --registers names them: give one of them");
        }
        range.refuseEmpty();
    }

    private int once(AuditMetrics metrics) throws InterruptedException {
        int ended = tried(metrics);
        if (ended == NOT_DONE) {
            metrics.failed();
        }
        if (metricsFile != null) {
            try {
                metrics.write(metricsFile);
            } catch (IOException e) {
                err().println("--metrics-file: " + metricsFile + " can't be written: " + e);
            }
        }
        return ended;
    }

    private int tried(AuditMetrics metrics) throws InterruptedException {
        try {
            return audit(metrics);
        } catch (InvalidFileException e) {
            e.problems().forEach(err()::println);
        } catch (ClickHouseFailure e) {
            err().println("The audit could not be done. " + e.getMessage());
        } catch (LogUnavailableException | LogWriteException e) {
            err().println("The repair could not be asked for. " + e.getMessage());
        }
        return NOT_DONE;
    }

    private int audit(AuditMetrics metrics) throws ClickHouseFailure, InterruptedException {
        Settings settings = configured.settings();
        Model model = configured.model(settings);
        AuditScope scope = AuditScope.of(
                behindLine(settings.frozen()),
                range.to(),
                only.registers(),
                sample,
                seed,
                model.document().bucket());
        try (Audit audit = new Audit(settings.clickHouse(), model, settings.frozen(), Pause.REAL)) {
            Optional<AuditResult> found = run(audit, scope);
            if (found.isEmpty()) {
                err().println("No job has committed anything yet: there is nothing to audit.");
                return 0;
            }
            AuditResult first = found.get();
            AuditResult last = first;
            if (isRepairing && !first.isClean()) {
                if (shown.isForPeople()) {
                    print(first);
                }
                repair(first, settings, model);
                last = run(audit, scope).orElse(first);
            }
            print(last);
            record(settings, first, last);
            metrics.done(first, last);
            return last.isClean() ? 0 : DIFFERENT;
        }
    }

    /** Documents of frozen cells may be gone. */
    private Optional<Instant> behindLine(FrozenLine line) {
        if (!line.isDrawn()) {
            return range.from();
        }
        Instant begin = Instant.ofEpochSecond(line.seconds());
        return Optional.of(range.from().filter(begin::isBefore).orElse(begin));
    }

    private Optional<AuditResult> run(Audit audit, AuditScope scope) throws ClickHouseFailure, InterruptedException {
        Optional<AuditResult> result;
        try (AuditView view = Boolean.getBoolean(ON_TERMINAL)
                ? AuditView.bar()
                : AuditView.lines(Clock.systemUTC(), err()::println)) {
            result = audit.run(scope, view);
        }
        result.ifPresent(its -> err().printf(
                        "%,d rows compared, up to checkpoint %d of timeline %d: %s.%n",
                        its.compared(),
                        its.cut().commit().checkpoint(),
                        its.cut().commit().timeline(),
                        its.isClean()
                                ? "all right"
                                : "%,d are wrong".formatted(its.differences().size())));
        return result;
    }

    private void print(AuditResult result) {
        switch (shown.format()) {
            case json -> out().println(AuditReport.json(result));
            case table, csv -> AuditReport.sheet(result).print(shown.format(), out());
        }
    }

    private void record(Settings settings, AuditResult first, AuditResult last) throws InterruptedException {
        try {
            AuditLog.write(settings.clickHouse(), first, last);
        } catch (ClickHouseFailure e) {
            err().println("The audit is not in the table audits. " + e.getMessage());
        }
    }

    private void repair(AuditResult result, Settings settings, Model model)
            throws ClickHouseFailure, InterruptedException {
        Clock clock = Clock.systemUTC();
        String id = RequestId.mint(clock, new SecureRandom());
        List<Ask> asks = new Repair(model.document().bucket())
                .asks(
                        result.differences(),
                        id,
                        "recount audit: %d differences"
                                .formatted(result.differences().size()));
        try (RequestStates states = new RequestStates(settings.clickHouse());
                ControlSender sender = new ControlSender(settings.kafka(), settings.invalidationsTopic())) {
            // What can't be watched is not sent.
            states.find(id);
            for (Ask ask : asks) {
                sender.send(ask.id().getBytes(StandardCharsets.UTF_8), ask.toJson());
                err().println("Asked for: " + ask.id());
            }
            Watch watch = new Watch(states, settings.invalidationsTopic(), clock, Pause.REAL, err()::println);
            for (Ask ask : asks) {
                try (WatchView view = Boolean.getBoolean(ON_TERMINAL)
                        ? new WatchBar(ask.id())
                        : new WatchLines(clock, err()::println)) {
                    if (watch.untilEnd(ask.id(), Optional.empty(), view) != Watch.Ending.DONE) {
                        err().printf(
                                        "Request %s was not done: recount invalidate show %s says why.%n",
                                        ask.id(), ask.id());
                    }
                }
            }
        }
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
