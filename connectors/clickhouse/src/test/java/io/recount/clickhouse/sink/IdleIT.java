package io.recount.clickhouse.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.recount.clickhouse.Lineage;
import io.recount.clickhouse.Progress;
import io.recount.clickhouse.Seal;
import io.recount.clickhouse.TestFlink;
import io.recount.clickhouse.TestServer;
import io.recount.local.Await;
import io.recount.local.relay.Relay;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A job that has nothing to do, on a real engine. */
final class IdleIT {

    private static final long ENDLESS = Long.MAX_VALUE / 2;
    private static final int NUMBERS = 1_000;
    private static final int CHECKPOINTS = 10;

    @RegisterExtension
    static final MiniClusterExtension FLINK = TestFlink.withSlots(2);

    @TempDir
    static Path folder;

    @Test
    void anIdleJobWritesNothingAndGivesWayAllTheSame() throws Exception {
        try (TestServer engine = TestServer.start(folder.resolve("clickhouse"))) {
            TestServer server = engine.database("idle");
            TallyServers servers = TallyServers.with(1_000, server);
            Relay relay = Relay.before(server.access().endpoint());
            try (TallyRun run = TallyRun.of(new TallyJob(ENDLESS, NUMBERS, 2_000), servers, relay)) {
                Await.until(
                        () -> run.committed() == NUMBERS,
                        TallyRun.DEADLINE,
                        () -> run.committed() + " numbers are committed");
                int written = relay.inserts().size();
                awaitCheckpoints();
                assertThat(relay.inserts()).hasSize(written);

                new LedgerRows(server.client()::insert)
                        .start(
                                new Submission("successor", "tallies", List.of(1)),
                                new Seal(101, 0, Lineage.NONE, List.of(), Progress.NO_WATERMARK, Map.of()));
                assertThatThrownBy(run::awaitEnd).hasStackTraceContaining("timeline 101 has taken over");
            }
        }
    }

    private static void awaitCheckpoints() {
        int told = TallyJob.TOLD.size();
        Await.until(
                () -> TallyJob.TOLD.size() >= told + CHECKPOINTS,
                TallyRun.DEADLINE,
                () -> "Only " + (TallyJob.TOLD.size() - told) + " checkpoints were committed");
    }
}
