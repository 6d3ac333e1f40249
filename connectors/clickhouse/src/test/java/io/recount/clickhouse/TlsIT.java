package io.recount.clickhouse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.clickhouse.jdbc.Driver;
import io.recount.local.LocalClickHouse;
import java.net.URI;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
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
        TlsRelay.Identity identity = TlsRelay.Identity.create(folder, "relay");
        relay = TlsRelay.to(engine.httpEndpoint(), identity);
        right = new Tls(identity.certificate().toString(), "", "");
        wrong = new Tls(TlsRelay.Identity.create(folder, "other").certificate().toString(), "", "");
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
        ClickHouseAccess access = access(relay.endpoint(), tls);
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
