package io.recount.pipeline.requests;

import static org.assertj.core.api.Assertions.assertThat;

import io.recount.cells.model.Model;
import io.recount.cells.model.ModelFile;
import io.recount.clickhouse.Ancestor;
import io.recount.clickhouse.ClickHouseAccess;
import io.recount.clickhouse.ClickHouseClient;
import io.recount.clickhouse.ClickHouseCluster;
import io.recount.clickhouse.Lineage;
import io.recount.clickhouse.RowVersion;
import io.recount.clickhouse.Secret;
import io.recount.local.LocalClickHouse;
import io.recount.pipeline.schema.Installation;
import io.recount.pipeline.schema.Schema;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where a job without state goes on with requests. */
class WrittenRequestsIT {

    private static final Model MODEL =
            ModelFile.read(Path.of(System.getProperty("recount.root"), "job/models/receipts.yaml"));
    private static final long TIMELINE = 100;
    private static final long LEFT_AT = 8;
    /** Of the interval before the first barrier of an attempt: whether it was committed is not known. */
    private static final String UNKNOWN = Long.toUnsignedString(RowVersion.BEFORE_ANY_BARRIER);

    @TempDir
    private Path folder;

    @Test
    void progressThatIsNotOfTheHistoryIsNoneAndOrdersHold() throws Exception {
        try (LocalClickHouse engine =
                LocalClickHouse.builder(folder.resolve("clickhouse")).build()) {
            engine.start();
            try (ClickHouseClient client = new ClickHouseClient(access(engine, "default"))) {
                new Installation(client, new Schema(MODEL, "shop")).apply(done -> {});
            }
            try (ClickHouseClient client = new ClickHouseClient(access(engine, "shop"))) {
                List<String> rows = List.of(
                        row("known-running", "running", "7"),
                        row("known-paused", "paused", "7"),
                        row("known-done", "done", "7"),
                        row("running", "running", UNKNOWN),
                        row("paused", "paused", UNKNOWN),
                        row("cancelled", "cancelled", UNKNOWN),
                        row("refused", "refused", UNKNOWN),
                        row("done", "done", "8"),
                        own("fill-1", "done"),
                        own("fill-2", "refused"),
                        own("sweep-2026-01-02", "refused"));
                client.execute(
                        "INSERT INTO invalidation_requests (id, state, topic, offset, expanded, pages, version, epoch)"
                                + " VALUES " + String.join(", ", rows));
            }

            RequestQueue.Snapshot known = new WrittenRequests(
                            ClickHouseCluster.of(access(engine, "shop")),
                            Lineage.NONE.leftAt(new Ancestor(TIMELINE, LEFT_AT, List.of())))
                    .read();

            assertThat(known.open())
                    .extracting(request -> request.id() + " " + request.state() + " " + request.pages())
                    .containsExactlyInAnyOrder(
                            "known-running RUNNING 3",
                            "known-paused PAUSED 3",
                            "running WAITING 0",
                            "paused PAUSED 0",
                            "done WAITING 0");
            assertThat(known.filed())
                    .as("the job's own requests that nobody asks for once more")
                    .containsExactlyInAnyOrder("fill-1", "sweep-2026-01-02");
        }
    }

    private static String row(String id, String state, String epoch) {
        return values(id, state, "recount.invalidations@life", epoch);
    }

    private static String own(String id, String state) {
        return values(id, state, "", "7");
    }

    private static String values(String id, String state, String log, String epoch) {
        return "('%s', '%s', '%s', 5, 10, 3, %s, %s)"
                .formatted(
                        id,
                        state,
                        log,
                        Long.toUnsignedString(RowVersion.of(TIMELINE, 1, 0).version()),
                        epoch);
    }

    private static ClickHouseAccess access(LocalClickHouse engine, String database) {
        return new ClickHouseAccess(engine.httpEndpoint(), database, engine.user(), new Secret(engine.password()));
    }
}
