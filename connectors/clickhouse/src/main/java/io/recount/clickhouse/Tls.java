package io.recount.clickhouse;

import static java.util.Objects.requireNonNull;

import java.io.Serializable;
import java.util.HashMap;
import java.util.Map;

/**
 * How an https endpoint is trusted, and who calls it besides user and password. Files are PEM and are read where a
 * connection is made: on the submitting machine and on every task manager. An empty name stands for none.
 *
 * @param caFile certificates of the authorities that are trusted instead of the JVM's own
 * @param certificateFile the client's certificate
 * @param keyFile the key of the client's certificate
 */
public record Tls(String caFile, String certificateFile, String keyFile) implements Serializable {

    /** The JVM's authorities, and no certificate of the client's own. */
    public static final Tls DEFAULT = new Tls("", "", "");

    public Tls {
        requireNonNull(caFile, "caFile");
        requireNonNull(certificateFile, "certificateFile");
        requireNonNull(keyFile, "keyFile");
        if (certificateFile.isEmpty() != keyFile.isEmpty()) {
            throw new IllegalArgumentException("A client's certificate needs its key, and a key its certificate");
        }
    }

    /** As the clients of ClickHouse name them, that of HTTP and that of JDBC. */
    Map<String, String> properties() {
        Map<String, String> properties = new HashMap<>();
        properties.put("sslrootcert", caFile);
        properties.put("sslcert", certificateFile);
        properties.put("ssl_key", keyFile);
        properties.values().removeIf(String::isEmpty);
        return properties;
    }
}
