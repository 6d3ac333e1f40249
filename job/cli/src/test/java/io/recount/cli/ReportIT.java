package io.recount.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.recount.cells.model.ModelFile;
import io.recount.clickhouse.ClickHouseAccess;
import io.recount.clickhouse.ClickHouseClient;
import io.recount.clickhouse.Secret;
import io.recount.local.LocalClickHouse;
import io.recount.pipeline.schema.Schema;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What people get to see of a few rows. */
class ReportIT {

    private static final Path MODEL = Path.of(System.getProperty("recount.root"), "job/models/receipts.yaml");

    @TempDir
    private static Path folder;

    private static final long MEMORY_OF_A_QUERY = 200_000_000;
    private static final int DIFFERENT_VALUES = 50_000;

    private static LocalClickHouse engine;
    private static Path config;

    @BeforeAll
    static void start() throws Exception {
        engine = LocalClickHouse.builder(folder.resolve("clickhouse"))
                .configuration(configuration())
                .build();
        engine.start();
        config = folder.resolve("recount.yaml");
        Files.writeString(
                config,
                "model.file.path: " + MODEL + "\nkafka.bootstrap.servers: localhost:1\nclickhouse.endpoint.url: "
                        + engine.httpEndpoint() + "\nclickhouse.database.name: shop\n");
        try (ClickHouseClient client = client()) {
            for (Schema.Statement statement : new Schema(ModelFile.read(MODEL), "shop").statements()) {
                client.execute(statement.sql());
            }
            client.execute("INSERT INTO shop.registers VALUES ('R1', 'S-1', 'UTC', 0), ('R2', '=S-2', 'UTC', 0)");
            client.execute(
                    "INSERT INTO shop.cells (register, shift, bucket, documents, net_total, m_id, m_val, version) VALUES"
                            + " ('R1', 7, '2025-10-25 22:00:00', 2, 0, [2], [12550], 1),"
                            + " ('R1', 7, '2025-10-26 22:00:00', 1, 0, [2], [-100], 1),"
                            + " ('R2', 1, '2025-10-26 10:00:00', 3, 0, [2], [7], 1)");
            client.execute("INSERT INTO shop.shifts (register, shift, documents, m_id, m_val, version) VALUES"
                    + " ('R1', 7, 3, [2], [12450], 1), ('R:1', 18446744073709551615, 1, [2], [1], 1)");
            client.execute(
                    "INSERT INTO shop.field_cells (register, shift, bucket, field, value, documents, m_id, m_val, version)"
                            + " VALUES ('R1', 7, '2025-10-25 22:00:00', 'promo', '@spring', 2, [11], [100], 1),"
                            + " ('R1', 7, '2025-10-25 23:00:00', 'promo', 'gift', 1, [11], [900], 1)");
        }
    }

    @AfterAll
    static void stop() {
        engine.close();
    }

    @Test
    void daysBeginAtMidnightOfTheZone() {
        assertThat(report(
                        "days",
                        "--from",
                        "2025-10-26",
                        "--to",
                        "2025-10-27",
                        "--zone",
                        "Europe/Berlin",
                        "--measures",
                        "net_total"))
                .containsExactly(
                        "store  day         documents  late_documents  errors  tainted  net_total  registers_seen  registers_expected  closed  log_gap  incomplete_measures  published_at",
                        "=S-2   2025-10-26          3               0       0        0       0.07               1                   1       0        0                       1970-01-01 00:00:00.000",
                        "S-1    2025-10-26          3               0       0        0     124.50               1                   1       0        0                       1970-01-01 00:00:00.000");
        assertThat(report(
                        "days",
                        "--from",
                        "2025-10-26",
                        "--to",
                        "2025-10-27",
                        "--measures",
                        "net_total",
                        "--by",
                        "register",
                        "--registers",
                        "R1",
                        "--format",
                        "csv"))
                .hasSize(2)
                .element(1)
                .asString()
                .startsWith("R1,S-1,2025-10-26,1,0,0,0,-1.00,");
    }

    @Test
    void spreadsheetsGetNoFormulas() {
        assertThat(report(
                        "months",
                        "--from",
                        "2025-10-01",
                        "--to",
                        "2025-11-01",
                        "--measures",
                        "net_total",
                        "--format",
                        "csv",
                        "--order-by",
                        "net_total",
                        "--top",
                        "2"))
                .element(2)
                .asString()
                .startsWith("'=S-2,2025-10-01,3,");
        assertThat(report("field", "promo", "--from", "2025-10-01", "--to", "2025-11-01", "--format", "csv"))
                .element(1)
                .asString()
                .startsWith("'@spring,2,");
    }

