package io.recount.local.clickhouse;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.Headers;
import java.net.URLDecoder;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What an HTTP request says beside its body: URL parameters first, then headers, as ClickHouse reads them. Parameters
 * that are not the interface's own are settings, or, as {@code param_*}, parameters of the statement.
 */
record Request(Map<String, String> parameters, Headers headers) {

    private static final Set<String> OWN_PARAMETERS = Set.of(
            "query",
            "database",
            "user",
            "password",
            "default_format",
            "compress",
            "decompress",
            "query_id",
            "quota_key",
            "session_id",
            "session_timeout",
            "session_check",
            "client_protocol_version",
            "role",
            "wait_end_of_query",
            "buffer_size",
            "send_progress_in_http_headers",
            "stacktrace");
    private static final String STATEMENT_PARAMETER = "param_";
    private static final String BASIC = "Basic ";

    /** Who asks. The text form leaves the password out. */
    record Credentials(String user, String password) {
        @Override
        public String toString() {
            return user;
        }
    }

    static Request of(Optional<String> rawQuery, Headers headers) {
        Map<String, String> parameters = new LinkedHashMap<>();
        for (String pair : rawQuery.orElse("").split("&")) {
            int equals = pair.indexOf('=');
            if (equals > 0) {
                parameters.put(
                        URLDecoder.decode(pair.substring(0, equals), UTF_8),
                        URLDecoder.decode(pair.substring(equals + 1), UTF_8));
            }
        }
        return new Request(parameters, headers);
    }

    /** The same request with the fields of a form in its body. */
    Request with(Map<String, String> fields) {
        Map<String, String> all = new LinkedHashMap<>(parameters);
        all.putAll(fields);
        return new Request(all, headers);
    }

    String query() {
        return parameters.getOrDefault("query", "");
    }

    Optional<String> database() {
        return either("database", "X-ClickHouse-Database");
    }

    String defaultFormat() {
        return either("default_format", "X-ClickHouse-Format").orElse("TabSeparated");
    }

    Optional<String> queryId() {
        return either("query_id", "X-ClickHouse-Query-Id");
    }

    boolean flag(String parameter) {
        return Set.of("1", "true").contains(parameters.getOrDefault(parameter, ""));
    }

    boolean has(String parameter) {
        return !parameters.getOrDefault(parameter, "").isEmpty();
    }

    Map<String, String> settings() {
        Map<String, String> settings = new LinkedHashMap<>(parameters);
        settings.keySet().removeAll(OWN_PARAMETERS);
        settings.keySet().removeIf(name -> name.startsWith(STATEMENT_PARAMETER));
        return settings;
    }

    /** The values of the statement's {@code {name:Type}}s, by name. */
    Map<String, String> statementParameters() {
        Map<String, String> values = new LinkedHashMap<>();
        parameters.forEach((name, value) -> {
            if (name.startsWith(STATEMENT_PARAMETER)) {
                values.put(name.substring(STATEMENT_PARAMETER.length()), value);
            }
        });
        return values;
    }

    Credentials credentials() {
        String authorization = headers.getFirst("Authorization");
        if (authorization != null && authorization.regionMatches(true, 0, BASIC, 0, BASIC.length())) {
            String[] parts = decodeBasic(authorization.substring(BASIC.length()).strip());
            return new Credentials(parts[0], parts.length > 1 ? parts[1] : "");
        }
        return new Credentials(
                either("user", "X-ClickHouse-User").orElse("default"),
                either("password", "X-ClickHouse-Key").orElse(""));
    }

    private static String[] decodeBasic(String encoded) {
        try {
            return new String(Base64.getDecoder().decode(encoded), UTF_8).split(":", 2);
        } catch (IllegalArgumentException e) {
            return new String[] {""};
        }
    }

    private Optional<String> either(String parameter, String header) {
        return Optional.ofNullable(parameters.get(parameter))
                .or(() -> Optional.ofNullable(headers.getFirst(header)))
                .filter(value -> !value.isEmpty());
    }
}
