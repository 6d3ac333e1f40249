package io.recount.cli;

import io.recount.cells.model.Model;
import io.recount.cli.report.Axis;
import io.recount.cli.report.LocalTime;
import io.recount.cli.report.Question;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options of reports over a time. */
final class ReportRange {

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    @Option(
            names = "--from",
            required = true,
            paramLabel = "TIME",
            description =
                    "Begin of the range, in the zone: 2026-01-31 or 2026-01-31T08:00; or with an offset of its own.")
    private String from = "";

    @Option(names = "--to", required = true, paramLabel = "TIME", description = "End of the range, not in it.")
    private String to = "";

    @Option(
            names = "--zone",
            paramLabel = "ZONE",
            description = "Time zone of hours, days and months, such as Europe/Berlin.",
            defaultValue = "UTC")
    private String zone = "UTC";

    @Mixin
    private RegistersOption only;

    @Option(
            names = "--stores",
            split = ",",
            paramLabel = "NAME",
            description = "Only registers that stood in these, while they did. Default: all.")
    private List<String> stores = List.of();

    @Option(names = "--top", paramLabel = "N", description = "Only so many rows.")
    private int top;

    @Option(
            names = "--order-by",
            paramLabel = "MEASURE",
            description = "The greatest of this measure come first. Default: by what a row is of.")
    private @Nullable String orderBy;

    /**
     * Arguments of a view.
     *
     * @param hours whether rows are of hours
     * @throws ParameterException if an option is wrong, or the zone does not fit the model's buckets
     */
    Map<String, String> arguments(Model model, boolean hours) {
        try {
            LocalTime times = new LocalTime(zone);
            Instant begin = times.instant("--from", from);
            Instant end = times.instant("--to", to);
            times.checkFits(model.document().bucket(), begin, end, hours);
            Map<String, String> arguments = new LinkedHashMap<>();
            arguments.put("registers", Question.texts(only.registers()));
            arguments.put("stores", Question.texts(stores));
            arguments.put("from", Question.text(begin.toString()));
            arguments.put("to", Question.text(end.toString()));
            arguments.put("zone", Question.text(zone));
            return arguments;
        } catch (IllegalArgumentException e) {
            throw new ParameterException(command.commandLine(), String.valueOf(e.getMessage()));
        }
    }

    /** All periods; of some rows only, where the others are not known, those of the rows. The arguments are right. */
    Axis axis(String period) {
        if (top > 0) {
            return Axis.of(period);
        }
        LocalTime times = new LocalTime(zone);
        return Axis.of(period, times.days(times.instant("--from", from), times.instant("--to", to)));
    }

    /** Rows at most; 0: all. */
    int top() {
        return top;
    }

    Optional<String> orderBy() {
        return Optional.ofNullable(orderBy);
    }
}
