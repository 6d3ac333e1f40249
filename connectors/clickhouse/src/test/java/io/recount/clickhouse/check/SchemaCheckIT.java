package io.recount.clickhouse.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.recount.clickhouse.ClickHouseAccess;
import io.recount.clickhouse.ClickHouseClient;
import io.recount.clickhouse.ClickHouseFailure;
import io.recount.clickhouse.Secret;
import io.recount.local.LocalClickHouse;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The check against a real engine, as users with all rights and with few. */
final class SchemaCheckIT {

    private static final RequiredTable TOTALS = required("totals", true, Set.of(Right.SELECT, Right.INSERT));
    private static final RequiredTable EVENTS = required("events", false, Set.of(Right.INSERT));
    private static final RequiredTable STORES = required("stores", false, Set.of());
    private static final SchemaCheck CHECK = new SchemaCheck("shop", List.of(TOTALS, EVENTS, STORES), "run the script");

    @TempDir
    static Path folder;

    @Test
    void differencesAreNamedAndTheirStatementsMendThem() throws Exception {
        try (LocalClickHouse engine = engine("all", null);
                ClickHouseClient admin = client(engine, "default");
                ClickHouseClient client = client(engine, "shop")) {
            assertThat(lines(client)).singleElement().asString().startsWith("database shop: is not there");
            admin.execute("CREATE DATABASE shop");
            assertThat(lines(client)).hasSize(3).allMatch(line -> line.contains("is not there"));

            client.execute("CREATE TABLE shop.totals (amount Int32, note String, shop LowCardinality(String))"
                    + " ENGINE = ReplacingMergeTree ORDER BY shop");
            client.execute("CREATE TABLE shop.events (shop String, amount Nullable(Int64), version UInt64)"
                    + " ENGINE = ReplacingMergeTree(version) ORDER BY shop");
            client.execute("CREATE TABLE shop.stores AS shop.events");
            List<Difference> differences = CHECK.differences(client);
            assertThat(differences)
                    .extracting(Difference::place)
                    .containsExactly(
                            "table totals, engine",
                            "table totals, column amount",
                            "table totals, column version",
                            "table totals, setting non_replicated_deduplication_window");
            for (Difference difference : differences.subList(1, 4)) {
                client.execute(difference.mend());
            }
            assertThat(CHECK.differences(client)).extracting(Difference::place).containsExactly("table totals, engine");
        }
    }

    @Test
    void rightsAndFixedSettingsAreFoundOut() throws Exception {
        try (LocalClickHouse engine = engine("few", null);
                ClickHouseClient admin = client(engine, "default");
                ClickHouseClient client = client(engine, "shop")) {
            admin.execute("CREATE DATABASE shop");
            for (String table : List.of("totals", "events", "stores")) {
                client.execute("CREATE TABLE shop." + table + " (shop String, amount Int64, version UInt64)"
                        + " ENGINE = ReplacingMergeTree(version) ORDER BY shop"
                        + " SETTINGS non_replicated_deduplication_window = 100");
            }
            assertThat(lines(client)).isEmpty();
        }
        String fixed = "<async_insert>1</async_insert>"
                + "<constraints><async_insert><readonly/></async_insert></constraints>";
        try (LocalClickHouse engine = engine("few", users("GRANT SELECT ON shop.totals", fixed));
                ClickHouseClient client = client(engine, "shop")) {
            assertThat(lines(client))
                    .containsExactly(
                            "user default, table totals: is without INSERT, should be with it. Mend: GRANT INSERT ON"
                                    + " `shop`.`totals` TO `default`",
                            "user default, table events: is without INSERT, should be with it. Mend: GRANT INSERT ON"
                                    + " `shop`.`events` TO `default`",
                            "user default, setting async_insert: is 1 and may not be changed, should be 0. Mend: ALTER USER"
                                    + " `default` SETTINGS async_insert = 0 WRITABLE");
        }
        String overridden = "<async_insert>1</async_insert><deduplicate_insert>disable</deduplicate_insert>"
                + "<input_format_skip_unknown_fields>1</input_format_skip_unknown_fields>";
        try (LocalClickHouse engine =
                        engine("few", users("GRANT SELECT, INSERT ON shop.totals, INSERT ON shop.events", overridden));
                ClickHouseClient client = client(engine, "shop")) {
            assertThat(lines(client)).isEmpty();
        }
    }

    @Test
    void statementsThatMendUsersAreStatements() throws Exception {
        try (LocalClickHouse engine = engine("syntax", null);
                ClickHouseClient client = client(engine, "default")) {
            for (String statement : List.of(
                    "GRANT SELECT, INSERT ON `shop`.`totals` TO `u`",
                    "ALTER USER `u` SETTINGS async_insert = 0 WRITABLE",
                    "ALTER USER `u` SETTINGS async_insert = 0 MIN 0 MAX 0",
                    "ALTER USER `u` SETTINGS deduplicate_insert WRITABLE",
                    "ALTER USER `u` SETTINGS readonly = 0")) {
                assertThat(client.text("EXPLAIN AST " + statement)).isNotEmpty();
            }
        }
    }

    @Test
    void aServerThatIsAwayIsNoDifference() {
        try (ClickHouseClient client = new ClickHouseClient(
                new ClickHouseAccess(URI.create("http://127.0.0.1:1"), "default", "default", new Secret("")))) {
            assertThatThrownBy(() -> CHECK.differences(client)).isInstanceOf(ClickHouseFailure.class);
        }
    }

    private static List<String> lines(ClickHouseClient client) throws Exception {
        return CHECK.differences(client).stream().map(Difference::toString).toList();
    }

    private static LocalClickHouse engine(String name, @Nullable Path configuration) throws Exception {
        LocalClickHouse.Builder builder = LocalClickHouse.builder(folder.resolve(name));
        LocalClickHouse engine = (configuration == null ? builder : builder.configuration(configuration)).build();
        engine.start();
        return engine;
    }

    private static ClickHouseClient client(LocalClickHouse engine, String database) {
        return new ClickHouseClient(
                new ClickHouseAccess(engine.httpEndpoint(), database, engine.user(), new Secret(engine.password())));
    }

    /** A server's configuration in which the user {@code default} has these rights and this profile. */
    private static Path users(String grant, String profile) throws Exception {
        Path users = Files.createTempFile(folder, "users", ".xml");
        Files.writeString(users, """
                <clickhouse>
                  <users><default><password/><profile>default</profile><quota>default</quota>
                    <networks><ip>::/0</ip></networks>
                    <grants><query>%s</query></grants>
                  </default></users>
                  <profiles><default>%s</default></profiles>
                  <quotas><default/></quotas>
                </clickhouse>
                """.formatted(grant, profile));
        return Files.writeString(
                Files.createTempFile(folder, "configuration", ".xml"),
                "<clickhouse><users_config>" + users + "</users_config></clickhouse>");
    }

    private static RequiredTable required(String name, boolean deduplicates, Set<Right> rights) {
        return new RequiredTable(
                name,
                "ReplacingMergeTree(version)",
                "",
                "shop",
                List.of(
                        new RequiredColumn("shop", "String", "String"),
                        new RequiredColumn("amount", "Int64", "Int64"),
                        new RequiredColumn("version", "UInt64", "UInt64")),
                deduplicates,
                rights);
    }
}
