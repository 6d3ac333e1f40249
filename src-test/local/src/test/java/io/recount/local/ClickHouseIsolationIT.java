package io.recount.local;

import static org.assertj.core.api.Assertions.assertThat;

import com.clickhouse.client.api.Client;
import com.clickhouse.client.api.insert.InsertSettings;
import com.clickhouse.client.api.query.GenericRecord;
import com.clickhouse.client.api.query.QuerySettings;
import com.clickhouse.data.ClickHouseFormat;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** No request sees what another one set, however that one ended and however many run at once. */
final class ClickHouseIsolationIT {

    private static final int CLIENTS = 8;
    private static final int ROUNDS = 25;

    @TempDir
    static Path folder;

    private static LocalClickHouse engine;
    private static RawHttp http;

    @BeforeAll
    static void start() {
        engine = LocalClickHouse.builder(folder).build();
        engine.start();
        http = new RawHttp(engine.httpEndpoint());
    }

    @AfterAll
    static void stop() {
        engine.close();
    }

    @Test
    void concurrentClientsKeepTheirDatabasesAndSettingsApart() throws Exception {
        for (int client = 0; client < CLIENTS; client++) {
            http.run("CREATE DATABASE d" + client);
            http.run("CREATE TABLE d" + client + ".own (n UInt64) ENGINE = MergeTree ORDER BY n");
        }
        ExecutorService threads = Executors.newFixedThreadPool(CLIENTS);
        try {
            List<Future<Long>> rows = new ArrayList<>();
            for (int client = 0; client < CLIENTS; client++) {
                int number = client;
                rows.add(threads.submit(() -> mixedWork(number)));
            }
            for (Future<Long> count : rows) {
                assertThat(count.get(2, TimeUnit.MINUTES)).isEqualTo(100L * ROUNDS);
            }
        } finally {
            threads.shutdownNow();
        }
    }

    /** Reads and writes its own database under settings that no other client has; one statement in four fails. */
    private static long mixedWork(int number) throws Exception {
        String threads = Integer.toString(number + 1);
        String marker = "client " + number;
        try (Client client = new Client.Builder()
                .addEndpoint(engine.httpEndpoint().toString())
                .setUsername(engine.user())
                .setPassword(engine.password())
                .setDefaultDatabase("d" + number)
                .compressClientRequest(number % 2 == 0)
                .compressServerResponse(number % 3 == 0)
                .build()) {
            for (int round = 0; round < ROUNDS; round++) {
                byte[] data = lines(100).getBytes(StandardCharsets.UTF_8);
                client.insert("own", new ByteArrayInputStream(data), ClickHouseFormat.CSV, new InsertSettings())
                        .get(60, TimeUnit.SECONDS)
                        .close();
                QuerySettings settings = new QuerySettings()
                        .serverSetting("max_threads", threads)
                        .serverSetting("log_comment", marker);
                List<GenericRecord> seen = client.queryAll(
                        "SELECT currentDatabase() AS d, toString(getSetting('max_threads')) AS t,"
                                + " getSetting('log_comment') AS c",
                        settings);
                assertThat(seen.get(0).getValues())
                        .containsEntry("d", "d" + number)
                        .containsEntry("t", threads)
                        .containsEntry("c", marker);
                http.post("SELECT throwIf(1)", Map.of("database", "d" + number, "log_comment", "failed"));
                assertThat(http.select("SELECT currentDatabase(), getSetting('log_comment')"))
                        .isEqualTo("default");
            }
            return client.queryAll("SELECT count() AS n FROM own").get(0).getLong("n");
        }
    }

    @Test
    void nothingThatARequestSetsOutlivesIt() {
        http.run("CREATE DATABASE elsewhere");
        String before = state();
        http.post("SELECT 1", Map.of("database", "elsewhere", "max_threads", "7", "param_p", "x", "readonly", "1"))
                .ok();
        http.post("SELECT throwIf(1)", Map.of("database", "elsewhere", "max_threads", "7", "param_p", "x"));
        http.post("SELEC", Map.of("max_threads", "7"));
        http.post("SELECT 1", Map.of("max_threads", "7", "absent", "1"));
        http.run("USE elsewhere");
        http.run("SET max_threads = 7");
        http.run("SET param_p = 'x'");
        http.run("CREATE TEMPORARY TABLE temporary (n UInt8)");
        for (int request = 0; request < 20; request++) {
            assertThat(state()).isEqualTo(before);
            assertThat(http.post("SELECT * FROM temporary", Map.of()).code()).isEqualTo(60);
            assertThat(http.post("SELECT {p:String}", Map.of()).code()).isEqualTo(456);
        }
    }

    private static String state() {
        return http.select("SELECT currentDatabase(), getSetting('max_threads'), getSetting('readonly')");
    }

    private static String lines(int count) {
        StringBuilder lines = new StringBuilder();
        for (int line = 0; line < count; line++) {
            lines.append(line).append('\n');
        }
        return lines.toString();
    }
}
