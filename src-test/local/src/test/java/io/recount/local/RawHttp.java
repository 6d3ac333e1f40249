package io.recount.local;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Map;
import java.util.stream.Collectors;

/** ClickHouse's HTTP interface without a client's help. */
record RawHttp(URI endpoint, HttpClient client) {

    RawHttp(URI endpoint) {
        this(endpoint, HttpClient.newHttpClient());
    }

    /** Sends a statement as the body. */
    Answer post(String statement, Map<String, String> parameters, String... headers) {
        return send("POST", statement.getBytes(UTF_8), parameters, headers);
    }

    Answer send(String method, byte[] body, Map<String, String> parameters, String... headers) {
        String query = parameters.entrySet().stream()
                .map(entry ->
                        URLEncoder.encode(entry.getKey(), UTF_8) + "=" + URLEncoder.encode(entry.getValue(), UTF_8))
                .collect(Collectors.joining("&", "/?", ""));
        HttpRequest.Builder request =
                HttpRequest.newBuilder(endpoint.resolve(query)).method(method, BodyPublishers.ofByteArray(body));
        if (headers.length > 0) {
            request.headers(headers);
        }
        try {
            return new Answer(client.send(request.build(), BodyHandlers.ofByteArray()));
        } catch (IOException e) {
            throw new AssertionError("No answer from " + endpoint, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    /** The text of a statement that has to succeed, without the line break at its end. */
    String select(String statement) {
        return post(statement, Map.of()).ok();
    }

    void run(String statement) {
        post(statement, Map.of()).ok();
    }

    /** What came back. */
    record Answer(HttpResponse<byte[]> response) {

        String ok() {
            assertThat(response.statusCode()).as(text()).isEqualTo(200);
            return text();
        }

        int status() {
            return response.statusCode();
        }

        String text() {
            return new String(response.body(), UTF_8).stripTrailing();
        }

        String header(String name) {
            return response.headers().firstValue(name).orElse("");
        }

        int code() {
            String code = header("X-ClickHouse-Exception-Code");
            return code.isEmpty() ? 0 : Integer.parseInt(code);
        }
    }
}
