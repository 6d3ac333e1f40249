package io.recount.demo.clickhouse;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * ClickHouse over plain HTTP: what anybody with curl can see. Safe for several threads. Every failure is a
 * {@link QueryFailure}; nothing is tried again.
 */
public final class ClickHouseHttp {

    private static final Duration CONNECT = Duration.ofSeconds(10);
    private static final Duration ANSWER = Duration.ofMinutes(10);
    private static final int SHOWN_CHARACTERS = 600;

    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(CONNECT).build();
    private final URI endpoint;
    private final Map<String, String> parameters;

    /** {@code database} is what tables are looked up in; it need not be there yet. */
    public ClickHouseHttp(URI endpoint, String database) {
        this.endpoint = endpoint;
        this.parameters = Map.of("database", database, "output_format_json_quote_64bit_integers", "0");
    }

    /** Runs a statement that answers nothing. */
    public void execute(String sql) {
        try (InputStream answer = post(sql, parameters)) {
            answer.transferTo(OutputStream.nullOutputStream());
        } catch (IOException e) {
            throw unreachable(e);
        }
    }

    /** The rows of a query for machines: times are seconds since 1970. To be closed. */
    public ResultRows rows(String sql) {
        return rows(sql, "date_time_output_format", "unix_timestamp");
    }

    /** The rows of a query for people: times are dates, amounts have all their digits. To be closed. */
    public ResultRows readableRows(String sql) {
        return rows(sql, "output_format_decimal_trailing_zeros", "1");
    }

    private ResultRows rows(String sql, String setting, String value) {
        Map<String, String> settings = new TreeMap<>(parameters);
        settings.put(setting, value);
        return ResultRows.of(post(sql + "\nFORMAT JSONCompactEachRowWithNamesAndTypes", settings));
    }

    /** The only number of the only row. */
    public long number(String sql) {
        try (ResultRows rows = rows(sql)) {
            return rows.next().number(0);
        }
    }

    private InputStream post(String sql, Map<String, String> settings) {
        String query = settings.entrySet().stream()
                .map(setting -> setting.getKey() + "=" + URLEncoder.encode(setting.getValue(), StandardCharsets.UTF_8))
                .collect(Collectors.joining("&", "/?", ""));
        HttpRequest request = HttpRequest.newBuilder(endpoint.resolve(query))
                .timeout(ANSWER)
                .POST(HttpRequest.BodyPublishers.ofString(sql))
                .build();
        try {
            HttpResponse<InputStream> response = http.send(request, BodyHandlers.ofInputStream());
            if (response.statusCode() != 200) {
                throw refused(response, sql);
            }
            return response.body();
        } catch (IOException e) {
            throw unreachable(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new QueryFailure("Interrupted while ClickHouse at " + endpoint + " was asked", e);
        }
    }

    private QueryFailure refused(HttpResponse<InputStream> response, String sql) throws IOException {
        try (InputStream body = response.body()) {
            String reason = new String(body.readAllBytes(), StandardCharsets.UTF_8).strip();
            return new QueryFailure("ClickHouse at %s refused a statement: %s\nThe statement begins: %s"
                    .formatted(endpoint, shortened(reason), shortened(sql)));
        }
    }

    private QueryFailure unreachable(IOException e) {
        return new QueryFailure("ClickHouse at " + endpoint + " does not answer: " + e.getMessage(), e);
    }

    private static String shortened(String text) {
        return text.length() <= SHOWN_CHARACTERS ? text : text.substring(0, SHOWN_CHARACTERS) + "…";
    }
}
