package io.recount.local.clickhouse;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Locale;

/** The answer to one request, in the form and compression that it asked for. */
final class Response {

    private static final long NO_BODY = -1;
    private static final long CHUNKED = 0;

    private final HttpExchange exchange;
    private final Request request;

    Response(HttpExchange exchange, Request request) {
        this.exchange = exchange;
        this.request = request;
    }

    void header(String name, String value) {
        exchange.getResponseHeaders().set(name, value);
    }

    /** Whether it is too late to say that the statement failed. */
    boolean isBegun() {
        return exchange.getResponseCode() >= 0;
    }

    /** Sends a result; all of it is known, so the summary tells the final counts. */
    void success(ChdbResult result, ChdbResult.Statistics statistics, String format) throws IOException {
        header("X-ClickHouse-Format", format);
        header("Content-Type", contentType(format));
        header("X-ClickHouse-Summary", summary(statistics, result.length()));
        if (exchange.getRequestMethod().equals("HEAD") || result.length() == 0) {
            exchange.sendResponseHeaders(200, NO_BODY);
            return;
        }
        ContentCoding coding = request.flag("enable_http_compression")
                ? ContentCoding.ofResponse(request.headers().getFirst("Accept-Encoding"))
                : ContentCoding.IDENTITY;
        boolean framed = request.flag("compress");
        boolean plain = coding == ContentCoding.IDENTITY && !framed;
        if (coding != ContentCoding.IDENTITY) {
            header("Content-Encoding", coding.label());
        }
        exchange.sendResponseHeaders(200, plain ? result.length() : CHUNKED);
        OutputStream coded = coding.encode(exchange.getResponseBody());
        try (OutputStream out = framed ? BlockFrames.encode(coded) : coded) {
            result.writeTo(out);
        }
    }

    /** Sends why the statement failed; never compressed, and without the password of the request. */
    void failure(EngineException failure) throws IOException {
        header("X-ClickHouse-Exception-Code", Integer.toString(failure.code()));
        header("Content-Type", "text/plain; charset=UTF-8");
        String password = request.credentials().password();
        String text = failure.getMessage() + "\n";
        text(failure.httpStatus(), password.isEmpty() ? text : text.replace(password, "[HIDDEN]"));
    }

    void text(int status, String text) throws IOException {
        byte[] bytes = text.getBytes(UTF_8);
        if (exchange.getRequestMethod().equals("HEAD")) {
            exchange.sendResponseHeaders(status, NO_BODY);
            return;
        }
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
    }

    private static String summary(ChdbResult.Statistics statistics, long resultBytes) {
        return ("{\"read_rows\":\"%d\",\"read_bytes\":\"%d\",\"written_rows\":\"%d\",\"written_bytes\":\"%d\","
                        + "\"total_rows_to_read\":\"0\",\"result_rows\":\"%d\",\"result_bytes\":\"%d\","
                        + "\"elapsed_ns\":\"%d\"}")
                .formatted(
                        statistics.readRows(),
                        statistics.readBytes(),
                        statistics.writtenRows(),
                        statistics.writtenBytes(),
                        statistics.resultRows(),
                        resultBytes,
                        statistics.elapsedNanos());
    }

    private static String contentType(String format) {
        String name = format.toLowerCase(Locale.ROOT);
        if (name.startsWith("json")) {
            return name.contains("eachrow") ? "application/x-ndjson; charset=UTF-8" : "application/json; charset=UTF-8";
        }
        if (name.startsWith("csv")) {
            return "text/csv; charset=UTF-8";
        }
        if (name.startsWith("tabseparated") || name.startsWith("tsv")) {
            return "text/tab-separated-values; charset=UTF-8";
        }
        return name.startsWith("pretty") || name.equals("vertical")
                ? "text/plain; charset=UTF-8"
                : "application/octet-stream";
    }
}
