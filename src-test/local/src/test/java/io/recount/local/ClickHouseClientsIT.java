package io.recount.local;

import static org.assertj.core.api.Assertions.assertThat;

import com.clickhouse.client.api.Client;
import com.clickhouse.client.api.ClientConfigProperties;
import com.clickhouse.client.api.insert.InsertResponse;
import com.clickhouse.client.api.insert.InsertSettings;
import com.clickhouse.client.api.query.GenericRecord;
import com.clickhouse.client.api.query.QuerySettings;
import com.clickhouse.data.ClickHouseFormat;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The two clients that people use work against the local engine unchanged. */
final class ClickHouseClientsIT {

    private static final String BLANK_LINES = "a\n\nb\n\n\n";

    /** How client-v2 packs what it sends and what it receives. */
    enum Packing {
        PLAIN,
        REQUESTS,
        RESPONSES,
        BOTH,
        HTTP;

        Client.Builder on(Client.Builder builder) {
            boolean requests = this == REQUESTS || this == BOTH || this == HTTP;
            boolean responses = this == RESPONSES || this == BOTH || this == HTTP;
            return builder.compressClientRequest(requests)
                    .compressServerResponse(responses)
                    .useHttpCompression(this == HTTP);
        }
    }

    @TempDir
    static Path folder;

    private static LocalClickHouse engine;

    @BeforeAll
    static void start() {
        engine = LocalClickHouse.builder(folder).build();
        engine.start();
    }

    @AfterAll
    static void stop() {
        engine.close();
    }

    @ParameterizedTest
    @EnumSource
    void clientInsertsAndReads(Packing packing) throws Exception {
        try (Client client = client(packing)) {
            String table = "packed_" + packing;
            execute(client, "CREATE TABLE " + table + " (n UInt32, t String) ENGINE = MergeTree ORDER BY n");
            byte[] rows =
                    "{\"n\":1,\"t\":\"a\\n\\nb\\n\\n\\n\"}\n\n{\"n\":2,\"t\":\";\"}\n".getBytes(StandardCharsets.UTF_8);
            try (InsertResponse inserted = client.insert(
                            table, new ByteArrayInputStream(rows), ClickHouseFormat.JSONEachRow, new InsertSettings())
                    .get(30, TimeUnit.SECONDS)) {
                assertThat(inserted.getWrittenRows()).isEqualTo(2);
            }
            List<GenericRecord> read = client.queryAll("SELECT n, t FROM " + table + " ORDER BY n");
            assertThat(read).extracting(row -> row.getString("t")).containsExactly(BLANK_LINES, ";");
        }
    }

    @ParameterizedTest
    @EnumSource
    void clientPassesParameters(Packing packing) throws Exception {
        try (Client client = client(packing)) {
            List<GenericRecord> read = client.queryAll(
                    "SELECT {text:String} AS t, {numbers:Array(UInt32)}[2] AS n",
                    // The HTTP interface takes parameters escaped, and the client passes them on as they are.
                    Map.of("text", "a\\n\\nb';", "numbers", List.of(5, 7)),
                    new QuerySettings());
            assertThat(read.get(0).getString("t")).isEqualTo("a\n\nb';");
            assertThat(read.get(0).getLong("n")).isEqualTo(7);
        }
    }

    /** Not with HTTP compression, for which the client announces a packed form and sends a plain one. */
    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "HTTP")
    void clientSendsLongParametersInTheBody(Packing packing) throws Exception {
        try (Client client = packing.on(builder())
                .setOption(ClientConfigProperties.HTTP_SEND_PARAMS_IN_BODY.getKey(), "true")
                .build()) {
            List<Integer> numbers = Collections.nCopies(300_000, 3);
            List<GenericRecord> read = client.queryAll(
                    "SELECT arraySum({numbers:Array(UInt32)}) AS n", Map.of("numbers", numbers), new QuerySettings());
            assertThat(read.get(0).getLong("n")).isEqualTo(900_000);
        }
    }

    @Test
    void jdbcInsertsBatchesAndReads() throws SQLException {
        try (Connection connection =
                        DriverManager.getConnection("jdbc:clickhouse:" + engine.httpEndpoint(), new Properties());
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE batches (n UInt32, t String) ENGINE = MergeTree ORDER BY n");
            try (PreparedStatement insert = connection.prepareStatement("INSERT INTO batches VALUES (?, ?)")) {
                for (int n = 0; n < 1_000; n++) {
                    insert.setInt(1, n);
                    insert.setString(2, n + BLANK_LINES + "';\\");
                    insert.addBatch();
                }
                assertThat(insert.executeBatch()).hasSize(1_000);
            }
            try (ResultSet rows = statement.executeQuery("SELECT n, t FROM batches ORDER BY n")) {
                for (int n = 0; n < 1_000; n++) {
                    assertThat(rows.next()).isTrue();
                    assertThat(rows.getInt(1)).isEqualTo(n);
                    assertThat(rows.getString(2)).isEqualTo(n + BLANK_LINES + "';\\");
                }
                assertThat(rows.next()).isFalse();
            }
        }
    }

    private static Client client(Packing packing) {
        return packing.on(builder()).build();
    }

    private static Client.Builder builder() {
        return new Client.Builder()
                .addEndpoint(engine.httpEndpoint().toString())
                .setUsername(engine.user())
                .setPassword(engine.password());
    }

    private static void execute(Client client, String statement) throws Exception {
        client.query(statement).get(30, TimeUnit.SECONDS).close();
    }
}
