package io.recount.cli;

import io.recount.cells.yaml.InvalidFileException;
import io.recount.cli.load.LoadFailedException;
import io.recount.cli.load.WrongFileException;
import io.recount.kafka.LogGapException;
import io.recount.kafka.LogUnavailableException;
import io.recount.kafka.LogWriteException;
import io.recount.pipeline.RefusedClusterException;
import io.recount.pipeline.RefusedStartException;
import io.recount.pipeline.SchemaDifferencesException;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The command line, and the main class of the jar that {@code flink run} takes. */
@Command(
        name = "recount",
        description = "Exact aggregates of documents that come twice, late and corrected.",
        mixinStandardHelpOptions = true,
        exitCodeOnExecutionException = Recount.ENGINE_FAILED,
        versionProvider = Version.class,
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            RunCommand.class,
            LoadCommand.class,
            ReportCommand.class,
            StatusCommand.class,
            MissingCommand.class,
            InvalidateCommand.class,
            ErrorsCommand.class,
            GapsCommand.class,
            AuditCommand.class,
            ExplainCommand.class,
            SchemaCommand.class,
            ModelCommand.class,
            ConfigCommand.class
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:done",
            "1:a file is wrong, or tables are; nothing was started or changed",
            "2:usage",
            "3:an engine refused or failed; what was done so far stays"
        })
public final class Recount {

    static final int FILE_IS_WRONG = 1;
    static final int TABLES_ARE_WRONG = 1;
    static final int REFUSED = 1;
    static final int ENGINE_FAILED = 3;
    static final int NO_MORE_TIME = 4;

    private Recount() {}

    public static void main(String[] arguments) {
        int exitCode = commandLine().execute(arguments);
        if (exitCode == 0) {
            return;
        }
        if (Recount.class.getClassLoader() != ClassLoader.getSystemClassLoader()) {
            // Called by Flink, perhaps inside a JobManager, whose JVM is not ours to end.
            throw new IllegalStateException(
                    "recount was refused with exit code " + exitCode + "; the lines above say why");
        }
        System.exit(exitCode);
    }

    static CommandLine commandLine() {
        return new CommandLine(new Recount())
                .setExecutionExceptionHandler(Recount::explain)
                .setUsageHelpAutoWidth(true);
    }

    /** A sentence for what is known; a stack trace for what is not. */
    private static int explain(Exception failure, CommandLine command, CommandLine.ParseResult parsed)
            throws Exception {
        if (failure instanceof InvalidFileException wrong) {
            wrong.problems().forEach(problem -> command.getErr().println(problem));
            command.getErr().println("Nothing was started.");
            return FILE_IS_WRONG;
        }
        if (failure instanceof SchemaDifferencesException different) {
            command.getErr().println(different.getMessage());
            command.getErr().println("Nothing was started.");
            return TABLES_ARE_WRONG;
        }
        if (failure instanceof EngineRefusedException refused) {
            command.getErr().println(refused.getMessage());
            return ENGINE_FAILED;
        }
        if (failure instanceof WrongFileException) {
            command.getErr().println(failure.getMessage());
            return FILE_IS_WRONG;
        }
        if (failure instanceof RefusedClusterException
                || failure instanceof LoadFailedException
                || failure instanceof LogWriteException
                || failure instanceof RefusedStartException
                || failure instanceof LogUnavailableException
                || failure instanceof LogGapException) {
            command.getErr().println(failure.getMessage());
            return ENGINE_FAILED;
        }
        throw failure;
    }
}
