package io.recount.cli;

import io.recount.cli.invalidate.PointInTime;
import io.recount.pipeline.requests.InvalidRequestException;
import io.recount.pipeline.requests.RequestMessage.Ask;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options that say what is to be computed again. Subcommands do without, so none is required before it is missed. */
final class AskOptions {

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    @Option(
            names = "--from",
            paramLabel = "TIME",
            converter = PointInTime.class,
            description = "Begin of the range: 2026-01-31, which begins at midnight UTC, or 2026-01-31T08:00:00Z.")
    private @Nullable Instant from;

    @Option(
            names = "--to",
            paramLabel = "TIME",
            converter = PointInTime.class,
            description = "End of the range; a bucket that begins there is not in it.")
    private @Nullable Instant to;

    @Option(
            names = "--registers",
            paramLabel = "NAME",
            split = ",",
            description = "Only these registers; separated by commas, or repeated. Default: all.")
    private List<String> registers = List.of();

    @Option(names = "--reason", paramLabel = "TEXT", description = "Why, for people who wonder later.")
    private @Nullable String reason;

    @Option(
            names = "--rate",
            paramLabel = "N",
            description = "Documents a second. Default: invalidations.document.rate.")
    private @Nullable Long rate;

    /**
     * What they say.
     *
     * @throws ParameterException if one is missing or wrong
     */
    Ask ask(String id) {
        if (rate != null && rate == 0) {
            throw new ParameterException(
                    command.commandLine(), "--rate is 0. Write documents a second, or leave it out");
        }
        try {
            return new Ask(
                    id,
                    List.copyOf(new LinkedHashSet<>(registers)),
                    required("--from", from),
                    required("--to", to),
                    required("--reason", reason),
                    rate == null ? 0 : rate);
        } catch (InvalidRequestException e) {
            // It begins with the key, which is called as the option is.
            throw new ParameterException(command.commandLine(), "--" + e.getMessage());
        }
    }

    private <T> T required(String option, @Nullable T value) {
        if (value == null) {
            throw new ParameterException(command.commandLine(), "Missing required option: " + option);
        }
        return value;
    }
}
