package io.recount.pipeline.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.recount.cells.model.Model;
import io.recount.cells.model.ModelFile;
import io.recount.clickhouse.ClickHouseAccess;
import io.recount.clickhouse.ClickHouseClient;
import io.recount.clickhouse.ClickHouseCluster;
import io.recount.clickhouse.Secret;
import io.recount.clickhouse.check.Difference;
import io.recount.local.LocalClickHouse;
import io.recount.pipeline.StartCheck;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tables, migrations and roles on a real engine. */
class SchemaIT {

    private static final Path MODELS = Path.of(System.getProperty("recount.root"), "job/models");
    private static final Model RECEIPTS = ModelFile.read(MODELS.resolve("receipts.yaml"));
    private static final Schema SCHEMA = new Schema(RECEIPTS, "shop");

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"receipts.yaml", "meters.yaml"})
    void whatIsAppliedPassesTheCheck(String file) throws Exception {
        Model model = ModelFile.read(MODELS.resolve(file));
        try (LocalClickHouse engine = started(
                        LocalClickHouse.builder(folder.resolve("engine")).build());
                ClickHouseClient client = client(engine)) {
            Installation installation = new Installation(client, new Schema(model, "shop"));
            installation.apply(done -> {});
            installation.apply(done -> {});
            assertThat(new StartCheck(ClickHouseCluster.of(access(engine, "shop")), model).differences())
                    .isEmpty();
        }
    }

    @Test
    void statementsOfTheCheckMendTheTables() throws Exception {
        try (LocalClickHouse engine = started(
                        LocalClickHouse.builder(folder.resolve("engine")).build());
                ClickHouseClient client = client(engine)) {
            new Installation(client, SCHEMA).apply(done -> {});
            for (String statement : List.of(
                    "ALTER TABLE shop.cells MODIFY COLUMN m_val Array(Int32)",
                    "ALTER TABLE shop.cells MODIFY SETTING non_replicated_deduplication_window = 0",
                    "ALTER TABLE shop.documents DROP COLUMN tips",
                    "ALTER TABLE shop.documents ADD COLUMN note String FIRST",
                    "ALTER TABLE shop.commits MODIFY COLUMN rows UInt16",
                    "DROP TABLE shop.shifts")) {
                client.execute(statement);
            }
            StartCheck check = new StartCheck(ClickHouseCluster.of(access(engine, "shop")), RECEIPTS);
            List<Difference> differences = check.differences();
            assertThat(differences)
                    .extracting(Difference::place)
                    .containsExactly(
                            "table documents, column tips",
                            "table cells, column m_val",
                            "table cells, setting non_replicated_deduplication_window",
                            "table shifts",
                            "table commits, column rows");
            for (Difference difference : differences) {
                if (difference.mend().startsWith("ALTER")) {
                    client.execute(difference.mend());
                }
            }
            new Installation(client, SCHEMA).apply(done -> {});
            assertThat(check.differences()).isEmpty();
        }
    }

    @Test
    void aViewThatIsMissingOrDefinedOtherwiseIsNamedAndMended() throws Exception {
        try (LocalClickHouse engine = started(
                        LocalClickHouse.builder(folder.resolve("engine")).build());
                ClickHouseClient client = client(engine)) {
            StartCheck check = new StartCheck(ClickHouseCluster.of(access(engine, "shop")), RECEIPTS);
            assertThat(check.differencesOfViews()).as("without a database").isEmpty();
            new Installation(client, SCHEMA).apply(done -> {});
            assertThat(check.differencesOfViews()).isEmpty();
            client.execute("DROP VIEW shop.errors");
            client.execute("CREATE OR REPLACE VIEW shop.shift_report AS SELECT * FROM shop.shifts");
            client.execute(SCHEMA.views().stream()
                    .filter(view -> view.object().equals("cell_report"))
                    .findFirst()
                    .orElseThrow()
                    .sql()
                    .replace("errors > 0", "errors > 1"));
            assertThat(check.differencesOfViews())
                    .extracting(Difference::toString)
                    .containsExactly(
                            "view cell_report: is defined otherwise, should be as this release and the model define it."
                                    + " Mend: recount schema apply",
                            "view shift_report: is defined otherwise, should be as this release and the model define it."
                                    + " Mend: recount schema apply",
                            "view errors: is not there, should be there. Mend: recount schema apply");
            assertThat(check.differences()).as("the job needs no view").isEmpty();
            new Installation(client, SCHEMA).apply(done -> {});
            assertThat(check.differencesOfViews()).isEmpty();
        }
    }

    /** Of a release in which measures was a table, with the columns of a model that has less. */
    @Test
    void whatAModelHasGainedIsAdded() throws Exception {
        String receipts = Files.readString(MODELS.resolve("receipts.yaml"));
        Model less = ModelFile.parse(
                "receipts.yaml",
                receipts.replaceAll("(?m)^  tips: .*\n", "")
                        .replaceAll("(?m)^  - \\{name: (tips_total|receipts),.*\n", "")
                        .replace("    courier: {id: 3}\n", ""));
        try (LocalClickHouse engine = started(
                        LocalClickHouse.builder(folder.resolve("engine")).build());
                ClickHouseClient client = client(engine)) {
            new Installation(client, new Schema(less, "shop")).apply(done -> {});
            client.execute("DROP VIEW shop.measures");
            client.execute("CREATE TABLE shop.measures (id UInt16) ENGINE = ReplacingMergeTree ORDER BY id");
            List<String> done = new ArrayList<>();
            new Installation(client, SCHEMA).apply(done::add);

            assertThat(done)
                    .contains(
                            "table documents, column tips",
                            "table documents, column channel",
                            "table cells, column receipts",
                            "table shifts, column receipts");
            StartCheck check = new StartCheck(ClickHouseCluster.of(access(engine, "shop")), RECEIPTS);
            assertThat(check.differences()).isEmpty();
            assertThat(check.differencesOfViews()).isEmpty();
        }
    }

    @Test
    void migrationsRunOnceAndInOrder() throws Exception {
        try (LocalClickHouse engine = started(
                        LocalClickHouse.builder(folder.resolve("engine")).build());
                ClickHouseClient client = client(engine)) {
            new Installation(client, SCHEMA, "/migrations/none").apply(done -> {});
            List<String> done = new ArrayList<>();
            new Installation(client, SCHEMA, "/migrations/two").apply(done::add);
            assertThat(done)
                    .containsSubsequence(
                            "migrations", "migration 0001-note", "migration 0007-two-notes", "cell_report");
            assertThat(client.text("SELECT table, name FROM system.columns WHERE database = 'shop'"
                            + " AND name IN ('note', 'second') ORDER BY table, name"))
                    .isEqualTo("cells\tnote\ncells\tsecond\nshifts\tsecond\n");

            done.clear();
            client.execute("ALTER TABLE shop.cells DROP COLUMN note");
            new Installation(client, SCHEMA, "/migrations/two").apply(done::add);
            assertThat(done).noneMatch(what -> what.startsWith("migration "));
            assertThat(client.text("SELECT number, name, ran FROM shop.migrations ORDER BY number"))
                    .isEqualTo("1\tnote\t1\n7\ttwo-notes\t1\n");

            assertThatThrownBy(() -> new Installation(client, SCHEMA, "/migrations/changed").apply(done::add))
                    .hasMessageContaining("Migration 0001-note has run on database shop with another text");
        }
    }

    /** Of a release that kept no messages. */
    @Test
    void tablesOfTheFirstReleaseKeepTheirRowsAndGetMessages() throws Exception {
        try (LocalClickHouse engine = started(
                        LocalClickHouse.builder(folder.resolve("engine")).build());
                ClickHouseClient client = client(engine)) {
            new Installation(client, SCHEMA).apply(done -> {});
            client.execute("INSERT INTO shop.documents (register, number) VALUES ('R-1', 7)");
            client.execute("ALTER TABLE shop.documents DROP COLUMN _raw");
            client.execute("ALTER TABLE shop.dead_letters DROP COLUMN raw");
            client.execute("TRUNCATE TABLE shop.migrations");
            List<String> done = new ArrayList<>();
            new Installation(client, SCHEMA).apply(done::add);

            assertThat(done).contains("migration 0001-raw");
            assertThat(client.text("SELECT register, number, _raw FROM shop.documents"))
                    .isEqualTo("R-1\t7\t\n");
            assertThat(client.text("SELECT number, ran FROM shop.migrations")).isEqualTo("1\t1\n");
            assertThat(new StartCheck(ClickHouseCluster.of(access(engine, "shop")), RECEIPTS).differences())
                    .isEmpty();
        }
    }

    @Test
    void newTablesHaveNoMigrationToRun() throws Exception {
        try (LocalClickHouse engine = started(
                        LocalClickHouse.builder(folder.resolve("engine")).build());
                ClickHouseClient client = client(engine)) {
            new Installation(client, SCHEMA, "/migrations/two").apply(done -> {});
            assertThat(client.text("SELECT number, ran FROM shop.migrations ORDER BY number"))
                    .isEqualTo("1\t0\n7\t0\n");
            assertThat(client.text("SELECT count() FROM system.columns WHERE database = 'shop' AND name = 'second'"))
                    .isEqualTo("0\n");
        }
    }

    @Test
    void rolesAreStatements() throws Exception {
        try (LocalClickHouse engine = started(
                        LocalClickHouse.builder(folder.resolve("engine")).build());
                ClickHouseClient client = client(engine)) {
            for (Role role : Role.values()) {
                for (String statement : statements(role)) {
                    assertThat(client.text("EXPLAIN AST " + statement)).isNotEmpty();
                }
            }
        }
    }

    /** The engine keeps no roles, but holds its one user to the rights of one. */
    @Test
    void eachRoleMayDoItsWorkAndNoMore() throws Exception {
        try (LocalClickHouse engine = started(as(Role.SCHEMA));
                ClickHouseClient client = client(engine)) {
            new Installation(client, SCHEMA, "/migrations/two").apply(done -> {});
            client.execute("DROP VIEW shop.errors");
            client.execute("ALTER TABLE shop.cells DROP COLUMN IF EXISTS second");
            new Installation(client, SCHEMA, "/migrations/two").apply(done -> {});
            keepHistory(client, Duration.ofDays(30));
            keepHistory(client, Duration.ofDays(1));
            assertThat(client.text("SELECT name, create_table_query LIKE '%toIntervalSecond(86400)%' FROM system.tables"
                            + " WHERE database = 'shop' AND name LIKE 'cell_history%' ORDER BY name"))
                    .isEqualTo("cell_history\t1\ncell_history_feed\t0\n");
            keepHistory(client, Duration.ZERO);
            assertThat(client.text(
                            "SELECT count() FROM system.tables WHERE database = 'shop' AND name = 'cell_history_feed'"))
                    .isEqualTo("0\n");
            assertThat(new StartCheck(ClickHouseCluster.of(access(engine, "shop")), RECEIPTS).differencesOfTables())
                    .isEmpty();
            assertThat(new StartCheck(ClickHouseCluster.of(access(engine, "shop")), RECEIPTS).differencesOfViews())
                    .isEmpty();
            assertRefused(client, "DROP TABLE shop.cells");
            assertRefused(client, "INSERT INTO shop.cells FORMAT TSV");
            assertRefused(client, "CREATE DATABASE other");
        }
        try (LocalClickHouse engine = started(as(Role.WRITER));
                ClickHouseClient client = client(engine)) {
            assertThat(new StartCheck(ClickHouseCluster.of(access(engine, "shop")), RECEIPTS).differences())
                    .isEmpty();
            assertThat(new StartCheck(ClickHouseCluster.of(access(engine, "shop")), RECEIPTS).differencesOfViews())
                    .as("views that the job's user does not see")
                    .isEmpty();
            assertRefused(client, "INSERT INTO shop.registers FORMAT TSV");
            assertRefused(client, "SELECT * FROM shop.registers");
            client.execute("ALTER TABLE shop.cells DELETE WHERE version = 1");
            assertRefused(client, "ALTER TABLE shop.documents DELETE WHERE 1");
            assertRefused(client, "ALTER TABLE shop.cells UPDATE documents = 1 WHERE 1");
        }
        try (LocalClickHouse engine = started(as(Role.READER));
                ClickHouseClient client = client(engine)) {
            for (Schema.Statement view : SCHEMA.views()) {
                client.execute("SELECT * FROM shop." + view.object() + ShardsIT.arguments(view.sql()) + " LIMIT 1");
            }
            assertRefused(client, "INSERT INTO shop.cells FORMAT TSV");
            assertThat(new StartCheck(ClickHouseCluster.of(access(engine, "shop")), RECEIPTS).differences())
                    .hasSize(11)
                    .allMatch(difference -> difference.mend().startsWith("GRANT INSERT ON `shop`."));
        }
    }

    private static void keepHistory(ClickHouseClient client, Duration kept) throws Exception {
        new Installation(client, SCHEMA).run(new CellHistory(RECEIPTS, "shop", kept).statements(), done -> {});
    }

    private static void assertRefused(ClickHouseClient client, String statement) {
        assertThatThrownBy(() -> client.execute(statement)).hasMessageContaining("497 ACCESS_DENIED");
    }

    private static List<String> statements(Role role) {
        return role.statements(SCHEMA)
                .lines()
                .filter(line -> !line.startsWith("--"))
                .map(line -> line.replaceFirst(";$", ""))
                .toList();
    }

    /** The engine on the same folder, its user with the role's rights only. */
    private LocalClickHouse as(Role role) throws Exception {
        String grants = statements(role).stream()
                .filter(statement -> statement.startsWith("GRANT"))
                .map(grant -> "<query>" + grant.replaceFirst(" TO .*", "") + "</query>")
                .collect(Collectors.joining());
        Path users = Files.writeString(folder.resolve("users.xml"), """
                <clickhouse>
                  <users><default><password/><profile>default</profile><quota>default</quota>
                    <networks><ip>::/0</ip></networks><grants>%s</grants></default></users>
                  <profiles><default/></profiles>
                  <quotas><default/></quotas>
                </clickhouse>
                """.formatted(grants));
        Path configuration = Files.writeString(
                folder.resolve("configuration.xml"),
                "<clickhouse><users_config>" + users + "</users_config></clickhouse>");
        return LocalClickHouse.builder(folder.resolve("engine"))
                .configuration(configuration)
                .build();
    }

    private static LocalClickHouse started(LocalClickHouse engine) throws Exception {
        engine.start();
        return engine;
    }

    private static ClickHouseClient client(LocalClickHouse engine) {
        return new ClickHouseClient(access(engine, "default"));
    }

    private static ClickHouseAccess access(LocalClickHouse engine, String database) {
        return new ClickHouseAccess(engine.httpEndpoint(), database, engine.user(), new Secret(engine.password()));
    }
}
