package io.recount.cli;

import io.recount.cells.Problem;
import io.recount.cells.model.Model;
import io.recount.cli.errors.ErrorList;
import io.recount.cli.errors.Selection;
import io.recount.clickhouse.ClickHouseFailure;
import io.recount.pipeline.options.Settings;
import java.io.PrintWriter;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** Lists what could not be counted; which errors are meant, its subcommand is told in the same way. */
@Command(
        name = "errors",
        mixinStandardHelpOptions = true,
        subcommands = ErrorsReplayCommand.class,
        customSynopsis = {
            "recount errors --config=FILE [--reason=REASON] [--registers=NAME[,NAME...]]...",
            "         [--from=TIME] [--to=TIME] [--limit=N] [--format=FORMAT]",
            "         [--set=KEY=VALUE]...",
            "       recount errors replay --config=FILE …",
            ""
        },
        description = {
            "Lists messages that are errors now, the newest first: bad versions that nothing newer has replaced, and dead"
                    + " letters, which have no register. Of all shards. What is wrong is said in a sentence, and the message"
                    + " itself is not shown.",
            "",
            "In a range are messages that came in it, by Kafka's time.",
            ""
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:listed, also if there are none",
            "1:a file is wrong",
            "2:usage",
            "3:ClickHouse refused or failed"
        })
final class ErrorsCommand implements Callable<Integer> {

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

    @Option(
            names = "--reason",
            scope = ScopeType.INHERIT,
            paramLabel = "REASON",
            description = "Only errors for this reason: ${COMPLETION-CANDIDATES}.")
    private Problem.@Nullable Reason reason;

    @Option(
            names = "--limit",
            paramLabel = "N",
            description = "Lists no more than so many; all are counted. Default: ${DEFAULT-VALUE}.",
            defaultValue = "100")
    private int limit;

    @Override
    public Integer call() throws InterruptedException {
        if (limit < 1) {
            throw new ParameterException(spec.commandLine(), "--limit is " + limit + ". Write how many, from 1 on");
        }
        Selection selection = selection();
        Settings settings = configured.settings();
        Model model = configured.model(settings);
        try {
            print(ErrorList.of(settings.clickHouse(), model, selection, limit));
            return 0;
        } catch (ClickHouseFailure e) {
            throw new EngineRefusedException("The errors can't be read. " + e.getMessage(), e);
        }
    }

    private void print(ErrorList errors) {
        PrintWriter out = spec.commandLine().getOut();
        if (shown.isForPeople()) {
            if (errors.all() == 0) {
                out.println("No message is an error.");
                return;
            }
            errors.counts().print(shown.format(), out);
            out.println();
        }
        errors.newest().print(shown.format(), out);
        long more = errors.all() - errors.newest().rows().size();
        if (more > 0) {
            PrintWriter words = shown.isForPeople() ? out : spec.commandLine().getErr();
            words.printf("%,d more. Next: --limit lists more, --reason, --registers, --from and --to choose%n", more);
        }
    }

    Configured configured() {
        return configured;
    }

    FormatOption shown() {
        return shown;
    }

    /**
     * Which errors are meant.
     *
     * @throws ParameterException if none can be
     */
    Selection selection() {
        range.refuseEmpty();
        return new Selection(range.from(), range.to(), only.registers(), Optional.ofNullable(reason));
    }
}
