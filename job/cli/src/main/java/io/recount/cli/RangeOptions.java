package io.recount.cli;

import io.recount.cli.invalidate.PointInTime;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/**
 * The options of all commands that are about a range of time, in UTC; their subcommands have them, too. What lies in the
 * range the description of the command says.
 */
final class RangeOptions {

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    @Option(
            names = "--from",
            scope = ScopeType.INHERIT,
            paramLabel = "TIME",
            converter = PointInTime.class,
            description = "Begin of the range: 2026-01-31, which begins at midnight UTC, or 2026-01-31T08:00:00Z.")
    private @Nullable Instant from;

    @Option(
            names = "--to",
            scope = ScopeType.INHERIT,
            paramLabel = "TIME",
            converter = PointInTime.class,
            description = "End of the range, not in it.")
    private @Nullable Instant to;

    Optional<Instant> from() {
        return Optional.ofNullable(from);
    }

    Optional<Instant> to() {
        return Optional.ofNullable(to);
    }

    /**
     * Of commands that need one.
     *
     * @throws ParameterException if it is missing
     */
    Instant requiredFrom() {
        return from().orElseThrow(() -> missing("--from"));
    }

    /** The same of its end. */
    Instant requiredTo() {
        return to().orElseThrow(() -> missing("--to"));
    }

    /**
     * Refuses a range in which nothing can lie.
     *
     * @throws ParameterException if it ends before it begins
     */
    void refuseEmpty() {
        if (from != null && to != null && !from.isBefore(to)) {
            throw new ParameterException(command.commandLine(), "--to: " + to + " is not after --from, " + from);
        }
    }

    private ParameterException missing(String option) {
        return new ParameterException(command.commandLine(), "Missing required option: " + option);
    }
}
