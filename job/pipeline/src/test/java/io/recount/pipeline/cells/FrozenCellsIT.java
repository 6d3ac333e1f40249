package io.recount.pipeline.cells;

import static org.assertj.core.api.Assertions.assertThat;

import io.recount.cells.Aggregate;
import io.recount.cells.CellKey;
import io.recount.cells.DocumentId;
import io.recount.cells.FrozenLine;
import io.recount.cells.Layout;
import io.recount.cells.Measures;
import io.recount.cells.model.Model;
import io.recount.cells.model.ModelFile;
import io.recount.clickhouse.ClickHouseAccess;
import io.recount.clickhouse.ClickHouseClient;
import io.recount.clickhouse.ClickHouseCluster;
import io.recount.clickhouse.Lineage;
import io.recount.clickhouse.Secret;
import io.recount.local.LocalClickHouse;
import io.recount.pipeline.cells.PastDocuments.Past;
import io.recount.pipeline.cells.PastDocuments.Published;
import io.recount.pipeline.cells.PastDocuments.Reader;
import io.recount.pipeline.schema.Installation;
import io.recount.pipeline.schema.Schema;
import io.recount.pipeline.tables.Tables;
import io.recount.pipeline.types.Invalidation;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.apache.flink.metrics.groups.UnregisteredMetricsGroup;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the real engine gives of both sides of a line. */
class FrozenCellsIT {

    private static final Model MODEL =
            ModelFile.read(Path.of(System.getProperty("recount.root"), "job/models/receipts.yaml"));
    private static final FrozenLine LINE = FrozenLine.before(LocalDate.of(2025, 1, 1));
    private static final long LAST_HOUR = Instant.parse("2024-12-31T23:00:00Z").getEpochSecond();
    private static final String DOCUMENT =
            "INSERT INTO documents (register, drive, number, shift, printed_at, written_at, _state, _timeline, _offset) VALUES ";

    @TempDir
    private Path folder;

    @Test
    void documentsBeforeTheLineAreThereForNobodyAndTheirCellsAreWhatIsPublished() throws Exception {
        try (LocalClickHouse engine =
                LocalClickHouse.builder(folder.resolve("clickhouse")).build()) {
            engine.start();
            try (ClickHouseClient client = new ClickHouseClient(access(engine, "default"))) {
                new Installation(client, new Schema(MODEL, "shop")).apply(done -> {});
            }
            try (ClickHouseClient client = new ClickHouseClient(access(engine, "shop"))) {
                client.execute(DOCUMENT
                        + "('R', 'D', 1, 7, '2024-12-31 23:59:59', '2025-01-01 00:00:00', 'good', 0, 1),"
                        + "('R', 'D', 1, 7, '2025-01-01 00:00:00', '2025-01-01 00:00:01', 'good', 0, 2),"
                        + "('R', 'D', 2, 7, '2024-12-31 23:00:00', '2025-01-01 00:00:02', 'good', 0, 3)");
                // Version 9 is valid; of the first row of shift 8 nothing but the row is left.
                client.execute(
                        "INSERT INTO cells (register, shift, bucket, documents, errors, m_id, m_val, version) VALUES"
                                + " ('R', 7, '2024-12-31 23:00:00', 2, 1, [121], [-5], 9),"
                                + " ('R', 7, '2025-01-01 00:00:00', 4, 0, [], [], 9),"
                                + " ('R', 8, '2024-12-31 23:00:00', 1, 0, [], [], 9), ('R', 9, '2025-01-01 00:00:00', 1, 0, [], [], 9)");
                client.execute("INSERT INTO cells (register, shift, bucket, documents, version) VALUES"
                        + " ('R', 7, '2024-12-31 23:00:00', 77, 8)");
            }
            look(new StoredDocuments(ClickHouseCluster.of(access(engine, "shop")), MODEL, Duration.ofMinutes(1), LINE));
        }
    }

    private static void look(StoredDocuments stored) throws Exception {
        try (Reader reader = stored.open(new UnregisteredMetricsGroup())) {
            List<String> found = new ArrayList<>();
            PastDocuments.Visitor visitor = past -> found.add(text(past));
            reader.byId(
                    Map.of("R", Set.of(new DocumentId("D", 1, ""), new DocumentId("D", 2, ""))), Lineage.NONE, visitor);
            assertThat(found).as("by id").containsExactly("1 at 2025-01-01T00:00:00Z");
            found.clear();
            reader.byPage(Map.of("R", Set.of(7L)), Lineage.NONE, visitor);
            assertThat(found).as("by shift").containsExactly("1 at 2025-01-01T00:00:00Z");

            assertThat(Objects.requireNonNull(reader.seen(List.of("R")).get("R"))
                            .greatestPages())
                    .as("shifts that are not empty")
                    .contains(7L, 8L)
                    .doesNotContain(9L);
            List<Published> frozen = reader.frozenCells(Map.of("R", Set.of(7L)));
            assertThat(frozen)
                    .extracting(Published::target)
                    .containsExactly(new Invalidation.Cell(new CellKey(7, LAST_HOUR)));
            Layout layout = new Layout(MODEL);
            Aggregate value = new Tables(MODEL, 0).cell(frozen.get(0).value(), Measures.of(MODEL, layout));
            assertThat(value).hasToString("Aggregate[documents=2, late=0, errors=1, 121=-5]");
        }
    }

    private static String text(Past past) {
        return past.document().id().number() + " at "
                + Instant.ofEpochSecond(past.document().cell().bucketSeconds());
    }

    private static ClickHouseAccess access(LocalClickHouse engine, String database) {
        return new ClickHouseAccess(engine.httpEndpoint(), database, engine.user(), new Secret(engine.password()));
    }
}
