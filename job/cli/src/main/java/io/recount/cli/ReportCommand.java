package io.recount.cli;

import io.recount.cells.model.Model;
import io.recount.cli.output.Sheet;
import io.recount.cli.report.Axis;
import io.recount.cli.report.Page;
import io.recount.cli.report.Question;
import io.recount.cli.report.ReportColumns;
import io.recount.cli.report.ShiftKey;
import io.recount.cli.report.UnknownMeasureException;
import io.recount.clickhouse.ClickHouseClient;
import io.recount.clickhouse.ClickHouseCluster;
import io.recount.clickhouse.ClickHouseFailure;
import io.recount.clickhouse.ServerError;
import io.recount.pipeline.options.Settings;
import io.recount.pipeline.schema.AllShards;
import io.recount.pipeline.schema.Schema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** Asks the views what people want to know. */
@Command(
        name = "report",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "(hours | days | months | shifts | field)",
        description = {
            "Reads totals from ClickHouse, each with how complete it is: registers seen and expected, whether more can only"
                    + " come late, late documents, errors, gaps of the log, and when it was published.",
            ""
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:read", "1:a file is wrong", "2:usage", "3:ClickHouse refused or failed"})
final class ReportCommand {

    private static final List<String> COMPLETENESS =
            List.of("closed", "log_gap", "incomplete_measures", "published_at");

    @Spec
    private CommandSpec spec;

    @Mixin
    private Configured configured;

    @Option(
            names = "--measures",
            scope = ScopeType.INHERIT,
            split = ",",
            paramLabel = "NAME",
            description =
                    "Measures of the model, separated by commas, or all. Default: those that have a column of their own.")
    private List<String> measures = List.of();

    @Mixin
    private FormatOption shown;

    @Option(
            names = "--html",
            scope = ScopeType.INHERIT,
            paramLabel = "FILE",
            description = "Also writes a page with charts, which needs nothing else; an older one is replaced.")
    private @Nullable Path page;

    @Option(
            names = "--database",
            scope = ScopeType.INHERIT,
            paramLabel = "NAME",
            description =
                    "Where the views are. Default: that of the configuration; with several shards the one of all of them,"
                            + " NAME_all.")
    private @Nullable String database;

    /** Whose totals. */
    enum Of {
        store,
        register
    }

    @Command(name = "hours", mixinStandardHelpOptions = true, description = "Totals by hour.")
    int hours(
            @Mixin ReportRange range,
            @Option(names = "--by", description = "${COMPLETION-CANDIDATES}.", defaultValue = "store") Of by) {
        return ofPeriods("hour", range, by);
    }

    @Command(name = "days", mixinStandardHelpOptions = true, description = "Totals by day.")
    int days(
            @Mixin ReportRange range,
            @Option(names = "--by", description = "${COMPLETION-CANDIDATES}.", defaultValue = "store") Of by) {
        return ofPeriods("day", range, by);
    }

    @Command(name = "months", mixinStandardHelpOptions = true, description = "Totals by month.")
    int months(
            @Mixin ReportRange range,
            @Option(names = "--by", description = "${COMPLETION-CANDIDATES}.", defaultValue = "store") Of by) {
        return ofPeriods("month", range, by);
    }

    private int ofPeriods(String period, ReportRange range, Of by) {
        Settings settings = configured.settings();
        Model model = configured.model(settings);
        boolean byStore = by == Of.store;
        List<String> leading =
                byStore ? List.of("store", period) : List.of(model.document().key(), "store", period);
        List<String> trailing = new ArrayList<>(byStore ? List.of("registers_seen", "registers_expected") : List.of());
        trailing.addAll(COMPLETENESS);
        List<Sheet.Column> columns = columns(model, leading, false, trailing);
        return answer(
                settings,
                new Question(
                        by + "_" + period + "s",
                        range.arguments(model, period.equals("hour")),
                        columns,
                        new ReportColumns(model).charted(columns),
                        order(
                                range,
                                byStore ? leading : List.of(model.document().key(), period)),
                        range.top()),
                range.axis(period));
    }

    @Command(
            name = "field",
            mixinStandardHelpOptions = true,
            description = "Totals by the values of a merchant's field.")
    int field(
            @Mixin ReportRange range,
            @Parameters(paramLabel = "FIELD", description = "Name of the field.") String field) {
        Settings settings = configured.settings();
        Model model = configured.model(settings);
        Map<String, String> arguments = range.arguments(model, false);
        arguments.put("field", Question.text(field));
        List<Sheet.Column> columns =
                columns(model, List.of("value"), true, List.of("registers", "log_gap", "incomplete_measures"));
        return answer(
                settings,
                new Question(
                        "field_totals",
                        arguments,
                        columns,
                        new ReportColumns(model).charted(columns),
                        order(range, List.of("value")),
                        range.top()),
                Axis.of("value"));
    }

    @Command(name = "shifts", mixinStandardHelpOptions = true, description = "Totals of some shifts.")
    int shifts(
            @Parameters(
                            arity = "1..*",
                            paramLabel = "REGISTER:SHIFT",
                            description = "Which, such as R-000017:212.",
                            converter = ShiftKey.Converter.class)
                    List<ShiftKey> keys) {
        Settings settings = configured.settings();
        Model model = configured.model(settings);
        String shift = model.document().shift();
        if (shift == null) {
            throw new ParameterException(spec.commandLine(), "The model " + model.name() + " has no shifts");
        }
        List<String> leading = List.of(model.document().key(), shift);
        return answer(
                settings,
                new Question(
                        "shift_totals",
                        Map.of("keys", keys.stream().map(ShiftKey::sql).collect(Collectors.joining(", ", "[", "]"))),
                        columns(model, leading, false, List.of("log_gap", "incomplete_measures")),
                        List.of(),
                        leading,
                        0),
                Axis.of(shift));
    }

    private List<Sheet.Column> columns(Model model, List<String> leading, boolean ofFields, List<String> trailing) {
        try {
            return new ReportColumns(model).of(leading, measures, ofFields, trailing);
        } catch (UnknownMeasureException e) {
            throw new ParameterException(spec.commandLine(), "--" + e.getMessage());
        }
    }

    /** Rows of one value are in an order, too: else pages would not make up the whole. */
    private static List<String> order(ReportRange range, List<String> key) {
        List<String> order = new ArrayList<>();
        range.orderBy().ifPresent(measure -> order.add(Schema.quoted(measure) + " DESC NULLS LAST"));
        key.forEach(name -> order.add(Schema.quoted(name)));
        return order;
    }

    private int answer(Settings settings, Question question, Axis axis) {
        ClickHouseCluster cluster = settings.clickHouse();
        try (ClickHouseClient client = new ClickHouseClient(cluster.first().withDatabase(database(cluster)))) {
            if (page == null) {
                question.print(client, shown.format(), spec.commandLine().getOut());
                return 0;
            }
            Sheet sheet = question.answer(client);
            sheet.print(shown.format(), spec.commandLine().getOut());
            write(question.page(sheet, axis), page);
            return 0;
        } catch (ClickHouseFailure e) {
            boolean tooMuch = e.error()
                    .filter(error -> error == ServerError.MEMORY_LIMIT_EXCEEDED)
                    .isPresent();
            throw new EngineRefusedException(
                    "The report can't be read. " + e.getMessage()
                            + (tooMuch ? ", or ask for less: a shorter time, fewer registers or measures" : ""),
                    e);
        }
    }

    private String database(ClickHouseCluster cluster) {
        if (database != null) {
            return database;
        }
        return AllShards.databaseOf(cluster);
    }

    private void write(Page written, Path file) {
        try {
            Files.writeString(file, written.text());
        } catch (IOException e) {
            throw new ParameterException(
                    spec.commandLine(), "--html: " + file + " can't be written: " + e.getMessage(), e);
        }
    }
}
