package io.recount.cli;

import io.recount.cli.gaps.Gap;
import io.recount.cli.gaps.KnownGaps;
import io.recount.clickhouse.ClickHouseFailure;
import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Shows gaps of the log, and closes those that are repaired. */
@Command(
        name = "gaps",
        mixinStandardHelpOptions = true,
        customSynopsis = {
            "recount gaps --config=FILE [--set=KEY=VALUE]...",
            "       recount gaps close ID --reason=TEXT --config=FILE",
            ""
        },
        description = {
            "Lists records of Kafka that were gone before they were read. Reports mark the time of those that are open: rows"
                    + " of it may lack something (log_gap = 1).",
            ""
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:done",
            "1:a file is wrong, or there is no such gap, or it is closed already",
            "2:usage",
            "3:an engine refused or failed"
        })
final class GapsCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Mixin
    private Configured configured;

    @Override
    public Integer call() throws InterruptedException {
        try {
            Gap.table(gaps().all()).forEach(out()::println);
            return 0;
        } catch (ClickHouseFailure e) {
            throw refused(e);
        }
    }

    @Command(
            name = "close",
            mixinStandardHelpOptions = true,
            description = "Has reports mark a gap no more: what it held was loaded, or is not missed.")
    int close(
            @Parameters(paramLabel = "ID", description = "As recount gaps says it.") String id,
            @Option(
                            names = "--reason",
                            required = true,
                            paramLabel = "TEXT",
                            description = "Why, for people who wonder later.")
                    String reason)
            throws InterruptedException {
        if (reason.isBlank()) {
            throw new ParameterException(spec.commandLine(), "--reason is blank. Write why nothing is missed any more");
        }
        try {
            Optional<Gap> gap =
                    gaps().all().stream().filter(each -> each.id().equals(id)).findFirst();
            if (gap.isEmpty()) {
                err().printf("There is no gap %s. Next: see recount gaps --config %s%n", id, configured.file());
                return Recount.REFUSED;
            }
            if (!gap.get().isOpen()) {
                err().printf(
                                "Gap %s was closed at %s: %s%n",
                                id, gap.get().repairedAt(), gap.get().reason());
                return Recount.REFUSED;
            }
            gaps().close(id, reason);
            Gap.table(List.of(gap.get())).forEach(err()::println);
            err().println("It is closed.");
            return 0;
        } catch (ClickHouseFailure e) {
            throw refused(e);
        }
    }

    private KnownGaps gaps() {
        return new KnownGaps(configured.settings().clickHouse());
    }

    private static EngineRefusedException refused(ClickHouseFailure e) {
        return new EngineRefusedException(
                "log_gaps and log_gap_repairs can't be read or written. " + e.getMessage(), e);
    }

    private PrintWriter out() {
        return spec.commandLine().getOut();
    }

    private PrintWriter err() {
        return spec.commandLine().getErr();
    }
}
