package io.recount.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.net.httpserver.HttpServer;
import io.recount.cells.model.ModelFile;
import io.recount.clickhouse.ClickHouseAccess;
import io.recount.clickhouse.ClickHouseClient;
import io.recount.clickhouse.Secret;
import io.recount.local.LocalClickHouse;
import io.recount.pipeline.schema.Schema;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pages of {@code recount report --html} in a browser. */
class PageIT {

    private static final Path MODEL = Path.of(System.getProperty("recount.root"), "job/models/receipts.yaml");

    /** What registers and stores are called by people who mean no good. */
    private static final String SCRIPT = "<script>console.error(\"taken\")</script>";

    private static final String IMAGE = "\"><img src=\"%s\" onerror=\"console.error(1)\">";

    @TempDir
    private static Path folder;

    /** What somebody has asked for on the network. */
    private static final List<String> REQUESTS = new CopyOnWriteArrayList<>();

    private static HttpServer network;
    private static String image;
    private static Browser browser;
    private static LocalClickHouse engine;
    private static Path config;

    @BeforeAll
    static void start() throws Exception {
        Optional<Browser> installed = Browser.in(folder);
        assumeTrue(
                installed.isPresent(),
                "There is no Chromium, so that no page is looked at: src-test/local/install-chromium installs it");
        browser = installed.get();
        network = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        network.createContext("/", exchange -> {
            REQUESTS.add(exchange.getRequestURI().toString());
            exchange.sendResponseHeaders(404, -1);
        });
        network.start();
        image = IMAGE.formatted(url("/image"));
        engine = LocalClickHouse.builder(folder.resolve("clickhouse")).build();
        engine.start();
        config = Files.writeString(
                folder.resolve("recount.yaml"),
                "model.file.path: " + MODEL + "\nkafka.bootstrap.servers: localhost:1\nclickhouse.endpoint.url: "
                        + engine.httpEndpoint() + "\nclickhouse.database.name: shop\n");
        try (ClickHouseClient client = new ClickHouseClient(
                new ClickHouseAccess(engine.httpEndpoint(), "default", "default", new Secret("")))) {
            for (Schema.Statement statement : new Schema(ModelFile.read(MODEL), "shop").statements()) {
                client.execute(statement.sql());
            }
            client.execute("INSERT INTO shop.registers VALUES (" + Schema.literal(SCRIPT) + ", " + Schema.literal(image)
                    + ", 'UTC', 0), ('R2', 'S-2', 'UTC', 0)");
            client.execute(
                    "INSERT INTO shop.cells (register, shift, bucket, documents, late_documents, net_total, m_id, m_val, version)"
                            + " SELECT if(number % 2 = 0, 'R2', " + Schema.literal(SCRIPT) + "), 1,"
                            + " toDateTime('2025-10-01 00:00:00', 'UTC') + number * 3600, 1 + number % 7, number % 5 = 0, 0, [2], [number * 125], 1"
                            + " FROM numbers(24 * 31)");
        }
    }

    @AfterAll
    static void stop() {
        if (browser != null) {
            engine.close();
            network.stop(0);
        }
    }

    @Test
    void aPageFitsOnATelephoneAndOnPaperAndAsksForNothing() throws Exception {
        for (Path page : List.of(hoursOfADay(), daysOfAMonth())) {
            REQUESTS.clear();
            Browser.Seen seen = browser.see(Viewports.around(page));

            assertThat(seen.text("widths")).as("widths of telephone and paper").isEqualTo("390 1031");
            String[] labels = seen.text("labels").split(" ");
            assertThat(Integer.parseInt(labels[0])).as("height of labels").isBetween(11, 24);
            assertThat(labels[1]).as("labels that are cut off").isEqualTo("0");
            assertThat(seen.text("foreign"))
                    .as("elements that would run or load something")
                    .isEqualTo("0");
            assertThat(seen.console()).isEmpty();
            assertThat(REQUESTS).isEmpty();
            // What registers are called; net sales of even hours of a day, 0 to 22 times 1.25.
            assertThat(seen.text("texts")
                            .replace("&lt;", "<")
                            .replace("&gt;", ">")
                            .replace("&amp;", "&"))
                    .contains(page.endsWith("hours.html") ? List.of(json(SCRIPT), json(image)) : List.of("\"165.00\""));
        }
        assertThat(Files.readString(daysOfAMonth()))
                .contains("<title>2025-10-01: 345.00</title>", "late_documents by day, at most 5")
                .contains("http-equiv=\"Content-Security-Policy\"", "name=\"viewport\"");
        assertThat(Files.readString(hoursOfADay())).contains("net_total by hour of the day");
    }

    @Test
    void aPageIsPrintedBroad() throws Exception {
        Path pdf = folder.resolve("page.pdf");
        browser.print(daysOfAMonth(), pdf);

        assertThat(Files.readString(pdf, StandardCharsets.ISO_8859_1))
                .startsWith("%PDF")
                .containsPattern("/MediaBox ?\\[0 0 84[12](\\.\\d+)? 59[456](\\.\\d+)?\\]");
    }

    /** Else a page of which nothing is heard would say nothing. */
    @Test
    void theBrowserTellsWhatRunsAndAsksForWhatIsThere() throws Exception {
        Path page = Files.writeString(
                folder.resolve("foreign.html"),
                "<!doctype html><img src=\"" + url("/seen") + "\"><script>console.error('taken')</script>");

        assertThat(browser.see(page).console()).anyMatch(line -> line.contains("taken"));
        assertThat(REQUESTS).contains("/seen");
    }

    private static String url(String path) {
        return "http://127.0.0.1:" + network.getAddress().getPort() + path;
    }

    private static Path hoursOfADay() {
        return page(
                "hours", "--by", "register", "--from", "2025-10-26", "--to", "2025-10-27", "--zone", "Europe/Berlin");
    }

    private static Path daysOfAMonth() {
        return page("days", "--from", "2025-10-01", "--to", "2025-11-01");
    }

    private static Path page(String... arguments) {
        Path page = folder.resolve(arguments[0] + ".html");
        List<String> all = new ArrayList<>(List.of("report"));
        all.addAll(Arrays.asList(arguments));
        all.addAll(List.of("--html", page.toString(), "--config", config.toString()));
        CommandRun run = CommandRun.of(all.toArray(String[]::new));
        assertThat(run.exitCode()).as(run.err()).isZero();
        return page;
    }

    /** As a text in JSON. */
    private static String json(String text) {
        return "\"" + text.replace("\"", "\\\"") + "\"";
    }
}
