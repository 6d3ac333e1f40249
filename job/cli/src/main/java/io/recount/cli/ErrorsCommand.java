package io.recount.cli;

import picocli.CommandLine.Command;

/** Commands about what could not be counted. */
@Command(
        name = "errors",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        subcommands = ErrorsReplayCommand.class,
        description = "What to do about bad versions and dead letters, which are in the view errors.")
final class ErrorsCommand {}
