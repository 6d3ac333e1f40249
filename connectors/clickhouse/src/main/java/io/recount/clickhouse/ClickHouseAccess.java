package io.recount.clickhouse;

import static java.util.Objects.requireNonNull;

import java.io.Serializable;
import java.net.URI;

/**
 * Where a ClickHouse server is and who calls it.
 *
 * @param endpoint its HTTP interface: {@code http://host:8123}
 * @param database the database of all tables
 * @param user the user's name
 * @param password the user's password; empty for none
 */
public record ClickHouseAccess(URI endpoint, String database, String user, Secret password) implements Serializable {

    public ClickHouseAccess {
        requireNonNull(endpoint, "endpoint");
        requireNonNull(database, "database");
        requireNonNull(user, "user");
        requireNonNull(password, "password");
        if (endpoint.getHost() == null || endpoint.getPort() < 0 || endpoint.getUserInfo() != null) {
            throw new IllegalArgumentException(
                    "The endpoint of ClickHouse needs the form http://host:port, without user and password");
        }
    }
}
