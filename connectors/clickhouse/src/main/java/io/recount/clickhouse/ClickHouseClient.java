package io.recount.clickhouse;

import com.clickhouse.client.api.Client;
import com.clickhouse.client.api.ClientFaultCause;
import com.clickhouse.client.api.ServerException;
import com.clickhouse.client.api.command.CommandResponse;
import com.clickhouse.client.api.command.CommandSettings;
import com.clickhouse.client.api.insert.InsertResponse;
import com.clickhouse.client.api.insert.InsertSettings;
import com.clickhouse.client.api.query.GenericRecord;
import com.clickhouse.client.api.query.QueryResponse;
import com.clickhouse.client.api.query.QuerySettings;
import com.clickhouse.data.ClickHouseFormat;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * Requests to one ClickHouse server, each tried once: who retries knows what a retry means.
 *
 * <p>Requests run on threads of their own, so that a caller that is interrupted returns at once. Errors are
 * {@link ClickHouseFailure}s. Safe for several threads.
 */
public final class ClickHouseClient implements AutoCloseable {

    static final int CONNECT_TIMEOUT_SECONDS = 10;
    /** Below what servers keep an idle connection for: a request on one that the server closes meanwhile fails. */
    private static final int KEEP_ALIVE_SECONDS = 2;

    static final int SOCKET_TIMEOUT_SECONDS = 120;

    private final URI endpoint;
    /** A history of many submissions and partitions makes long conditions. */
    static final Map<String, String> LONG_QUERIES = Map.of("max_query_size", "67108864", "max_ast_elements", "5000000");