    @Test
    void aPageHasTheSameNumbers() throws Exception {
        Path page = folder.resolve("days.html");
        report(
                "days",
                "--from",
                "2025-10-01",
                "--to",
                "2025-11-01",
                "--measures",
                "net_total",
                "--html",
                page.toString());
        assertThat(Files.readString(page))
                .contains(
                        "<title>2025-10-25: 125.50</title>",
                        "<title>2025-10-26: -0.93</title>",
                        "<td class=\"number\">125.50");
    }

    @Test
    void programsGetNumbers() {
        assertThat(String.join(
                        " ",
                        report(
                                "shifts",
                                "R1:7",
                                "R:1:18446744073709551615",
                                "R9:1",
                                "--measures",
                                "net_total",
                                "--format",
                                "json")))
                .contains("\"register\" : \"R1\",   \"shift\" : \"7\",   \"documents\" : 3,")
                .contains("\"shift\" : \"18446744073709551615\"")
                .contains("\"net_total\" : 124.50,")
                .doesNotContain("R9");
    }

    /** A field that is another one on every receipt, and ten texts of 1 MB. */
    @Test
    void aFieldWithoutCommonValuesIsReportedWhole() throws Exception {
        List<String> expected = new ArrayList<>();
        for (int i = 0; i < DIFFERENT_VALUES; i++) {
            // 7,919 is prime to the number of values, so each sum comes once.
            int cents = (int) (i * 7_919L % DIFFERENT_VALUES);
            expected.add("%07d value-%d,1,%s".formatted(cents, i, BigDecimal.valueOf(cents, 2)));
        }
        for (int i = 0; i < 10; i++) {
            int cents = DIFFERENT_VALUES + i;
            expected.add("%07d %d%s,1,%s".formatted(cents, i, "x".repeat(1_000_000), BigDecimal.valueOf(cents, 2)));
        }
        expected.sort(Comparator.reverseOrder());
        expected.replaceAll(row -> row.substring(row.indexOf(' ') + 1));
        try (ClickHouseClient client = client()) {
            String into =
                    "INSERT INTO shop.field_cells (register, shift, bucket, field, value, documents, m_id, m_val, version)"
                            + " SELECT 'F' || toString(number % 150), 1, toDateTime('2023-05-01', 'UTC') + 3600 * (number % 720), 'code', ";
            client.execute(into + "'value-' || toString(number), 1, [2], [number * 7919 % " + DIFFERENT_VALUES
                    + "], 1 FROM numbers(" + DIFFERENT_VALUES + ")");
            client.execute(into + "toString(number) || repeat('x', 1000000), 1, [2], [" + DIFFERENT_VALUES
                    + " + number], 1 FROM numbers(10)");
        }
        String[] all = {
            "field",
            "code",
            "--from",
            "2023-05-01",
            "--to",
            "2023-06-01",
            "--measures",
            "net_total",
            "--format",
            "csv",
            "--order-by",
            "net_total"
        };
        ExecutorService clients = Executors.newFixedThreadPool(4);
        try {
            List<Future<List<String>>> answers = clients.invokeAll(Collections.nCopies(4, () -> report(all)));
            for (Future<List<String>> answer : answers) {
                assertThat(values(answer.get())).isEqualTo(expected);
            }
        } finally {
            clients.shutdownNow();
        }
        String[] top = Arrays.copyOf(all, all.length + 2);
        top[all.length] = "--top";
        top[all.length + 1] = "25";
        assertThat(values(report(top))).isEqualTo(expected.subList(0, 25));

        List<String> pages = new ArrayList<>();
        try (ClickHouseClient client = client()) {
            for (int offset = 0; offset < expected.size(); offset += 20_000) {
                client.text("SELECT value FROM shop.field_totals(registers = [], stores = [], field = 'code',"
                                + " from = '2023-05-01', to = '2023-06-01', zone = 'UTC')"
                                + " ORDER BY net_total DESC, value LIMIT 20000 OFFSET " + offset)
                        .lines()
                        .forEach(pages::add);
            }
        }
        expected.replaceAll(row -> row.substring(0, row.indexOf(',')));
        assertThat(pages).isEqualTo(expected);
    }

