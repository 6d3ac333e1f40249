package io.recount.local;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.recount.local.RawHttp.Answer;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The local engine speaks HTTP as a ClickHouse server does. */
final class ClickHouseProtocolIT {

    @TempDir
    static Path folder;

    private static LocalClickHouse engine;
    private static RawHttp http;

    @BeforeAll
    static void start() {
        engine =
                LocalClickHouse.builder(folder).credentials("default", "s3cr3t").build();
        engine.start();
        http = new RawHttp(engine.httpEndpoint());
        ok("CREATE TABLE rows (n UInt32, t String) ENGINE = MergeTree ORDER BY n");
        ok("CREATE TABLE cut_off (n UInt32) ENGINE = MergeTree ORDER BY n");
    }

    @AfterAll
    static void stop() {
        engine.close();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            SELECT * FROM absent                             | 60  | 404
            SELECT absent                                    | 47  | 404
            SELEC 1                                          | 62  | 400
            SELECT 1; SELECT 2                               | 62  | 400
            INSERT INTO rows VALUES (1, 'a'); SELECT 1       | 62  | 400
            INSERT INTO absent FORMAT CSV 1                  | 60  | 404
            INSERT INTO rows FORMAT Absent 1                 | 73  | 404
            INSERT INTO rows SELECT n FROM input('n UInt8') FORMAT CSV 1 | 48  | 501
            SELECT 1 SETTINGS absent = 1                     | 115 | 404
            SELECT groupArray(number) FROM numbers(10000000) SETTINGS max_memory_usage = 1000000 | 241 | 500
            SELECT throwIf(1)                                | 395 | 500
            """)
    void failuresHaveClickHousesCodes(String statement, int code, int status) {
        Answer answer = post(statement, Map.of());
        assertThat(answer.code()).as(answer.text()).isEqualTo(code);
        assertThat(answer.status()).isEqualTo(status);
        assertThat(answer.text()).startsWith("Code: " + code + ". DB::Exception: ");
    }

    @Test
    void failuresOfTheRequestHaveClickHousesCodes() {
        assertThat(post("SELECT 1", Map.of("absent", "1")).code()).isEqualTo(115);
        assertThat(post("SELECT 1", Map.of("bad name", "1")).code()).isEqualTo(115);
        assertThat(post("SELECT 1", Map.of("database", "absent")).code()).isEqualTo(81);
        assertThat(post("SELECT {a:UInt8}", Map.of()).code()).isEqualTo(456);
        assertThat(post("SELECT 1", Map.of("session_id", "s")).code()).isEqualTo(48);
        for (String coding : List.of("gzip", "lz4", "zstd")) {
            Answer answer = post("SELECT 1, this is not packed", Map.of(), "Content-Encoding", coding);
            assertThat(answer.code()).as(coding).isEqualTo(271);
        }
        assertThat(post("SELECT 1", Map.of(), "Content-Encoding", "br").code()).isEqualTo(48);
        assertThat(post("SELECT 1, this is no frame", Map.of("decompress", "1")).code())
                .isEqualTo(271);
    }

    @Test
    void wrongPasswordIsRefusedAndNotEchoed() {
        Answer answer = http.post("SELECT 1", Map.of("password", "wr0ng"));
        assertThat(answer.code()).isEqualTo(516);
        assertThat(answer.status()).isEqualTo(403);
        assertThat(answer.text()).contains("default: Authentication failed").doesNotContain("wr0ng");
        assertThat(http.post("SELECT 1", Map.of("user", "nobody", "password", "s3cr3t"))
                        .code())
                .isEqualTo(516);
        assertThat(post("SELECT 's3cr3t' AS", Map.of()).text())
                .contains("SYNTAX_ERROR")
                .doesNotContain("s3cr3t");
    }

    @Test
    void getReadsOnly() {
        assertThat(get("SELECT 1").ok()).isEqualTo("1");
        assertThat(get("SELECT 1 SETTINGS max_threads = 1").ok()).isEqualTo("1");
        assertThat(get("CREATE TABLE made_by_get (n UInt8) ENGINE = Memory").code())
                .isEqualTo(164);
        assertThat(get("INSERT INTO rows VALUES (1, 'get')").code()).isEqualTo(164);
        assertThat(http.send("HEAD", new byte[0], Map.of("query", "SELECT 1", "password", "s3cr3t"))
                        .ok())
                .isEmpty();
        assertThat(http.post("", Map.of("password", "s3cr3t")).ok()).isEqualTo("Ok.");
    }

    @Test
    void pingNeedsNoPassword() throws IOException, InterruptedException {
        RawHttp ping = new RawHttp(engine.httpEndpoint().resolve("/ping"));
        assertThat(ping.client()
                        .send(HttpRequest.newBuilder(ping.endpoint()).build(), BodyHandlers.ofString())
                        .body())
                .isEqualTo("Ok.\n");
    }

    @Test
    void formatIsTheClausesElseTheParametersElseTheHeaders() {
        assertThat(post("SELECT 1 AS a", Map.of()).ok()).isEqualTo("1");
        assertThat(post("SELECT 1 AS a", Map.of("default_format", "JSONEachRow"))
                        .ok())
                .isEqualTo("{\"a\":1}");
        assertThat(post("SELECT 1 AS a", Map.of(), "X-ClickHouse-Format", "CSVWithNames")
                        .ok())
                .isEqualTo("\"a\"\n1");
        Answer clause = post("SELECT 1 AS a FORMAT XML", Map.of("default_format", "JSONEachRow"));
        assertThat(clause.ok()).startsWith("<?xml");
        assertThat(clause.header("X-ClickHouse-Format")).isEqualTo("XML");
    }

    @Test
    void summaryCountsRows() {
        ok("CREATE TABLE counted (n UInt32) ENGINE = MergeTree ORDER BY n");
        assertThat(post("INSERT INTO counted VALUES (1), (2), (3)", Map.of()).header("X-ClickHouse-Summary"))
                .contains("\"written_rows\":\"3\"", "\"read_rows\":\"3\"");
        assertThat(post("INSERT INTO counted SELECT number FROM numbers(10)", Map.of())
                        .header("X-ClickHouse-Summary"))
                .contains("\"written_rows\":\"10\"", "\"read_rows\":\"10\"");
        assertThat(post("INSERT INTO counted FORMAT CSV\n7\n8\n", Map.of()).header("X-ClickHouse-Summary"))
                .contains("\"written_rows\":\"2\"");
        assertThat(post("SELECT n FROM counted WHERE n > 2", Map.of()).header("X-ClickHouse-Summary"))
                .contains("\"read_rows\":\"15\"", "\"result_rows\":\"10\"", "\"written_rows\":\"0\"");
    }

    @Test
    void queryIdAndTimeZoneComeBack() {
        Answer answer = post("SELECT 1", Map.of("query_id", "mine"));
        assertThat(answer.header("X-ClickHouse-Query-Id")).isEqualTo("mine");
        assertThat(answer.header("X-ClickHouse-Timezone"))
                .isEqualTo(post("SELECT timezone()", Map.of()).ok());
        assertThat(post("SELECT 1", Map.of()).header("X-ClickHouse-Query-Id")).isNotEmpty();
    }

    @Test
    void parametersReachInsertedValues() {
        ok("CREATE TABLE bound (n UInt32, t String) ENGINE = MergeTree ORDER BY n");
        post("INSERT INTO bound VALUES ({n:UInt32}, {t:String})", Map.of("param_n", "7", "param_t", "a\\n\\n'b"))
                .ok();
        assertThat(ok("SELECT n, t FROM bound")).isEqualTo("7\ta\\n\\n\\'b");
    }

    @Test
    void bodiesMayBeCompressed() throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (OutputStream out = new GZIPOutputStream(packed)) {
            out.write("SELECT repeat('x', 10)".getBytes(UTF_8));
        }
        Answer answer = http.send(
                "POST",
                packed.toByteArray(),
                Map.of("password", "s3cr3t", "enable_http_compression", "1"),
                "Content-Encoding",
                "gzip",
                "Accept-Encoding",
                "br, gzip;q=0.5");
        assertThat(answer.header("Content-Encoding")).isEqualTo("gzip");
        assertThat(new GZIPInputStream(
                                new ByteArrayInputStream(answer.response().body()))
                        .readAllBytes())
                .asString(UTF_8)
                .isEqualTo("x".repeat(10) + "\n");
        assertThat(post("SELECT 1", Map.of(), "Accept-Encoding", "gzip").ok()).isEqualTo("1");
    }

    @Test
    void insertThatIsCutOffInsertsNothing() throws IOException {
        String request = "POST /?password=s3cr3t&query=INSERT+INTO+cut_off+FORMAT+CSV HTTP/1.1\r\nHost: x\r\n";
        sendAndHangUp(request + "Content-Length: 1000\r\n\r\n1\n2\n3\n");
        sendAndHangUp(request + "Transfer-Encoding: chunked\r\n\r\n6\r\n4\n5\n6\n\r\n");
        Await.until(() -> cutOffRequests() == 2, Duration.ofSeconds(30), () -> "The server still waits for the rest");
        assertThat(ok("SELECT count() FROM cut_off")).isEqualTo("0");
        ok("INSERT INTO cut_off VALUES (1)");
        assertThat(ok("SELECT count() FROM cut_off")).isEqualTo("1");
    }

    @Test
    void reasonReachesAClientThatIsStillSending() {
        byte[] large = new byte[64 << 20];
        Answer answer =
                http.send("POST", large, Map.of("password", "s3cr3t", "query", "INSERT INTO absent FORMAT RowBinary"));
        assertThat(answer.code()).isEqualTo(60);
    }

    private static void sendAndHangUp(String request) throws IOException {
        try (Socket socket = new Socket(
                InetAddress.getLoopbackAddress(), engine.httpEndpoint().getPort())) {
            socket.getOutputStream().write(request.getBytes(UTF_8));
            socket.getOutputStream().flush();
        }
    }

    private static long cutOffRequests() {
        try (Stream<String> lines = Files.lines(engine.log())) {
            return lines.filter(line -> line.contains("A request was cut off")).count();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Answer post(String statement, Map<String, String> parameters, String... headers) {
        Map<String, String> all = new TreeMap<>(parameters);
        all.putIfAbsent("password", "s3cr3t");
        return http.post(statement, all, headers);
    }

    private static Answer get(String statement) {
        return http.send("GET", new byte[0], Map.of("query", statement, "password", "s3cr3t"));
    }

    private static String ok(String statement) {
        return post(statement, Map.of()).ok();
    }
}
