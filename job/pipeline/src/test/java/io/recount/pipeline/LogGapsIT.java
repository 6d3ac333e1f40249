package io.recount.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.recount.cells.model.Model;
import io.recount.cells.model.ModelFile;
import io.recount.clickhouse.ClickHouseAccess;
import io.recount.clickhouse.ClickHouseClient;
import io.recount.clickhouse.ClickHouseCluster;
import io.recount.clickhouse.Lineage;
import io.recount.clickhouse.Progress;
import io.recount.clickhouse.Seal;
import io.recount.clickhouse.Secret;
import io.recount.kafka.LogGap;
import io.recount.kafka.LogName;
import io.recount.kafka.LogPartition;
import io.recount.local.LocalClickHouse;
import io.recount.pipeline.schema.Installation;
import io.recount.pipeline.schema.Schema;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is written of records that are left out. */
class LogGapsIT {

    private static final Model MODEL =
            ModelFile.read(Path.of(System.getProperty("recount.root"), "job/models/receipts.yaml"));
    private static final LogName LOG = new LogName("receipts", "life");
    private static final Seal COMMIT = new Seal(100, 8, Lineage.NONE, List.of(), Progress.NO_WATERMARK, Map.of());
    private static final String ROWS = "SELECT timeline, checkpoint, topic, partition, from_offset, to_offset,"
            + " read_until FROM log_gaps FINAL ORDER BY partition FORMAT TSV";

    @TempDir
    private Path folder;

    @Test
    void aGapIsOneRowHoweverOftenItIsToldAndLiesBehindTheNewestDocumentReadBeforeIt() throws Exception {
        try (LocalClickHouse engine =
                LocalClickHouse.builder(folder.resolve("engine")).build()) {
            engine.start();
            ClickHouseAccess access = access(engine, "shop");
            try (ClickHouseClient anywhere = new ClickHouseClient(access(engine, "default"))) {
                new Installation(anywhere, new Schema(MODEL, "shop")).apply(done -> {});
            }
            try (ClickHouseClient client = new ClickHouseClient(access)) {
                client.execute("INSERT INTO documents (_topic, _partition, _offset, _appended_at) VALUES"
                        + " ('receipts@life', 0, 10, '2026-10-12 09:00:00.125'),"
                        + " ('receipts@life', 0, 11, '2026-10-12 08:00:00'),"
                        + " ('receipts@life', 0, 12, '2026-10-12 12:00:00'),"
                        + " ('receipts@life', 1, 3, '2026-10-12 13:00:00'),"
                        + " ('receipts@other', 0, 3, '2026-10-12 14:00:00')");
                LogGaps gaps = new LogGaps(
                        ClickHouseCluster.of(access),
                        List.of(
                                new LogGap(new LogPartition(LOG, 0), 12, OptionalLong.of(20)),
                                new LogGap(new LogPartition(LOG, 1), 0, OptionalLong.empty())),
                        Duration.ofMinutes(5),
                        Duration.ofSeconds(10));
                Instant now = Instant.parse("2026-10-12T15:00:07Z");
                assertThat(gaps.openRequests()).isEmpty();
                assertThat(gaps.requests(COMMIT, now))
                        .as("from the newest document that was read in front of a gap, here of partition 1 none")
                        .singleElement()
                        .satisfies(ask -> {
                            assertThat(ask.id()).isEqualTo("gaps-100-8");
                            assertThat(ask.registers()).isEmpty();
                            assertThat(ask.from()).isEqualTo(Instant.EPOCH);
                            assertThat(ask.to()).isEqualTo(now);
                        });
                gaps.startsAfter(COMMIT);
                gaps.startsAfter(COMMIT);
                assertThat(client.text(ROWS).lines())
                        .containsExactly(
                                "100\t8\treceipts@life\t0\t12\t20\t2026-10-12 08:55:00.125",
                                "100\t8\treceipts@life\t1\t0\t\\N\t1970-01-01 00:00:00.000");

                client.execute(
                        "INSERT INTO log_gap_repairs (timeline, checkpoint, topic, partition, from_offset) VALUES"
                                + " (100, 8, 'receipts@life', 1, 0)");
                assertThat(gaps.openRequests())
                        .as("of what is not repaired, whoever asked for it before")
                        .singleElement()
                        .satisfies(ask -> {
                            assertThat(ask.id()).isEqualTo("gaps-100-8");
                            assertThat(ask.from()).isEqualTo(Instant.parse("2026-10-12T08:00:00Z"));
                            assertThat(ask.to()).isAfter(Instant.parse("2026-10-12T09:00:00Z"));
                        });
                client.execute(
                        "INSERT INTO log_gap_repairs (timeline, checkpoint, topic, partition, from_offset) VALUES"
                                + " (100, 8, 'receipts@life', 0, 12)");
                assertThat(gaps.openRequests()).isEmpty();
            }
        }
    }

    private static ClickHouseAccess access(LocalClickHouse engine, String database) {
        return new ClickHouseAccess(engine.httpEndpoint(), database, engine.user(), new Secret(engine.password()));
    }
}