    /** 200 texts of 1 MB in one month; the server gives a query less. */
    @Test
    void whatDoesNotFitTheServersMemoryIsRefusedAndNothingElseIs() throws Exception {
        try (ClickHouseClient client = client()) {
            for (int i = 0; i < 10; i++) {
                client.execute(
                        "INSERT INTO shop.field_cells (register, shift, bucket, field, value, documents, version)"
                                + " SELECT 'W', 1, toDateTime('2023-07-01', 'UTC'), 'wide', '" + i
                                + "-' || toString(number) || repeat('x', 1000000), 1, 1 FROM numbers(20)");
            }
        }
        assertThat(error("field", "wide", "--from", "2023-07-01", "--to", "2023-08-01", "--format", "csv"))
                .startsWith("The report can't be read. " + engine.httpEndpoint()
                        + ": ClickHouse answered 241 MEMORY_LIMIT_EXCEEDED")
                .endsWith("Next: raise max_memory_usage or lower the load, or ask for less: a shorter time, fewer"
                        + " registers or measures" + System.lineSeparator());
        assertThat(report("field", "promo", "--from", "2025-10-01", "--to", "2025-11-01"))
                .hasSize(3);
        assertThat(report("days", "--from", "2023-07-01", "--to", "2023-08-01")).hasSize(1);
    }

    /** From the first day of a month and year to the last of those before, as a correction does: zero rows, and new ones. */
    @Test
    void aDocumentThatMovesToAnotherPartitionIsGoneFromTheOldOne() throws Exception {
        try (ClickHouseClient client = client()) {
            client.execute(
                    "INSERT INTO shop.documents (register, drive, number, printed_at, written_at, shift, _offset) VALUES"
                            + " ('M', 'D', 1, '2022-01-01 08:00:00', '2022-01-01 08:00:00', 1, 1)");
            client.execute(
                    "INSERT INTO shop.documents (register, drive, number, printed_at, written_at, shift, _offset) VALUES"
                            + " ('M', 'D', 1, '2021-12-31 08:00:00', '2022-01-02 08:00:00', 1, 2)");
            for (String table : List.of("cells", "field_cells")) {
                String fields = table.equals("cells") ? "" : ", field, value";
                String values = fields.isEmpty() ? "" : ", 'promo', 'moved'";
                String into = "INSERT INTO shop." + table + " (register, shift, bucket, documents, version" + fields
                        + ") VALUES";
                client.execute(into + " ('M', 1, '2022-01-01 08:00:00', 1, 1" + values + ")");
                client.execute(into + " ('M', 1, '2022-01-01 08:00:00', 0, 2" + values
                        + "), ('M', 1, '2021-12-31 08:00:00', 1, 2" + values + ")");
            }
            client.execute("INSERT INTO shop.shifts (register, shift, documents, version) VALUES ('M', 1, 1, 1)");
            client.execute("INSERT INTO shop.shifts (register, shift, documents, version) VALUES ('M', 1, 1, 2)");

            String january = "(registers = ['M'], stores = [], from = '2022-01-01', to = '2022-02-01', zone = 'UTC')";
            String december = january.replace("2022-01-01", "2021-12-01").replace("2022-02-01", "2022-01-01");
            for (int alone = 0; alone <= 1; alone++) {
                String settings = " SETTINGS do_not_merge_across_partitions_select_final = " + alone;
                for (String table : List.of("cells", "field_cells")) {
                    assertThat(client.text("SELECT toDate(bucket), documents, version FROM shop." + table
                                    + " FINAL WHERE register = 'M' ORDER BY bucket" + settings))
                            .as(table + settings)
                            .isEqualTo("2021-12-31\t1\t2\n2022-01-01\t0\t2\n");
                }
                assertThat(client.text(
                                "SELECT documents, version FROM shop.shifts FINAL WHERE register = 'M'" + settings))
                        .isEqualTo("1\t2\n");
                assertThat(client.text("SELECT _offset FROM shop.documents FINAL WHERE register = 'M' ORDER BY _offset"
                                + settings))
                        .as("both versions stay in the log" + settings)
                        .isEqualTo("1\n2\n");
                for (String view : List.of(
                        "register_hours",
                        "register_days",
                        "register_months",
                        "store_hours",
                        "store_days",
                        "store_months",
                        "field_totals")) {
                    String field = view.equals("field_totals") ? ", field = 'promo')" : ")";
                    assertThat(client.text("SELECT sum(documents), count() FROM shop." + view
                                    + january.replace(")", field) + settings))
                            .as(view + settings)
                            .isEqualTo("0\t0\n");
                    assertThat(client.text("SELECT sum(documents), count() FROM shop." + view
                                    + december.replace(")", field) + settings))
                            .as(view + settings)
                            .isEqualTo("1\t1\n");
                }
                for (String view : List.of("cell_report", "field_report")) {
                    assertThat(client.text("SELECT toDate(bucket), documents FROM shop." + view
                                    + " WHERE register = 'M'" + settings))
                            .as(view + settings)
                            .isEqualTo("2021-12-31\t1\n");
                }
                for (String view : List.of("store_hour_report", "store_day_report")) {
                    String time = view.equals("store_hour_report") ? "hour" : "day";
                    assertThat(client.text("SELECT toDate(" + time + "), documents FROM shop." + view + " WHERE toYear("
                                    + time + ") IN (2021, 2022)" + settings))
                            .as(view + settings)
                            .isEqualTo("2021-12-31\t1\n");
                }
            }
        }
        for (String period : List.of("hours", "days", "months")) {
            assertThat(report(period, "--from", "2022-01-01", "--to", "2022-02-01"))
                    .as(period)
                    .hasSize(1);
            assertThat(report(period, "--from", "2021-12-01", "--to", "2022-01-01"))
                    .as(period)
                    .hasSize(2);
        }
        assertThat(report("field", "promo", "--from", "2022-01-01", "--to", "2022-02-01"))
                .hasSize(1);
    }

