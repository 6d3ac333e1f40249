package io.recount.clickhouse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.clickhouse.jdbc.Driver;
import io.recount.local.LocalClickHouse;
import io.recount.local.SelfSigned;
import java.net.URI;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Properties;
import org.apache.flink.util.ExceptionUtils;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Both clients at an https address, in front of a real engine. */
final class TlsIT {

    private static final String PASSWORD = "s3cret-marker";

    @TempDir
    static Path folder;

    private static LocalClickHouse engine;
    private static TlsRelay relay;
    private static Tls right;
    private static Tls wrong;

    @BeforeAll
    static void start() throws Exception {
        engine = LocalClickHouse.builder(folder.resolve("engine"))
                .credentials("writer", PASSWORD)
                .build();
        engine.start();
        SelfSigned identity = SelfSigned.create(folder, "relay", "dns:localhost");
        relay = TlsRelay.to(engine.httpEndpoint(), identity);
        right = new Tls(identity.certificate().toString(), "", "");
        wrong = new Tls(
                SelfSigned.create(folder, "other", "dns:localhost")
                        .certificate()
                        .toString(),
                "",
                "");
    }

    @AfterAll
    static void stop() throws Exception {
        relay.close();
        engine.close();
    }

    @Test
    void theRightAuthorityIsEnough() throws Exception {
        try (ClickHouseClient client = new ClickHouseClient(access(relay.endpoint(), right))) {
            assertThat(client.text("SELECT 1")).isEqualTo("1\n");
        }
        assertThat(throughJdbc(right)).isEqualTo(1);
    }

    @Test
    void anotherAuthorityIsRefusedAndNamesTheMend() {
        for (Tls tls : new Tls[] {wrong, Tls.DEFAULT}) {
            try (ClickHouseClient client = new ClickHouseClient(access(relay.endpoint(), tls))) {
                assertThatThrownBy(() -> client.text("SELECT 1"))
                        .isInstanceOfSatisfying(
                                ClickHouseFailure.class,
                                failure -> assertThat(failure.outcome()).isEqualTo(ServerError.Outcome.PERMANENT))
                        .hasMessageContaining("is not trusted")
                        .hasMessageContaining("Next: ")
                        .satisfies(failure -> assertThat(ExceptionUtils.stringifyException(failure))
                                .doesNotContain(PASSWORD));
            }
            assertThatThrownBy(() -> throughJdbc(tls))
                    .isInstanceOf(SQLException.class)
                    .satisfies(failure -> assertThat(ExceptionUtils.stringifyException(failure))
                            .doesNotContain(PASSWORD))
                    .extracting(failure -> ClickHouseClient.failure(failure).getMessage())
                    .asString()
                    .contains("is not trusted");
        }
    }

    /** The engine itself speaks no TLS: what stands in front of it asks for the certificate, as a proxy or the server would. */
    @Test
    void aCertificateThatIsAskedForIsShown() throws Exception {
        SelfSigned server = SelfSigned.create(folder, "strict", "dns:localhost");
        SelfSigned client = SelfSigned.create(folder, "client", "dns:client");
        SelfSigned stranger = SelfSigned.create(folder, "stranger", "dns:client");
        try (TlsRelay strict = TlsRelay.to(engine.httpEndpoint(), server, client)) {
            Tls own = showing(server, client);
            try (ClickHouseClient shown = new ClickHouseClient(access(strict.endpoint(), own))) {
                assertThat(shown.text("SELECT 1")).isEqualTo("1\n");
            }
            assertThat(throughJdbc(strict.endpoint(), own)).isEqualTo(1);
            for (Tls none : List.of(new Tls(server.certificate().toString(), "", ""), showing(server, stranger))) {
                try (ClickHouseClient refused = new ClickHouseClient(access(strict.endpoint(), none))) {
                    assertThatThrownBy(() -> refused.text("SELECT 1"))
                            .isInstanceOf(ClickHouseFailure.class)
                            .hasMessageContaining("Next: ");
                }
            }
        }
    }

    private static Tls showing(SelfSigned server, SelfSigned client) {
        return new Tls(
                server.certificate().toString(),
                client.certificate().toString(),
                client.key().toString());
    }

    @Test
    void aHostThatIsNotInTheCertificateIsRefused() {
        URI byNumber = URI.create(relay.endpoint().toString().replace("localhost", "127.0.0.1"));
        try (ClickHouseClient client = new ClickHouseClient(access(byNumber, right))) {
            assertThatThrownBy(() -> client.text("SELECT 1")).hasMessageContaining("is for another host");
        }
    }

    @Test
    void aWrongPasswordIsNotRepeated() {
        ClickHouseAccess access =
                new ClickHouseAccess(relay.endpoint(), "default", "writer", new Secret("wr0ng-marker"), right);
        assertThat(access.toString()).doesNotContain("wr0ng-marker");
        try (ClickHouseClient client = new ClickHouseClient(access)) {
            assertThatThrownBy(() -> client.text("SELECT 1"))
                    .hasMessageContaining("516")
                    .satisfies(failure -> assertThat(ExceptionUtils.stringifyException(failure))
                            .doesNotContain("wr0ng-marker"));
        }
    }

    private static int throughJdbc(Tls tls) throws SQLException {
        return throughJdbc(relay.endpoint(), tls);
    }

    private static int throughJdbc(URI endpoint, Tls tls) throws SQLException {
        ClickHouseAccess access = access(endpoint, tls);
        Properties properties = new Properties();
        access.jdbcProperties().forEach(properties::setProperty);
        try (Connection connection = new Driver().connect(access.jdbcUrl(), properties);
                ResultSet rows = connection.createStatement().executeQuery("SELECT 1")) {
            rows.next();
            return rows.getInt(1);
        }
    }

    private static ClickHouseAccess access(URI endpoint, Tls tls) {
        return new ClickHouseAccess(endpoint, "default", "writer", new Secret(PASSWORD), tls);
    }
}
