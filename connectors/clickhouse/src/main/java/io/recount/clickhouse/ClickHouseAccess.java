package io.recount.clickhouse;

import static java.util.Objects.requireNonNull;

import java.io.Serializable;
import java.net.URI;
import java.util.HashMap;
import java.util.Map;

/**
 * Where a ClickHouse server is and who calls it.
 *
 * @param endpoint its HTTP interface and nothing else: {@code http://host:8123}
 * @param database the database of all tables
 * @param user the user's name
 * @param password the user's password; empty for none
 * @param tls how an https endpoint is trusted
 */
public record ClickHouseAccess(URI endpoint, String database, String user, Secret password, Tls tls)
        implements Serializable {

    /** Access that trusts the JVM's authorities. */
    public ClickHouseAccess(URI endpoint, String database, String user, Secret password) {
        this(endpoint, database, user, password, Tls.DEFAULT);
    }

    public ClickHouseAccess {
        requireNonNull(endpoint, "endpoint");
        requireNonNull(database, "database");
        requireNonNull(user, "user");
        requireNonNull(password, "password");
        requireNonNull(tls, "tls");
        if (!isBare(endpoint)) {
            // The endpoint itself is not repeated: what does not belong in it may be a password.
            throw new IllegalArgumentException(
                    "The endpoint of ClickHouse needs the form http://host:port, without user"
                            + " and password, path, query and fragment. Next: give user, password and database by themselves");
        }
        if (!endpoint.getRawPath().isEmpty()) {
            endpoint = URI.create(endpoint.getScheme() + "://" + endpoint.getRawAuthority());
        }
    }

    /** The same server and user, another database. */
    public ClickHouseAccess withDatabase(String other) {
        return new ClickHouseAccess(endpoint, other, user, password, tls);
    }

    /** Where JDBC finds the server; {@link #jdbcProperties} say the rest. */
    public String jdbcUrl() {
        return "jdbc:clickhouse:" + endpoint + "/" + database;
    }

    /** What JDBC needs besides the address. The password is among it. */
    public Map<String, String> jdbcProperties() {
        Map<String, String> properties = new HashMap<>(tls.properties());
        // Without limits of time a lost connection would be waited for without end; and an answer is whole or an error.
        properties.put("socket_timeout", String.valueOf(ClickHouseClient.SOCKET_TIMEOUT_SECONDS * 1_000));
        properties.put("connection_timeout", String.valueOf(ClickHouseClient.CONNECT_TIMEOUT_SECONDS * 1_000));
        properties.put("user", user);
        properties.put("password", password.reveal());
        return properties;
    }

    private static boolean isBare(URI endpoint) {
        boolean isHttp =
                "http".equalsIgnoreCase(endpoint.getScheme()) || "https".equalsIgnoreCase(endpoint.getScheme());
        boolean isPlace = endpoint.getHost() != null && endpoint.getPort() >= 0;
        return isHttp
                && isPlace
                && endpoint.getRawUserInfo() == null
                && (endpoint.getRawPath().isEmpty() || endpoint.getRawPath().equals("/"))
                && endpoint.getRawQuery() == null
                && endpoint.getRawFragment() == null;
    }
}