    /**
     * Rows of one key in two partitions would never replace each other. Rows of {@code documents} don't replace each other
     * at all: a key of it has the offset in it, so that rows of one key are the same row.
     */
    @Test
    void partitionsAreFunctionsOfTheKeys() throws Exception {
        try (ClickHouseClient client = client()) {
            assertThat(client.text("SELECT name FROM system.tables WHERE database = 'shop' AND partition_key != ''"
                            + " AND engine LIKE '%Replacing%' ORDER BY name"))
                    .isEqualTo("cells\ndocuments\nfield_cells\n");
            assertThat(client.text(
                            "SELECT table, name FROM system.columns WHERE database = 'shop' AND is_in_partition_key"
                                    + " AND NOT is_in_sorting_key"))
                    .isEqualTo("documents\tprinted_at\n");
            assertThat(client.text(
                            "SELECT sorting_key FROM system.tables WHERE database = 'shop' AND name = 'documents'"))
                    .endsWith("_timeline, _topic, _partition, _offset\n");
        }
    }

    @Test
    void whatIsWrongIsSaid() {
        assertThat(error("days", "--from", "yesterday", "--to", "2025-11-01"))
                .contains("--from: 'yesterday' is no time. Write 2026-01-31,");
        assertThat(error("days", "--from", "2025-10-01", "--to", "2025-11-01", "--zone", "Berlin"))
                .contains("--zone: 'Berlin' is no time zone");
        assertThat(error("days", "--from", "2025-10-01", "--to", "2025-11-01", "--measures", "net_totl"))
                .contains("--measures: there is no 'net_totl'. Did you mean 'net_total'?");
        assertThat(error("shifts", "R1")).contains("'R1' is no shift. Write REGISTER:SHIFT");
        assertThat(error("days", "--from", "2025-10-01", "--to", "2025-11-01", "--zone", "Asia/Kolkata"))
                .contains("--zone: hours or days of Asia/Kolkata begin within cells of 60 min");
    }

    /** A server that gives a query so much memory. */
    private static Path configuration() throws Exception {
        Path users = Files.writeString(folder.resolve("users.xml"), """
                <clickhouse>
                  <users><default><password/><profile>default</profile><quota>default</quota>
                    <networks><ip>::/0</ip></networks>
                  </default></users>
                  <profiles><default><max_memory_usage>%d</max_memory_usage></default></profiles>
                  <quotas><default/></quotas>
                </clickhouse>
                """.formatted(MEMORY_OF_A_QUERY));
        return Files.writeString(
                folder.resolve("configuration.xml"),
                "<clickhouse><users_config>" + users + "</users_config></clickhouse>");
    }

    private static ClickHouseClient client() {
        return new ClickHouseClient(new ClickHouseAccess(engine.httpEndpoint(), "default", "default", new Secret("")));
    }

    /** Value, documents and net_total of a field's rows. */
    private static List<String> values(List<String> csv) {
        List<String> head = List.of(csv.get(0).split(","));
        int total = head.indexOf("net_total");
        return csv.stream()
                .skip(1)
                .map(row -> row.split(","))
                .map(row -> row[0] + "," + row[1] + "," + row[total])
                .toList();
    }

    private static List<String> report(String... arguments) {
        CommandRun run = CommandRun.of(all(arguments));
        assertThat(run.exitCode()).as(run.err()).isZero();
        return run.out().lines().map(String::stripTrailing).toList();
    }

    private static String error(String... arguments) {
        CommandRun run = CommandRun.of(all(arguments));
        assertThat(run.exitCode()).isNotZero();
        assertThat(run.out()).isEmpty();
        return run.err();
    }

    private static String[] all(String... arguments) {
        List<String> all = new ArrayList<>(List.of("report"));
        all.addAll(Arrays.asList(arguments));
        all.addAll(List.of("--config", config.toString()));
        return all.toArray(String[]::new);
    }
}
