package io.recount.cli;

import io.recount.cells.model.Model;
import io.recount.clickhouse.ClickHouseClient;
import io.recount.clickhouse.ClickHouseCluster;
import io.recount.clickhouse.ClickHouseFailure;
import io.recount.clickhouse.check.Difference;
import io.recount.pipeline.StartCheck;
import io.recount.pipeline.options.Settings;
import io.recount.pipeline.schema.AllShards;
import io.recount.pipeline.schema.CellHistory;
import io.recount.pipeline.schema.Installation;
import io.recount.pipeline.schema.Schema;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
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
                    boolean roles,
            @Option(
                            names = "--cluster",
                            paramLabel = "NAME",
                            description = "Prints instead what makes one more database, named like the other with _all"
                                    + " behind, of reports over all shards; NAME is the cluster in ClickHouse's"
                                    + " configuration, with the shards in the order and with the weights of the job's.")
                    @Nullable
                    String clusterName) {
        if (clusterName != null) {
            Settings settings = configured.settings();
            new AllShards(configured.model(settings), settings.clickHouse().database(), clusterName)
                    .statements()
                    .forEach(statement -> spec.commandLine().getOut().println(statement.sql() + ";\n"));
            return 0;
        }
        if (roles) {
            Settings settings = configured.settings();
            new Schema(configured.model(settings), settings.clickHouse().database())
                    .roles()
                    .forEach(role -> spec.commandLine().getOut().println(role.sql()));
            return 0;
        }
        ClickHouseCluster cluster = configured.settings().clickHouse();
        for (int shard = 0; cluster.size() > 1 && shard < cluster.size(); shard++) {
            spec.commandLine().getOut().println("-- To be run on " + cluster.nameOf(shard));
        }
        statements(configured).forEach(statement -> spec.commandLine().getOut().println(statement.sql() + ";\n"));
        return 0;
    }

    @Command(
            name = "apply",
            mixinStandardHelpOptions = true,
            description = {
                "Creates what is missing (database, tables, columns, views), brings tables of earlier releases",
                "up to this one, and then checks. Can be run again. Exit code 1 if there are differences that it can't mend."
            })
    int apply(@Mixin Configured configured) throws InterruptedException {
        Settings settings = configured.settings();
        Model model = configured.model(settings);
        ClickHouseCluster cluster = settings.clickHouse();
        PrintWriter out = spec.commandLine().getOut();
        for (int shard = 0; shard < cluster.size(); shard++) {
            if (cluster.size() > 1) {
                out.println(cluster.nameOf(shard) + ":");
            }
            // Its own database may not be there yet.
            try (ClickHouseClient client =
                    new ClickHouseClient(cluster.shard(shard).withDatabase("default"))) {
                Installation installation = new Installation(client, new Schema(model, cluster.database()));
                installation.apply(what -> out.println("  " + what));
                installation.run(history(settings, model).statements(), what -> out.println("  " + what));
            } catch (ClickHouseFailure | IllegalStateException e) {
                throw new EngineRefusedException(
                        cluster.nameOf(shard) + " did not take the schema: " + e.getMessage(), e);
            }
        }
        // Whoever applies the schema need not be the user of the job.
        StartCheck check = new StartCheck(cluster, model);
        return reportDifferences(cluster, check::differencesOfTables, check::differencesOfViews);
    }

    @Command(
            name = "check",
            mixinStandardHelpOptions = true,
            description = {
                "Compares tables, columns, views, rights and settings with what the job and its readers need; changes nothing.",
                "Every difference is a line with the statement that mends it; exit code 1 if there is one."
            })
    int check(@Mixin Configured configured) throws InterruptedException {
        Settings settings = configured.settings();
        ClickHouseCluster cluster = settings.clickHouse();
        StartCheck check = new StartCheck(cluster, configured.model(settings));
        return reportDifferences(cluster, check::differences, check::differencesOfViews);
    }

    /** A comparison to be made. */
    @FunctionalInterface
    private interface Asked {
        List<Difference> differences() throws ClickHouseFailure, InterruptedException;
    }

    private int reportDifferences(ClickHouseCluster cluster, Asked... asked) throws InterruptedException {
        List<Difference> differences = new ArrayList<>();
        try {
            for (Asked each : asked) {
                differences.addAll(each.differences());
            }
        } catch (ClickHouseFailure e) {
            throw new EngineRefusedException("The tables could not be compared. " + e.getMessage(), e);
        }
        PrintWriter out = spec.commandLine().getOut();
        differences.forEach(out::println);
        if (differences.isEmpty()) {
            out.printf(
                    "Schema of database %s is in place%s.%n",
                    cluster.database(), cluster.size() == 1 ? "" : " on all " + cluster.size() + " shards");
        }
        out.flush();
        return differences.isEmpty() ? 0 : Recount.TABLES_ARE_WRONG;
    }

    private static List<Schema.Statement> statements(Configured configured) {
        Settings settings = configured.settings();
        Model model = configured.model(settings);
        List<Schema.Statement> statements =
                new ArrayList<>(new Schema(model, settings.clickHouse().database()).statements());
        statements.addAll(history(settings, model).statements());
        return statements;
    }

    private static CellHistory history(Settings settings, Model model) {
        return new CellHistory(model, settings.clickHouse().database(), settings.historyKept());
    }
}