    private final Client client;
    private final ExecutorService requests = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "clickhouse-request");
        thread.setDaemon(true);
        return thread;
    });

    /** Which setting this server has; asked at the first insert. */
    private volatile @Nullable Deduplication deduplication;

    public ClickHouseClient(ClickHouseAccess access) {
        endpoint = access.endpoint();
        client = new Client.Builder()
                .addEndpoint(access.endpoint().toString())
                .setDefaultDatabase(access.database())
                .setUsername(access.user())
                .setPassword(access.password().reveal())
                .setConnectTimeout(CONNECT_TIMEOUT_SECONDS, ChronoUnit.SECONDS)
                .setSocketTimeout(SOCKET_TIMEOUT_SECONDS, ChronoUnit.SECONDS)
                .setKeepAliveTimeout(KEEP_ALIVE_SECONDS, ChronoUnit.SECONDS)
                .compressServerResponse(false)
                .compressClientRequest(false)
                .retryOnFailures(ClientFaultCause.None)
                .setMaxRetries(0)
                .setClientName("recount")
                .setOptions(access.tls().properties())
                .build();
    }

    /**
     * Inserts one block and returns when the server has acknowledged it.
     *
     * <p>The server takes the block as one: it is neither split nor merged with others nor held back, so that it is either
     * in or not, and a token stands for all of it.
     *
     * @param table the table's name
     * @param block the rows: {@code Native} in an LZ4 frame
     * @param token two blocks of a table with one token are one block, as long as the table's window remembers it; null
     *     for a block that is inserted whatever was inserted before
     */
    public void insert(String table, byte[] block, @Nullable String token)
            throws ClickHouseFailure, InterruptedException {
        InsertSettings settings = new InsertSettings().appCompressedData(true, "lz4");
        PinnedSettings.OF_INSERTS.forEach(settings::serverSetting);
        Deduplication how = deduplication();
        settings.serverSetting(how.setting, token == null ? how.off : how.on);
        if (token != null) {
            settings.setDeduplicationToken(token);
        }
        Callable<Long> insert = () -> {
            try (InsertResponse response = client.insert(
                            quoted(table), new ByteArrayInputStream(block), ClickHouseFormat.Native, settings)
                    .get()) {
                return response.getWrittenRows();
            }
        };
        try {
            call(insert);
        } catch (ClickHouseFailure e) {
            if (e.outcome() != ServerError.Outcome.ALREADY_DONE) {
                throw e;
            }
        }
    }

    /** The rows a SELECT gives. */
    public List<GenericRecord> rows(String select) throws ClickHouseFailure, InterruptedException {
        return call(() -> client.queryAll(select));
    }

    /** The rows a SELECT gives, one after another; close the reader. Waits for the answer without minding interrupts. */
    public RowReader read(String select) throws ClickHouseFailure {
        return read(select, LONG_QUERIES);
    }

    /** The same, with settings of the server for this query alone. */
    public RowReader read(String select, Map<String, String> serverSettings) throws ClickHouseFailure {
        QuerySettings settings = new QuerySettings()
                .setFormat(ClickHouseFormat.RowBinaryWithNamesAndTypes)
                .waitEndOfQuery(true);
        serverSettings.forEach(settings::serverSetting);
        try {
            QueryResponse response = client.query(select, settings).get();
            return new RowReader(response, client.newBinaryFormatReader(response), endpoint);
        } catch (Exception e) {
            throw failure(e).at(endpoint);
        }
    }

    /** What a SELECT gives, as tab-separated lines. */
    public String text(String select) throws ClickHouseFailure, InterruptedException {
        QuerySettings settings = new QuerySettings().setFormat(ClickHouseFormat.TabSeparated);
        LONG_QUERIES.forEach(settings::serverSetting);
        return call(() -> {
            try (QueryResponse response = client.query(select, settings).get();
                    InputStream in = response.getInputStream()) {
                return new String(in.readAllBytes(), StandardCharsets.UTF_8);
            }
        });
    }

    /** Carries out a statement that gives no rows. */
    public void execute(String statement) throws ClickHouseFailure, InterruptedException {
        CommandSettings settings = new CommandSettings();
        LONG_QUERIES.forEach(settings::serverSetting);
        call(() -> {
            try (CommandResponse response = client.execute(statement, settings).get()) {
                return response.getWrittenRows();
            }
        });
    }

    @Override
    public void close() {
        client.close();
        requests.shutdownNow();
    }

    private <T> T call(Callable<T> request) throws ClickHouseFailure, InterruptedException {
        Future<T> answer = requests.submit(request);
        try {
            return answer.get();
        } catch (InterruptedException e) {
            // The request's thread ends with the client, which closes its connections.
            answer.cancel(true);
            throw e;
        } catch (ExecutionException e) {
            throw failure(e.getCause() == null ? e : e.getCause()).at(endpoint);
        }
    }

    /** What a failure of another client at that server means, such as one of JDBC. */
    public static ClickHouseFailure failure(Throwable thrown, ClickHouseAccess access) {
        return failure(thrown).at(access.endpoint());
    }

    static ClickHouseFailure failure(Throwable thrown) {
        for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
            if (cause instanceof ServerException answer) {
                return answer.getCode() > 0
                        ? ClickHouseFailure.answered(answer.getCode(), String.valueOf(answer.getMessage()))
                        : ClickHouseFailure.notClickHouse(answer.getTransportProtocolCode());
            }
            if (cause instanceof IOException broken) {
                return ClickHouseFailure.unreachable(broken);
            }
        }
        return ClickHouseFailure.inClient(thrown);
    }

    private Deduplication deduplication() throws ClickHouseFailure, InterruptedException {
        Deduplication known = deduplication;
        if (known == null) {
            String settings =
                    text("SELECT count() FROM system.settings WHERE name = '" + Deduplication.CURRENT.setting + "'");
            known = settings.strip().equals("1") ? Deduplication.CURRENT : Deduplication.FORMER;
            deduplication = known;
        }
        return known;
    }

    private static String quoted(String name) {
        return "`" + name.replace("\\", "\\\\").replace("`", "\\`") + "`";
    }

    /** How a server is told whether to drop a block it has seen. */
    private enum Deduplication {
        CURRENT(PinnedSettings.DEDUPLICATION, "enable", "disable"),
        FORMER(PinnedSettings.FORMER_DEDUPLICATION, "1", "0");

        private final String setting;
        private final String on;
        private final String off;

        Deduplication(String setting, String on, String off) {
            this.setting = setting;
            this.on = on;
            this.off = off;
        }
    }
}
