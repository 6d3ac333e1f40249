package io.recount.clickhouse.sink;

import static org.assertj.core.api.Assertions.assertThat;

import io.recount.clickhouse.TestEngine;
import io.recount.clickhouse.TestFlink;
import io.recount.clickhouse.TestServer;
import io.recount.local.Await;
import io.recount.local.LocalClickHouse;
import io.recount.local.relay.Relay;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.test.junit5.InjectMiniCluster;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What somebody has to repair under a running job: it says so, writes nothing meanwhile, and goes on by itself. */
final class RepairIT {

    private static final int NUMBERS = 10_000;

    @RegisterExtension
    static final MiniClusterExtension FLINK = TestFlink.withSlots(2);

    @RegisterExtension
    static final TestEngine ENGINE = new TestEngine();

    @Test
    void aDroppedTableIsNamedUntilItIsBack(@InjectMiniCluster MiniCluster flink) throws Exception {
        try (TallyRun run = submit("dropped")) {
            run.server().execute("DROP TABLE totals");
            assertStopped(run, flink, "60 UNKNOWN_TABLE", "table=totals", "Next: apply the schema");
            run.server().execute("UNDROP TABLE totals");
            run.awaitEnd();
            run.assertEachOnce();
        }
    }

    @Test
    void aWrongPasswordIsNamedUntilItIsRight(@InjectMiniCluster MiniCluster flink) throws Exception {
        try (TallyRun run = submit("password")) {
            run.relay().disguise("another");
            assertStopped(run, flink, "516 AUTHENTICATION_FAILED", "check the user's name and password");
            run.relay().disguise("");
            run.awaitEnd();
            run.assertEachOnce();
        }
    }

    @Test
    void aMissingGrantIsNamedUntilItIsGiven(@InjectMiniCluster MiniCluster flink) throws Exception {
        try (TallyRun run = submit("granted")) {
            ENGINE.server().engine().stop();
            try (LocalClickHouse few = LocalClickHouse.builder(ENGINE.data())
                    .configuration(withoutInsertInto("granted", "totals"))
                    .build()) {
                few.start();
                assertStopped(
                        run, flink, "497 ACCESS_DENIED", "granted.totals", "grant the user what the server names");
            } finally {
                ENGINE.server().engine().start();
            }
            run.awaitEnd();
            run.assertEachOnce();
        }
    }

    private static TallyRun submit(String database) throws Exception {
        TestServer server = ENGINE.database(database);
        TallyRun run = TallyRun.of(
                TallyJob.bounded(NUMBERS, 2_500),
                TallyServers.with(10_000, server),
                Relay.before(server.access().endpoint()));
        server.awaitAtLeast(1_000, "SELECT count() FROM totals");
        return run;
    }

    /** The job failed, and says why; it begins again and again, and commits nothing. */
    private static void assertStopped(TallyRun run, MiniCluster flink, String... reasons) {
        Await.until(
                () -> failure(run, flink).contains(reasons[0]),
                TallyRun.DEADLINE,
                () -> "The job says " + failure(run, flink));
        assertThat(failure(run, flink)).contains(reasons);
        int told = TallyJob.TOLD.size();
        assertThat(Await.within(() -> TallyJob.TOLD.size() > told, Duration.ofSeconds(1)))
                .isFalse();
    }

    private static String failure(TallyRun run, MiniCluster flink) {
        var info = flink.getExecutionGraph(run.job().getJobID()).join().getFailureInfo();
        return info == null ? "nothing" : info.getExceptionAsString();
    }

    /** A server's configuration in which the user {@code default} may write to all tables but one. */
    private static Path withoutInsertInto(String database, String table) throws Exception {
        Path users = Files.writeString(ENGINE.folder().resolve("users.xml"), """
                <clickhouse>
                  <users><default><password/><profile>default</profile><quota>default</quota>
                    <networks><ip>::/0</ip></networks>
                    <grants>
                      <query>GRANT SELECT, INSERT ON *.*</query>
                      <query>REVOKE INSERT ON %s.%s</query>
                    </grants>
                  </default></users>
                  <profiles><default/></profiles>
                  <quotas><default/></quotas>
                </clickhouse>
                """.formatted(database, table));
        return Files.writeString(
                ENGINE.folder().resolve("configuration.xml"),
                "<clickhouse><users_config>" + users + "</users_config></clickhouse>");
    }
}
