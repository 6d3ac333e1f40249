package io.recount.clickhouse.sink;

import static org.assertj.core.api.Assertions.assertThat;

import io.recount.clickhouse.ClickHouseAccess;
import io.recount.clickhouse.ClickHouseClient;
import io.recount.clickhouse.ClickHouseCluster;
import io.recount.clickhouse.Secret;
import io.recount.clickhouse.TestFlink;
import io.recount.clickhouse.TestServer;
import io.recount.local.Await;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.Network;
import org.testcontainers.images.builder.Transferable;
import org.testcontainers.junit.jupiter.Testcontainers;

/**
 * Two replicas of one shard, which need a keeper, and so containers: the only test that is left out where there is no
 * Docker. The job writes to the first; the second may lag as long as it likes.
 */
@Testcontainers(disabledWithoutDocker = true)
final class ReplicasIT {

    private static final String SERVER_IMAGE = "clickhouse/clickhouse-server:25.8";
    private static final String KEEPER_IMAGE = "clickhouse/clickhouse-keeper:25.8";
    private static final int HTTP = 8123;
    private static final int KEEPER = 9181;
    private static final int NUMBERS = 8_000;
    private static final Duration DEADLINE = Duration.ofMinutes(2);

    @RegisterExtension
    static final MiniClusterExtension FLINK = TestFlink.withSlots(2);

    private static final Network NETWORK = Network.newNetwork();
    private static final GenericContainer<?> KEEPER_NODE = new GenericContainer<>(KEEPER_IMAGE)
            .withNetwork(NETWORK)
            .withNetworkAliases("keeper")
            .withExposedPorts(KEEPER);
    private static final GenericContainer<?> FIRST = replica("first");
    private static final GenericContainer<?> SECOND = replica("second");

    private static ClickHouseClient written;
    private static ClickHouseClient lagging;

    private static GenericContainer<?> replica(String name) {
        return new GenericContainer<>(SERVER_IMAGE)
                .withNetwork(NETWORK)
                .withNetworkAliases(name)
                .withExposedPorts(HTTP)
                .withEnv("CLICKHOUSE_SKIP_USER_SETUP", "1")
                .withCopyToContainer(
                        Transferable.of("""
                        <clickhouse>
                            <zookeeper><node><host>keeper</host><port>%d</port></node></zookeeper>
                            <macros><replica>%s</replica></macros>
                            <interserver_http_host>%s</interserver_http_host>
                        </clickhouse>""".formatted(KEEPER, name, name)),
                        "/etc/clickhouse-server/config.d/replica.xml");
    }

    @BeforeAll
    static void start() throws Exception {
        KEEPER_NODE.start();
        FIRST.start();
        SECOND.start();
        written = new ClickHouseClient(access(FIRST));
        lagging = new ClickHouseClient(access(SECOND));
        for (ClickHouseClient replica : List.of(written, lagging)) {
            createTables(replica);
        }
    }

    @AfterAll
    static void stop() {
        written.close();
        lagging.close();
        List.of(SECOND, FIRST, KEEPER_NODE).forEach(GenericContainer::stop);
        NETWORK.close();
    }

    private static ClickHouseAccess access(GenericContainer<?> replica) {
        URI endpoint = URI.create("http://" + replica.getHost() + ":" + replica.getMappedPort(HTTP));
        return new ClickHouseAccess(endpoint, "default", "default", new Secret(""));
    }

    private static void createTables(ClickHouseClient replica) throws Exception {
        for (String table : List.of("events", "totals")) {
            replica.execute("CREATE TABLE " + table + " (id UInt64, remainder UInt8) ENGINE = " + engine(table)
                    + " PARTITION BY remainder ORDER BY id");
        }
        replica.execute("CREATE TABLE tallies (group UInt8, numbers UInt64, total UInt64) ENGINE = " + engine("tallies")
                + " PARTITION BY group % 2 ORDER BY (group, numbers)");
        replica.execute(TestServer.ledgerTable()
                .replace("${database}", "default")
                .replace(
                        "ENGINE = ReplacingMergeTree",
                        "ENGINE = " + engine("commits").replace("MergeTree", "ReplacingMergeTree")));
    }

    private static String engine(String table) {
        return "ReplicatedMergeTree('/tables/" + table + "', '{replica}')";
    }

    @Test
    void aReplicaThatLagsShowsAPastStateAndNothingIsLost() throws Exception {
        for (String table : List.of("events", "totals", "tallies", "commits")) {
            lagging.execute("SYSTEM STOP FETCHES " + table);
        }
        JobClient job = TallyJob.bounded(NUMBERS, 2_000).submit(ClickHouseCluster.of(access(FIRST)));
        job.getJobExecutionResult().get(DEADLINE.toSeconds(), TimeUnit.SECONDS);

        assertThat(number(written, "SELECT uniqExact(id) FROM totals")).isEqualTo(NUMBERS);
        assertThat(number(written, "SELECT max(counters['rows']) FROM commits WHERE kind = 'commit'"))
                .isEqualTo(NUMBERS);
        assertThat(number(lagging, "SELECT uniqExact(id) FROM totals")).isZero();
        assertThat(number(lagging, "SELECT count() FROM commits WHERE kind = 'commit'"))
                .isZero();

        for (String table : List.of("events", "totals", "tallies", "commits")) {
            lagging.execute("SYSTEM START FETCHES " + table);
        }
        for (String select : List.of(
                "SELECT uniqExact(id) FROM events",
                "SELECT count() FROM totals",
                "SELECT sum(total) FROM tallies",
                "SELECT count() FROM commits")) {
            Await.until(
                    () -> number(lagging, select) == number(written, select),
                    DEADLINE,
                    () -> "The replicas never agreed on " + select);
        }
        assertThat(number(lagging, "SELECT count() - uniqExact(id) FROM totals"))
                .isZero();
    }

    private static long number(ClickHouseClient replica, String select) {
        try {
            return Long.parseLong(replica.text(select).strip());
        } catch (Exception e) {
            throw new AssertionError(select, e);
        }
    }
}
