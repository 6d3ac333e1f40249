package io.recount.cli;

import io.recount.cells.model.Model;
import io.recount.clickhouse.ClickHouseAccess;
import io.recount.clickhouse.ClickHouseClient;
import io.recount.clickhouse.ClickHouseFailure;
import io.recount.clickhouse.check.Difference;
import io.recount.pipeline.StartCheck;
import io.recount.pipeline.options.Settings;
import io.recount.pipeline.schema.Installation;
import io.recount.pipeline.schema.Schema;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Commands about tables and views. */
@Command(
        name = "schema",
        mixinStandardHelpOptions = true,
        description = "Creates and checks the tables and views of a model.")
final class SchemaCommand {

    @Spec
    private CommandSpec spec;

    @Command(
            name = "print",
            mixinStandardHelpOptions = true,
            description = "Prints the statements, for people who apply them themselves.")
    int print(
            @Mixin Configured configured,
            @Option(
                            names = "--roles",
                            description = "Prints the roles writer, reader and schema with their rights instead; an"
                                    + " administrator creates them once.")
                    boolean roles) {
        if (roles) {
            Settings settings = configured.settings();
            new Schema(configured.model(settings), settings.clickHouse().database())
                    .roles()
                    .forEach(role -> spec.commandLine().getOut().println(role.sql()));
            return 0;
        }
        statements(configured).forEach(statement -> spec.commandLine().getOut().println(statement.sql() + ";\n"));
        return 0;
    }

    @Command(
            name = "apply",
            mixinStandardHelpOptions = true,
            description = {
                "Creates what is missing (database, tables, views, rows of measures), brings tables of earlier releases",
                "up to this one, and then checks. Can be run again. Exit code 1 if there are differences that it can't mend."
            })
    int apply(@Mixin Configured configured) throws InterruptedException {
        Settings settings = configured.settings();
        Model model = configured.model(settings);
        ClickHouseAccess access = settings.clickHouse();
        PrintWriter out = spec.commandLine().getOut();
        // Its own database may not be there yet.
        try (ClickHouseClient client = new ClickHouseClient(access.withDatabase("default"))) {
            new Installation(client, new Schema(model, access.database())).apply(what -> out.println("  " + what));
        } catch (ClickHouseFailure | IllegalStateException e) {
            throw new EngineRefusedException(
                    "ClickHouse at " + access.endpoint() + " did not take the schema: " + e.getMessage(), e);
        }
        // Whoever applies the schema need not be the user of the job.
        return reportDifferences(access, new StartCheck(access, model)::differencesOfTables);
    }

    @Command(
            name = "check",
            mixinStandardHelpOptions = true,
            description = {
                "Compares tables, columns, rights and settings with what the job needs; changes nothing.",
                "Every difference is a line with the statement that mends it; exit code 1 if there is one."
            })
    int check(@Mixin Configured configured) throws InterruptedException {
        Settings settings = configured.settings();
        ClickHouseAccess access = settings.clickHouse();
        return reportDifferences(access, new StartCheck(access, configured.model(settings))::differences);
    }

    /** A comparison to be made. */
    @FunctionalInterface
    private interface Asked {
        List<Difference> differences() throws ClickHouseFailure, InterruptedException;
    }

    private int reportDifferences(ClickHouseAccess access, Asked asked) throws InterruptedException {
        List<Difference> differences;
        try {
            differences = asked.differences();
        } catch (ClickHouseFailure e) {
            throw new EngineRefusedException(
                    "ClickHouse at " + access.endpoint() + " could not be compared: " + e.getMessage(), e);
        }
        PrintWriter out = spec.commandLine().getOut();
        differences.forEach(out::println);
        if (differences.isEmpty()) {
            out.printf("Schema of database %s is in place.%n", access.database());
        }
        out.flush();
        return differences.isEmpty() ? 0 : Recount.TABLES_ARE_WRONG;
    }

    private static List<Schema.Statement> statements(Configured configured) {
        Settings settings = configured.settings();
        Schema schema =
                new Schema(configured.model(settings), settings.clickHouse().database());
        List<Schema.Statement> statements = new ArrayList<>(schema.statements());
        statements.add(schema.measureRows());
        return statements;
    }
}
