package io.recount.cli;

import io.recount.cli.output.Sheet;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** The option of all commands that print tables; their subcommands have it, too. */
final class FormatOption {

    @Option(
            names = "--format",
            scope = ScopeType.INHERIT,
            paramLabel = "FORMAT",
            description = "For people, spreadsheets or programs: ${COMPLETION-CANDIDATES}.",
            defaultValue = "table")
    private Sheet.Format format = Sheet.Format.table;

    Sheet.Format format() {
        return format;
    }

    boolean isForPeople() {
        return format == Sheet.Format.table;
    }
}
