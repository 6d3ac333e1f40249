package io.recount.cli;

import io.recount.clickhouse.ClickHouseAccess;
import io.recount.clickhouse.ClickHouseClient;
import io.recount.clickhouse.ClickHouseFailure;
import io.recount.pipeline.options.Settings;
import io.recount.pipeline.schema.Schema;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Commands about tables and views. */
@Command(name = "schema", mixinStandardHelpOptions = true, description = "Creates the tables and views of a model.")
final class SchemaCommand {

    @Spec
    private CommandSpec spec;

    @Command(
            name = "print",
            mixinStandardHelpOptions = true,
            description = "Prints the statements, for people who apply them themselves.")
    int print(@Mixin Configured configured) {
        statements(configured).forEach(statement -> spec.commandLine().getOut().println(statement.sql() + ";\n"));
        return 0;
    }

    @Command(
            name = "apply",
            mixinStandardHelpOptions = true,
            description = "Creates what is missing: database, tables, views, rows of measures. Can be run again.")
    int apply(@Mixin Configured configured) throws InterruptedException {
        List<Schema.Statement> statements = statements(configured);
        ClickHouseAccess access = configured.settings().clickHouse();
        PrintWriter out = spec.commandLine().getOut();
        try (ClickHouseClient client = new ClickHouseClient(withoutDatabase(access))) {
            for (Schema.Statement statement : statements) {
                client.execute(statement.sql());
                out.println("  " + statement.object());
            }
        } catch (ClickHouseFailure e) {
            throw new EngineRefusedException(
                    "ClickHouse at " + access.endpoint() + " did not take the schema: " + e.getMessage(), e);
        }
        out.printf("Schema of database %s is in place.%n", access.database());
        out.flush();
        return 0;
    }

    /** The database may not be there yet. */
    private static ClickHouseAccess withoutDatabase(ClickHouseAccess access) {
        return new ClickHouseAccess(access.endpoint(), "default", access.user(), access.password());
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
