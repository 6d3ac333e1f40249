package io.recount.cli;

import io.recount.cells.model.DocumentRules;
import io.recount.cells.model.Model;
import io.recount.cli.output.Sheet;
import io.recount.cli.report.Question;
import io.recount.clickhouse.ClickHouseClient;
import io.recount.clickhouse.ClickHouseCluster;
import io.recount.clickhouse.ClickHouseFailure;
import io.recount.pipeline.options.Settings;
import io.recount.pipeline.schema.AllShards;
import io.recount.pipeline.schema.Schema;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Lists numbers of documents that nobody has seen. */
@Command(
        name = "missing",
        mixinStandardHelpOptions = true,
        description = {
            "Lists numbers that are missing between documents that came, of models whose ids are a sequence. What a"
                    + " document of a number says does not matter: bad versions and deletes have it, too.",
            ""
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:none is missing",
            "1:a file is wrong, or numbers are missing",
            "2:usage",
            "3:ClickHouse refused or failed"
        })
final class MissingCommand implements Callable<Integer> {

    private static final int SOME_ARE_MISSING = 1;
    private static final DateTimeFormatter SECOND =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss").withZone(ZoneOffset.UTC);

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

    @Override
    public Integer call() {
        Settings settings = configured.settings();
        Model model = configured.model(settings);
        if (model.document().ids() != DocumentRules.IdKind.SEQUENTIAL) {
            throw new ParameterException(
                    spec.commandLine(),
                    "Ids of the model " + model.name() + " are no sequence, so none can be missing");
        }
        String key = model.document().key();
        Map<String, String> arguments = new LinkedHashMap<>();
        arguments.put("registers", Question.texts(only.registers()));
        arguments.put("from", Question.text(SECOND.format(range.requiredFrom())));
        arguments.put("to", Question.text(SECOND.format(range.requiredTo())));
        Question question = new Question(
                "missing_numbers",
                arguments,
                List.of(
                        new Sheet.Column(key, false),
                        new Sheet.Column("scope", false),
                        new Sheet.Column("first_number", true),
                        new Sheet.Column("last_number", true),
                        new Sheet.Column("missing", true),
                        new Sheet.Column("after", false),
                        new Sheet.Column("before", false)),
                List.of(),
                List.of(Schema.quoted(key), "scope", "first_number"),
                0);
        ClickHouseCluster cluster = settings.clickHouse();
        String database = AllShards.databaseOf(cluster);
        try (ClickHouseClient client = new ClickHouseClient(cluster.first().withDatabase(database))) {
            long rows =
                    question.print(client, shown.format(), spec.commandLine().getOut());
            return rows == 0 ? 0 : SOME_ARE_MISSING;
        } catch (ClickHouseFailure e) {
            throw new EngineRefusedException("The documents can't be read. " + e.getMessage(), e);
        }
    }
}
