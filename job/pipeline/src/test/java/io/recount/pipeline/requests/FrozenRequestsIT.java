package io.recount.pipeline.requests;

import static org.assertj.core.api.Assertions.assertThat;

import io.recount.cells.FrozenLine;
import io.recount.cells.model.Model;
import io.recount.cells.model.ModelFile;
import io.recount.clickhouse.AbandonedRows;
import io.recount.clickhouse.ClickHouseAccess;
import io.recount.clickhouse.ClickHouseClient;
import io.recount.clickhouse.ClickHouseCluster;
import io.recount.clickhouse.Lineage;
import io.recount.clickhouse.RowReader;
import io.recount.clickhouse.Secret;
import io.recount.local.LocalClickHouse;
import io.recount.pipeline.schema.Installation;
import io.recount.pipeline.schema.Schema;
import io.recount.pipeline.tables.PublishedTable;
import io.recount.pipeline.types.RequestStatus;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which pages and rows are computed again on the real engine, with a line and without. */
class FrozenRequestsIT {

    private static final Model MODEL =
            ModelFile.read(Path.of(System.getProperty("recount.root"), "job/models/receipts.yaml"));
    private static final FrozenLine LINE = FrozenLine.before(LocalDate.of(2025, 1, 1));
    private static final RequestStatus TWO_YEARS = new RequestStatus(
            "a",
            RequestStatus.State.RUNNING,
            "",
            0,
            0,
            0,
            List.of(),
            Instant.parse("2024-01-01T00:00:00Z").getEpochSecond(),
            Instant.parse("2026-01-01T00:00:00Z").getEpochSecond(),
            "r",
            1,
            "",
            0,
            0,
            0,
            RequestStatus.Cursor.before(0));

    @TempDir
    private Path folder;

    @Test
    void nothingOfWhatIsFrozenIsComputedAgain() throws Exception {
        try (LocalClickHouse engine =
                LocalClickHouse.builder(folder.resolve("clickhouse")).build()) {
            engine.start();
            try (ClickHouseClient client = new ClickHouseClient(access(engine, "default"))) {
                new Installation(client, new Schema(MODEL, "shop")).apply(done -> {});
            }
            try (ClickHouseClient client = new ClickHouseClient(access(engine, "shop"))) {
                // Of shift 7 one half is frozen, of shift 8 all, and its documents are gone; of shift 9 nobody knows
                // anything.
                client.execute(
                        "INSERT INTO documents (register, drive, number, shift, printed_at, _state) VALUES"
                                + " ('R', 'D', 1, 7, '2024-12-31 23:59:59', 'good'), ('R', 'D', 2, 7, '2025-01-01 00:00:00', 'good')");
                client.execute("INSERT INTO cells (register, shift, bucket, documents, version) VALUES"
                        + " ('R', 7, '2024-12-31 23:00:00', 1, 9), ('R', 7, '2025-01-01 00:00:00', 1, 9),"
                        + " ('R', 8, '2024-12-31 22:00:00', 1, 9)");
                client.execute("INSERT INTO shifts (register, shift, documents, version) VALUES"
                        + " ('R', 7, 2, 9), ('R', 8, 1, 9), ('R', 9, 1, 9)");
                assertThat(abandoned(client, FrozenLine.NONE)).containsExactly(3, 3, 0);
                assertThat(abandoned(client, LINE)).containsExactly(3, 1, 0);
            }
            ClickHouseCluster cluster = ClickHouseCluster.of(access(engine, "shop"));
            assertThat(pages(cluster, FrozenLine.NONE)).containsExactly("7: 2", "8: 0", "9: 0");
            assertThat(pages(cluster, LINE)).containsExactly("7: 1", "9: 0");
        }
    }

    /** Pages of a request, and documents that it takes. */
    private static List<String> pages(ClickHouseCluster cluster, FrozenLine line) throws Exception {
        try (Expansion expansion = new Expansion(cluster, MODEL, line)) {
            assertThat(expansion.documents(TWO_YEARS)).isEqualTo(line.isDrawn() ? 1 : 2);
            return expansion.next(TWO_YEARS).stream()
                    .map(page -> page.page() + ": " + page.documents())
                    .toList();
        }
    }

    /** How many rows of each table no history contains. */
    private static List<Integer> abandoned(ClickHouseClient client, FrozenLine line) throws Exception {
        AbandonedRows abandoned = new AbandonedRows(client, 1_790_000_000L, Lineage.NONE);
        List<Integer> counts = new ArrayList<>();
        for (PublishedTable table : PublishedTable.of(MODEL)) {
            int count = 0;
            try (RowReader rows = abandoned.keys(table.name(), table.key(), table.shown(), table.notFrozen(line))) {
                while (rows.next()) {
                    count++;
                }
            }
            counts.add(count);
        }
        return counts;
    }

    private static ClickHouseAccess access(LocalClickHouse engine, String database) {
        return new ClickHouseAccess(engine.httpEndpoint(), database, engine.user(), new Secret(engine.password()));
    }
}
