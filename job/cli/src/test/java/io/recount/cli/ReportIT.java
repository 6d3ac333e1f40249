package io.recount.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.recount.cells.model.ModelFile;
import io.recount.clickhouse.ClickHouseAccess;
import io.recount.clickhouse.ClickHouseClient;
import io.recount.clickhouse.Secret;
import io.recount.local.LocalClickHouse;
import io.recount.pipeline.schema.Schema;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What people get to see of a few rows. */
class ReportIT {

    private static final Path MODEL = Path.of(System.getProperty("recount.root"), "job/models/receipts.yaml");

    @TempDir
    private static Path folder;

    private static LocalClickHouse engine;
    private static Path config;

    @BeforeAll
    static void start() throws Exception {
        engine = LocalClickHouse.builder(folder.resolve("clickhouse")).build();
        engine.start();
        config = folder.resolve("recount.yaml");
        Files.writeString(
                config,
                "model.file.path: " + MODEL + "\nkafka.bootstrap.servers: localhost:1\nclickhouse.endpoint.url: "
                        + engine.httpEndpoint() + "\nclickhouse.database.name: shop\n");
        try (ClickHouseClient client = new ClickHouseClient(
                new ClickHouseAccess(engine.httpEndpoint(), "default", "default", new Secret("")))) {
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
