package io.recount.cli;

import io.recount.cells.yaml.InvalidFileException;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The command line, and the main class of the jar that {@code flink run} takes. */
@Command(
        name = "recount",
        description = "Exact aggregates of documents that come twice, late and corrected.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {RunCommand.class, SchemaCommand.class, ModelCommand.class, ConfigCommand.class},
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:done",
            "1:a file is wrong; nothing was started or changed",
            "2:usage",
            "3:an engine refused or failed"
        })
public final class Recount {

    static final int FILE_IS_WRONG = 1;
    static final int ENGINE_FAILED = 3;

    private Recount() {}

    public static void main(String[] arguments) {
        int exitCode = commandLine().execute(arguments);
        // Flink's client calls main and goes on afterwards; only failures may end its JVM.
        if (exitCode != 0) {
            System.exit(exitCode);
        }
    }

    static CommandLine commandLine() {
        return new CommandLine(new Recount())
                .setExecutionExceptionHandler(Recount::explain)
                .setUsageHelpAutoWidth(true);
    }

    private static int explain(Exception failure, CommandLine command, CommandLine.ParseResult parsed)
            throws Exception {
        if (failure instanceof InvalidFileException wrong) {
            wrong.problems().forEach(problem -> command.getErr().println(problem));
            command.getErr().println("Nothing was started.");
            return FILE_IS_WRONG;
        }
        if (failure instanceof EngineRefusedException refused) {
            command.getErr().println(refused.getMessage());
            return ENGINE_FAILED;
        }
        throw failure;
    }
}
