package io.recount.local;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.clickhouse.client.api.Client;
import com.clickhouse.client.api.insert.InsertResponse;
import com.clickhouse.client.api.insert.InsertSettings;
import com.clickhouse.client.api.query.QueryResponse;
import com.clickhouse.client.api.query.QuerySettings;
import com.clickhouse.data.ClickHouseFormat;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rows arrive as they were sent, to the byte, and once. */
final class ClickHouseInsertIT {

    private static final int ROWS = 50_000;

    @TempDir
    static Path folder;

    private static LocalClickHouse engine;
    private static RawHttp http;
    private static byte[] rowBinary = new byte[0];

    @BeforeAll
    static void start() {
        engine = LocalClickHouse.builder(folder).build();
        engine.start();
        http = new RawHttp(engine.httpEndpoint());
        long seed = System.nanoTime();
        System.out.println("seed of the rows: " + seed);
        rowBinary = rows(new Random(seed));
    }

    @AfterAll
    static void stop() {
        engine.close();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void blankLinesInsideRowBinaryAndNativeAreData(boolean compressed) throws Exception {
        try (Client client = client(compressed)) {
            String table = "blank_lines_" + compressed;
            http.run("CREATE TABLE " + table + " (n UInt32, t String) ENGINE = MergeTree ORDER BY n");
            insert(client, table, ClickHouseFormat.RowBinary, rowBinary);
            assertThat(read(client, table, ClickHouseFormat.RowBinary)).isEqualTo(rowBinary);

            byte[] nativeBlocks = read(client, table, ClickHouseFormat.Native);
            http.run("TRUNCATE TABLE " + table);
            insert(client, table, ClickHouseFormat.Native, nativeBlocks);
            assertThat(read(client, table, ClickHouseFormat.RowBinary)).isEqualTo(rowBinary);
        }
    }

    @Test
    void retryOfOneBlockWithItsTokenIsNoInsert() {
        http.run("CREATE TABLE retried (n UInt32) ENGINE = MergeTree ORDER BY n"
                + " SETTINGS non_replicated_deduplication_window = 100");
        Map<String, String> token = Map.of("insert_deduplication_token", "t1", "async_insert", "0");
        for (int attempt = 0; attempt < 3; attempt++) {
            http.post("INSERT INTO retried FORMAT CSV\n1\n2\n3\n", token).ok();
        }
        assertThat(http.select("SELECT count() FROM retried")).isEqualTo("3");
    }

    /**
     * Why a block must never be split: tokens are kept for each block of an insert. A retry split in another way finds
     * the tokens of its first blocks taken and leaves their rows out, without an error.
     */
    @Test
    void retrySplitInAnotherWayLosesRows() {
        http.run("CREATE TABLE split (n UInt32) ENGINE = MergeTree ORDER BY n"
                + " SETTINGS non_replicated_deduplication_window = 100");
        http.post("INSERT INTO split FORMAT CSV\n1\n2\n", splitInto(2)).ok();
        http.post("INSERT INTO split FORMAT CSV\n1\n2\n3\n4\n", splitInto(4)).ok();
        assertThat(http.select("SELECT groupArray(n) FROM (SELECT n FROM split ORDER BY n)"))
                .isEqualTo("[1,2]");
    }

    private static Map<String, String> splitInto(int rows) {
        String limit = Integer.toString(rows);
        return Map.of(
                "insert_deduplication_token", "t2",
                "async_insert", "0",
                "max_insert_block_size", limit,
                "min_insert_block_size_rows", limit,
                "min_insert_block_size_bytes", "0");
    }

    private static Client client(boolean compressed) {
        return new Client.Builder()
                .addEndpoint(engine.httpEndpoint().toString())
                .setUsername(engine.user())
                .setPassword(engine.password())
                .compressClientRequest(compressed)
                .compressServerResponse(compressed)
                .build();
    }

    private static void insert(Client client, String table, ClickHouseFormat format, byte[] data) throws Exception {
        try (InsertResponse response = client.insert(
                        table, new ByteArrayInputStream(data), format, new InsertSettings())
                .get(60, TimeUnit.SECONDS)) {
            assertThat(response.getWrittenRows()).isEqualTo(ROWS);
        }
    }

    private static byte[] read(Client client, String table, ClickHouseFormat format) throws Exception {
        try (QueryResponse response = client.query(
                        "SELECT n, t FROM " + table + " ORDER BY n", new QuerySettings().setFormat(format))
                .get(60, TimeUnit.SECONDS)) {
            return response.getInputStream().readAllBytes();
        }
    }

    /** Rows full of line breaks: as texts, as lengths, and as bytes of numbers. */
    private static byte[] rows(Random random) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (int n = 0; n < ROWS; n++) {
            out.writeBytes(ByteBuffer.allocate(Integer.BYTES)
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .putInt(n)
                    .array());
            byte[] text = ("\n".repeat(random.nextInt(4)) + "x".repeat(random.nextInt(8)) + "\n\n;" + n + "\n\n")
                    .getBytes(UTF_8);
            out.write(text.length);
            out.writeBytes(text);
        }
        return out.toByteArray();
    }
}
