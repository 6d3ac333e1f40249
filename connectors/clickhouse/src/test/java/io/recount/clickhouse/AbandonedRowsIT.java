package io.recount.clickhouse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Which keys are found, on a real engine. */
final class AbandonedRowsIT {

    /** 100 was left at checkpoint 4, 200 at 9; the job is 300. */
    private static final Lineage LINEAGE =
            Lineage.NONE.leftAt(new Ancestor(100, 4, List.of())).leftAt(new Ancestor(200, 9, List.of()));

    private static final long OWN = 300;

    @RegisterExtension
    static final TestEngine ENGINE = new TestEngine();

    @Test
    void rowsOfTheHistoryAreNotFound() throws Exception {
        TestServer server = database("history");
        publish(server, "own", 300, 1, 77);
        publish(server, "in the first ancestor's last checkpoint", 100, 1, 3);
        publish(server, "in the second ancestor's last checkpoint", 200, 1, 8);
        assertThat(abandoned(server)).isEmpty();
    }

    @Test
    void rowsBehindACutAndOfOtherTimelinesAre() throws Exception {
        TestServer server = database("others");
        publish(server, "behind the first cut", 100, 9, 4);
        publish(server, "behind the second cut", 200, 9, 9);
        publish(server, "of a sibling", 250, 1, 2);
        publish(server, "before all ancestors", 50, 1, 2);
        publish(server, "of a successor", 301, 1, 2);
        assertThat(abandoned(server))
                .containsExactlyInAnyOrder(
                        "behind the first cut",
                        "behind the second cut",
                        "of a sibling",
                        "before all ancestors",
                        "of a successor");
    }

    @Test
    void onlyTheNewestRowOfAKeyCounts() throws Exception {
        TestServer server = database("newest");
        publish(server, "computed again", 250, 1, 2);
        publish(server, "computed again", OWN, 1, 9);
        publish(server, "hidden by a zombie", OWN, 5, 9);
        publish(server, "hidden by a zombie", 301, 1, 9);
        assertThat(abandoned(server)).containsExactly("hidden by a zombie");
    }

    @Test
    void aJobWithoutHistoryOwnsOnlyItsRows() throws Exception {
        TestServer server = database("none");
        publish(server, "own", OWN, 1, 0);
        publish(server, "not own", 299, 1, 0);
        assertThat(abandoned(server, Lineage.NONE)).containsExactly("not own");
    }

    @Test
    void theIndexKeepsTheSearchAwayFromTheHistory() throws Exception {
        TestServer server = database("pruned");
        server.execute("SYSTEM STOP MERGES totals");
        for (long checkpoint = 1; checkpoint <= 8; checkpoint++) {
            publish(server, "key " + checkpoint, 200, checkpoint, checkpoint);
        }
        publish(server, "abandoned", 200, 20, 9);
        String condition = AbandonedRows.condition(OWN, LINEAGE);
        assertThat(server.lines("EXPLAIN indexes = 1 SELECT id FROM totals WHERE " + condition))
                .filteredOn(line -> line.strip().startsWith("Granules:"))
                .last()
                .asString()
                .endsWith("1/9");
    }

    @Test
    void aTableThatIsNotThereIsNamed() throws Exception {
        TestServer server = database("missing");
        AbandonedRows rows = new AbandonedRows(server.client(), OWN, LINEAGE);
        assertThatThrownBy(() -> rows.keys("nowhere", List.of("id"), List.of("id"), "1"))
                .isInstanceOf(ClickHouseFailure.class)
                .hasMessageContaining("nowhere");
    }

    private static TestServer database(String name) throws Exception {
        TestServer server = ENGINE.database(name);
        server.execute("CREATE TABLE totals (id String, version UInt64, epoch UInt64,"
                + " INDEX published (version, epoch) TYPE minmax GRANULARITY 1) ENGINE = MergeTree ORDER BY id");
        return server;
    }

    private static void publish(TestServer server, String id, long timeline, long wave, long epoch) throws Exception {
        RowVersion version = RowVersion.of(timeline, wave, epoch);
        server.execute("INSERT INTO totals VALUES ('" + id.replace("'", "\\'") + "', " + version.version() + ", "
                + version.epoch() + ")");
    }

    private static List<String> abandoned(TestServer server) throws Exception {
        return abandoned(server, LINEAGE);
    }

    private static List<String> abandoned(TestServer server, Lineage lineage) throws Exception {
        List<String> found = new ArrayList<>();
        try (RowReader rows =
                new AbandonedRows(server.client(), OWN, lineage).keys("totals", List.of("id"), List.of("id"), "1")) {
            while (rows.next()) {
                found.add(rows.text(1));
            }
        }
        return found;
    }
}
