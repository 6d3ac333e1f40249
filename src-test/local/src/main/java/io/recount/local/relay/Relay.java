package io.recount.local.relay;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.URLDecoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Stands between a job and ClickHouse, hands everything on, and does to inserts what its plan says. What it cannot hand
 * on, because the server is away, ends with the connection cut.
 */
public final class Relay implements AutoCloseable {

    static {
        // Without it each answer on a kept-alive connection waits 40 ms for the client's acknowledgement.
        System.setProperty("sun.net.httpserver.nodelay", "true");
    }

    private static final int BACKLOG = 64;
    private static final int SERVER_FAULT = 500;

    /** Belong to one connection, or are written by whoever sends. */
    private static final Set<String> OF_CONNECTION =
            Set.of("connection", "content-length", "expect", "host", "keep-alive", "transfer-encoding", "date");

    private final URI server;
    private final HttpServer http;
    private final ExecutorService threads = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "relay");
        thread.setDaemon(true);
        return thread;
    });
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final List<Insert> inserts = new CopyOnWriteArrayList<>();
    private final AtomicInteger underWay = new AtomicInteger();
    private volatile Plan plan = insert -> Deed.PASS;
    private volatile Guard guard = statement -> true;
    private volatile String password = "";

    /** Decides about an insert before it goes on; it may let it wait. */
    @FunctionalInterface
    public interface Plan {
        Deed deed(Insert insert) throws InterruptedException;
    }

    /** Decides whether another statement goes on; it may let it wait. */
    @FunctionalInterface
    public interface Guard {
        boolean passes(String statement) throws InterruptedException;
    }

    private Relay(URI server, HttpServer http) {
        this.server = server;
        this.http = http;
    }

    /** A relay in front of a server. */
    public static Relay before(URI server) throws IOException {
        HttpServer http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), BACKLOG);
        Relay relay = new Relay(server, http);
        http.setExecutor(relay.threads);
        http.createContext("/", relay::handle);
        http.start();
        return relay;
    }

    public URI endpoint() {
        return URI.create("http://127.0.0.1:" + http.getAddress().getPort());
    }

    /** What happens to inserts from now on. */
    public void follow(Plan next) {
        plan = next;
    }

    /** Who decides about other statements from now on. */
    public void ask(Guard next) {
        guard = next;
    }

    /** Every request carries this password from now on; an empty one leaves what the client sends. */
    public void disguise(String other) {
        password = other;
    }

    /** The inserts that came, in their order. */
    public List<Insert> inserts() {
        return List.copyOf(inserts);
    }

    /** How many inserts have come and are not done with. */
    public int underWay() {
        return underWay.get();
    }

    @Override
    public void close() {
        http.stop(0);
        threads.shutdownNow();
    }

    private void handle(HttpExchange exchange) {
        try (exchange) {
            byte[] body = exchange.getRequestBody().readAllBytes();
            Map<String, String> parameters = parameters(exchange.getRequestURI());
            Insert insert = Insert.of(parameters, body).orElse(null);
            if (insert == null) {
                if (guard.passes(parameters.getOrDefault("query", "") + new String(body, UTF_8))) {
                    give(exchange, handOn(exchange, body));
                }
            } else {
                inserts.add(insert);
                underWay.incrementAndGet();
                try {
                    carryOut(plan.deed(insert), exchange, body);
                } finally {
                    underWay.decrementAndGet();
                }
            }
        } catch (IOException e) {
            // One side is gone; leaving the exchange without an answer cuts the connection to the other.
            return;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void carryOut(Deed deed, HttpExchange exchange, byte[] body) throws IOException, InterruptedException {
        switch (deed.way()) {
            case PASS -> give(exchange, handOn(exchange, body));
            case DROP -> {}
            case SWALLOW_REPLY -> handOn(exchange, body);
            case CUT_IN_BODY -> handOnHalf(exchange, body);
            case REFUSE -> fail(exchange, deed.code());
            case DOUBT -> {
                handOn(exchange, body);
                fail(exchange, deed.code());
            }
        }
    }

    private HttpResponse<byte[]> handOn(HttpExchange exchange, byte[] body) throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(server.resolve(exchange.getRequestURI()))
                .method(exchange.getRequestMethod(), BodyPublishers.ofByteArray(body));
        headers(exchange).forEach((name, values) -> values.forEach(value -> request.header(name, value)));
        return client.send(request.build(), BodyHandlers.ofByteArray());
    }

    private void handOnHalf(HttpExchange exchange, byte[] body) throws IOException {
        StringBuilder head = new StringBuilder("POST " + exchange.getRequestURI() + " HTTP/1.1\r\nHost: "
                + server.getAuthority() + "\r\nContent-Length: " + body.length + "\r\n");
        headers(exchange)
                .forEach((name, values) -> values.forEach(
                        value -> head.append(name).append(": ").append(value).append("\r\n")));
        try (Socket socket = new Socket(server.getHost(), server.getPort())) {
            socket.getOutputStream().write(head.append("\r\n").toString().getBytes(UTF_8));
            socket.getOutputStream().write(body, 0, body.length / 2);
            socket.getOutputStream().flush();
        }
    }

    private Headers headers(HttpExchange exchange) {
        Headers headers = new Headers();
        exchange.getRequestHeaders().forEach((name, values) -> {
            if (!OF_CONNECTION.contains(name.toLowerCase(Locale.ROOT))) {
                headers.put(name, values);
            }
        });
        if (!password.isEmpty()) {
            headers.remove("Authorization");
            headers.set("X-ClickHouse-User", "default");
            headers.set("X-ClickHouse-Key", password);
        }
        return headers;
    }

    private static void give(HttpExchange exchange, HttpResponse<byte[]> answer) throws IOException {
        answer.headers().map().forEach((name, values) -> {
            if (!OF_CONNECTION.contains(name.toLowerCase(Locale.ROOT))) {
                exchange.getResponseHeaders().put(name, values);
            }
        });
        write(exchange, answer.statusCode(), answer.body());
    }

    /** An error of that code, as the server words them. */
    private static void fail(HttpExchange exchange, int code) throws IOException {
        exchange.getResponseHeaders().set("X-ClickHouse-Exception-Code", Integer.toString(code));
        write(exchange, SERVER_FAULT, ("Code: " + code + ". DB::Exception: made to order\n").getBytes(UTF_8));
    }

    private static void write(HttpExchange exchange, int status, byte[] body) throws IOException {
        exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
        if (body.length > 0) {
            exchange.getResponseBody().write(body);
        }
    }

    private static Map<String, String> parameters(URI request) {
        Map<String, String> parameters = new HashMap<>();
        String query = request.getRawQuery() == null ? "" : request.getRawQuery();
        for (String pair : query.split("&", -1)) {
            int equals = pair.indexOf('=');
            if (equals > 0) {
                parameters.put(
                        URLDecoder.decode(pair.substring(0, equals), UTF_8),
                        URLDecoder.decode(pair.substring(equals + 1), UTF_8));
            }
        }
        return parameters;
    }
}
