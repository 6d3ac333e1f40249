package io.recount.demo.clickhouse;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Answers every request over HTTP with the same status and body, and remembers what was asked. */
public final class CannedAnswers implements AutoCloseable {

    private final HttpServer server;
    private final List<String> statements = new ArrayList<>();
    private final List<String> parameters = new ArrayList<>();

    public CannedAnswers(int status, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            statements.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            parameters.add(exchange.getRequestURI().getQuery());
            exchange.sendResponseHeaders(status, bytes.length);
            try (OutputStream out = exchange.getResponseBody()) {
                out.write(bytes);
            }
        });
        server.start();
    }

    public ClickHouseHttp clickHouse() {
        return new ClickHouseHttp(endpoint(), "recount");
    }

    URI endpoint() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    public List<String> statements() {
        return statements;
    }

    List<String> parameters() {
        return parameters;
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
