package io.recount.pipeline.options;

import io.recount.clickhouse.ClickHouseAccess;
import io.recount.clickhouse.ClickHouseCluster;
import io.recount.clickhouse.Secret;
import io.recount.clickhouse.Tls;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.flink.configuration.ConfigOption;

/**
 * Reads the keys below {@code clickhouse}.
 *
 * @param environment variables, for the password
 */
record ClickHouseSection(GivenOptions given, Map<String, String> environment) {

    private static final String EXAMPLE = "http://localhost:8123";
    private static final Secret NO_PASSWORD = new Secret("");

    ClickHouseCluster cluster() {
        String database = given.value(Options.CLICKHOUSE_DATABASE);
        if (!database.matches("[A-Za-z_][A-Za-z0-9_]{0,62}")) {
            given.problem(Options.CLICKHOUSE_DATABASE, "is no plain name", "Use letters, digits and underscores.");
        }
        List<String> addresses =
                List.of(given.required(Options.CLICKHOUSE_URL, EXAMPLE).split("[;,]"));
        String user = given.value(Options.CLICKHOUSE_USER);
        Secret password = password();
        Tls tls = tls(addresses.stream().anyMatch(address -> address.strip().regionMatches(true, 0, "https:", 0, 6)));
        List<ClickHouseCluster.Shard> shards = Endpoints.shards(
                addresses,
                url -> new ClickHouseAccess(url, database, user, password, tls),
                (index, what, mend) -> given.problemOfOne(Options.CLICKHOUSE_URL, index, what, mend));
        return shards.isEmpty()
                ? ClickHouseCluster.of(new ClickHouseAccess(URI.create(EXAMPLE), database, user, password))
                : new ClickHouseCluster(shards);
    }

    private Tls tls(boolean isUsed) {
        String authorities = pem(Options.CLICKHOUSE_CA_FILE, isUsed);
        String certificate = pem(Options.CLICKHOUSE_CERTIFICATE_FILE, isUsed);
        String key = pem(Options.CLICKHOUSE_KEY_FILE, isUsed);
        if (certificate.isEmpty() != key.isEmpty()) {
            given.problem(
                    Options.CLICKHOUSE_CERTIFICATE_FILE,
                    "comes with its key",
                    "Set " + Options.CLICKHOUSE_KEY_FILE.key() + " too, or neither.");
            return Tls.DEFAULT;
        }
        return new Tls(authorities, certificate, key);
    }

    /** The file's whole path, which task managers read; empty for none. */
    private String pem(ConfigOption<String> option, boolean isUsed) {
        String name = given.value(option);
        if (name.isEmpty()) {
            return "";
        }
        Optional<Path> file = given.path(name);
        if (!isUsed) {
            given.problem(option, "is for https addresses", "Write an https address, or remove it.");
        } else if (file.isEmpty() || !Files.isReadable(file.get())) {
            given.problem(option, "cannot be read", "Name a PEM file that is there, and on every task manager.");
        }
        return file.map(Path::toString).orElse(name);
    }

    private Secret password() {
        String variable = given.value(Options.CLICKHOUSE_PASSWORD_VARIABLE);
        String file = given.value(Options.CLICKHOUSE_PASSWORD_FILE);
        if (!file.isEmpty()) {
            if (!variable.isEmpty()) {
                given.problem(
                        Options.CLICKHOUSE_PASSWORD_FILE,
                        "and clickhouse.password.variable are both set",
                        "Remove one of them.");
            }
            return passwordIn(given.path(file));
        }
        if (variable.isEmpty()) {
            return NO_PASSWORD;
        }
        if (!variable.matches("[A-Za-z_][A-Za-z0-9_]*")) {
            // It may be the password itself, so it is not shown.
            given.problem(
                    Options.CLICKHOUSE_PASSWORD_VARIABLE,
                    "is no name of an environment variable",
                    "Write the variable's name, such as CLICKHOUSE_PASSWORD, not what it holds.");
            return NO_PASSWORD;
        }
        String password = environment.get(variable);
        if (password == null) {
            given.problem(
                    Options.CLICKHOUSE_PASSWORD_VARIABLE,
                    "names a variable that is not set",
                    "Export it where the job is submitted.");
            return NO_PASSWORD;
        }
        return new Secret(password);
    }

    private Secret passwordIn(Optional<Path> file) {
        if (file.isPresent()) {
            try {
                return new Secret(Files.readString(file.get()).stripTrailing());
            } catch (IOException e) {
                // Said below: the name may be the password itself, so neither it nor this message is shown.
            }
        }
        given.problem(
                Options.CLICKHOUSE_PASSWORD_FILE,
                "cannot be read",
                "Name a file of text that is there and that this user may read.");
        return NO_PASSWORD;
    }
}
