package io.recount.local.clickhouse;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.jna.Library;
import com.sun.jna.Native;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.recount.local.clickhouse.Request.Credentials;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/**
 * The process: {@code ClickHouseServer LIBRARY DATA PORT [--server-option=value …]}. Listens on 127.0.0.1 and writes the
 * file named by the system property {@code recount.ready} once it does. The password comes from the environment, where
 * a process list does not show it.
 */
public final class ClickHouseServer {

    /** As many requests run at once; more wait their turn. */
    private static final int REQUEST_THREADS = 64;

    private static final int BACKLOG = 256;
    private static final long LAST_REQUESTS_SECONDS = 15;

    /** Ends the process at once. */
    interface LibC extends Library {
        void _exit(int status);
    }

    private ClickHouseServer() {}

    public static void main(String[] arguments) throws IOException {
        // Without it each answer on a kept-alive connection waits 40 ms for the client's acknowledgement.
        System.setProperty("sun.net.httpserver.nodelay", "true");
        System.setProperty("sun.net.httpserver.idleInterval", "60");
        System.setProperty("sun.net.httpserver.maxReqHeaderSize", Integer.toString(1 << 21));

        Path data = Path.of(arguments[1]).toAbsolutePath();
        Files.createDirectories(data);
        InetSocketAddress address =
                new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(arguments[2]));
        // Before the engine is up: a process that fails on a taken port has nothing to shut down.
        HttpServer http = HttpServer.create(address, BACKLOG);
        List<String> serverOptions = Arrays.asList(arguments).subList(3, arguments.length);
        ChdbEngine engine = ChdbEngine.boot(Path.of(arguments[0]), data, serverOptions);
        ExecutorService requests = Executors.newFixedThreadPool(REQUEST_THREADS);
        http.setExecutor(requests);
        Credentials accepted = new Credentials(
                environment("RECOUNT_CLICKHOUSE_USER").orElse("default"),
                environment("RECOUNT_CLICKHOUSE_PASSWORD").orElse(""));
        http.createContext("/", new QueryHandler(engine, accepted, scalar(engine, "SELECT timezone()")));
        http.createContext("/ping", ClickHouseServer::ping);
        http.start();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(engine, http), "stop"));

        System.out.println("ClickHouse " + scalar(engine, "SELECT version()") + " answers on http://127.0.0.1:"
                + address.getPort() + ", data in " + data);
        String ready = System.getProperty("recount.ready");
        if (ready != null) {
            Files.createFile(Path.of(ready));
        }
    }

    /**
     * Lets running requests finish, closes all connections and leaves without the JVM's way out: the library's exit
     * handlers crash while its threads run.
     */
    private static void stop(ChdbEngine engine, HttpServer http) {
        try {
            boolean drained = engine.drain(LAST_REQUESTS_SECONDS, TimeUnit.SECONDS);
            http.stop(0);
            if (drained) {
                engine.shutdown();
            }
            System.out.println(
                    drained ? "Stopped cleanly" : "Stopped while requests were running; none of them was acknowledged");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        System.out.flush();
        Native.load("c", LibC.class)._exit(0);
    }

    private static void ping(HttpExchange exchange) throws IOException {
        try (exchange) {
            Request request = Request.of(Optional.empty(), exchange.getRequestHeaders());
            new Response(exchange, request).text(200, "Ok.\n");
        }
    }

    private static String scalar(ChdbEngine engine, String select) throws IOException {
        try (ChdbSession session = engine.open();
                ChdbResult result = session.query(select, "TabSeparated", Map.of())) {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            result.writeTo(out);
            return out.toString(UTF_8).strip();
        }
    }

    private static Optional<String> environment(String name) {
        return Optional.ofNullable(System.getenv(name));
    }
}
