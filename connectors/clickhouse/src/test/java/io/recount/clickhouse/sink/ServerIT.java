package io.recount.clickhouse.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.recount.clickhouse.ClickHouseAccess;
import io.recount.clickhouse.ClickHouseClient;
import io.recount.clickhouse.ClickHouseFailure;
import io.recount.clickhouse.Ledger;
import io.recount.clickhouse.Lineage;
import io.recount.clickhouse.Phase;
import io.recount.clickhouse.Progress;
import io.recount.clickhouse.Seal;
import io.recount.clickhouse.Secret;
import io.recount.clickhouse.ServerError.Outcome;
import io.recount.clickhouse.SinkTable;
import io.recount.clickhouse.TestEngine;
import io.recount.clickhouse.TestServer;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Blocks and ledger rows against a real engine. */
final class ServerIT {

    @RegisterExtension
    static final TestEngine ENGINE = new TestEngine();

    private static TestServer server;

    @BeforeAll
    static void start() throws Exception {
        server = ENGINE.database("it");
    }

    @Test
    void everyTypeArrivesAsItWasWritten() throws Exception {
        server.execute("CREATE TABLE every_type (" + EveryType.declarations() + ") ENGINE = MergeTree ORDER BY i8");
        insert(
                new SinkTable("every_type", Phase.ON_COMMIT, EveryType.COLUMNS),
                null,
                EveryType.full(),
                EveryType.empty());
        assertThat(server.lines("SELECT * FROM every_type ORDER BY i8"))
                .containsExactly(EveryType.FULL_SHOWN, EveryType.EMPTY_SHOWN);
    }

    @Test
    void oneTokenIsOneBlockAndNoTokenIsAlwaysOneMore() throws Exception {
        server.execute("CREATE TABLE tokens (id UInt32, amount Int64) ENGINE = MergeTree ORDER BY id"
                + " SETTINGS non_replicated_deduplication_window = 100");
        SinkTable table = new SinkTable("tokens", Phase.ON_COMMIT, Samples.TOTALS.columns());
        byte[] row = Samples.row(1, 0, 1, 1, 1).row();
        insert(table, "a", row);
        insert(table, "a", row);
        insert(table, "b", row);
        assertThat(server.number("SELECT count() FROM tokens")).isEqualTo(2);
        insert(table, null, row);
        insert(table, null, row);
        assertThat(server.number("SELECT count() FROM tokens")).isEqualTo(4);
    }

    @Test
    void columnsThatAreNotWrittenTakeTheirDefaults() throws Exception {
        server.execute("CREATE TABLE defaults (id UInt32, twice UInt32 DEFAULT id * 2, amount Int64)"
                + " ENGINE = MergeTree ORDER BY id");
        insert(new SinkTable("defaults", Phase.ON_COMMIT, Samples.TOTALS.columns()), null, row(21, 5));
        assertThat(server.lines("SELECT id, twice, amount FROM defaults")).containsExactly("21\t42\t5");
    }

    @Test
    void aLargeBlockIsOnePart() throws Exception {
        server.execute("CREATE TABLE large (id UInt32, amount Int64) ENGINE = MergeTree ORDER BY id");
        server.execute("SYSTEM STOP MERGES large");
        byte[][] rows = new byte[100_000][];
        for (int i = 0; i < rows.length; i++) {
            rows[i] = row(i, i * 31L);
        }
        insert(new SinkTable("large", Phase.ON_COMMIT, Samples.TOTALS.columns()), "one", rows);
        assertThat(server.lines("SELECT count(), sum(rows) FROM system.parts WHERE active AND table = 'large'"))
                .containsExactly("1\t100000");
    }

    @Test
    void aBlockOfTwoPartitionsIsRefused() throws Exception {
        server.execute(
                "CREATE TABLE parted (id UInt32, amount Int64) ENGINE = MergeTree ORDER BY id PARTITION BY amount");
        SinkTable table = new SinkTable("parted", Phase.ON_COMMIT, Samples.TOTALS.columns());
        assertThatThrownBy(() -> insert(table, null, row(1, 1), row(2, 2)))
                .isInstanceOfSatisfying(
                        ClickHouseFailure.class, e -> assertThat(e.outcome()).isEqualTo(Outcome.PERMANENT))
                .hasMessageContaining("252 TOO_MANY_PARTITIONS");
    }

    @Test
    void failuresSayWhatToDo() throws Exception {
        SinkTable missing = new SinkTable("missing", Phase.ON_COMMIT, Samples.TOTALS.columns());
        assertThatThrownBy(() -> insert(missing, null, row(1, 1)))
                .isInstanceOfSatisfying(
                        ClickHouseFailure.class, e -> assertThat(e.outcome()).isEqualTo(Outcome.PERMANENT))
                .hasMessageContaining("60 UNKNOWN_TABLE")
                .hasMessageContaining("Next:");
        ClickHouseAccess wrong = new ClickHouseAccess(
                server.access().endpoint(), "it", server.access().user(), new Secret("hunter2"));
        try (ClickHouseClient stranger = new ClickHouseClient(wrong)) {
            assertThatThrownBy(() -> stranger.text("SELECT 1"))
                    .isInstanceOfSatisfying(
                            ClickHouseFailure.class,
                            e -> assertThat(e.outcome()).isEqualTo(Outcome.PERMANENT))
                    .hasMessageNotContaining("hunter2");
        }
    }

    @Test
    void theLedgerGivesBackWhatWasWritten() throws Exception {
        TestServer own = ENGINE.database("ledger_round_trip");
        Ledger ledger = new Ledger(own.client());
        assertThat(ledger.newest()).isEmpty();
        LedgerRows rows = new LedgerRows(own.client()::insert);
        Submission first = new Submission("first", "receipts 1", List.of(2, 3));

        Seal begin = new Seal(100, 0, Lineage.NONE, List.of(), Progress.NO_WATERMARK, Map.of());
        rows.start(first, begin);
        assertNewest(ledger, Ledger.Kind.START, begin);
        assertThat(ledger.newestCommit()).isEmpty();

        rows.commit(Samples.SEALED, 12, 3);
        rows.commit(Samples.SEALED, 12, 3);
        Seal older = new Seal(200, 6, Lineage.NONE, List.of(), 5, Map.of());
        rows.commit(new Committable.Sealed(first, older), 1, 1);
        assertNewest(ledger, Ledger.Kind.COMMIT, Samples.SEAL);
        assertThat(ledger.newestCommit()).isEqualTo(ledger.newest());
        assertThat(ledger.newest().orElseThrow().writtenAt())
                .isBetween(Instant.now().minusSeconds(60), Instant.now().plusSeconds(1));
        assertThat(own.lines(
                        "SELECT timeline, checkpoint, kind, job, watermark, rows, blocks, committed_at > '2020-01-01'"
                                + " FROM commits WHERE timeline < 300 ORDER BY timeline, checkpoint"))
                .containsExactly(
                        "100\t0\tstart\treceipts 1\t1970-01-01 00:00:00.000\t0\t0\t1",
                        "200\t6\tcommit\treceipts 1\t1970-01-01 00:00:00.005\t1\t1\t1",
                        "200\t7\tcommit\treceipts 1\t2023-11-14 22:13:20.000\t12\t3\t1");
        assertThat(own.lines("SELECT t, o FROM commits ARRAY JOIN cuts.timeline AS t, cuts.next_offset AS o"))
                .containsExactly("100\t9");
    }

    @Test
    void aCommitIsNewerThanTheStartThatWasRestoredFromIt() throws Exception {
        TestServer own = ENGINE.database("ledger_order");
        LedgerRows rows = new LedgerRows(own.client()::insert);
        rows.commit(Samples.SEALED, 12, 3);
        rows.start(Samples.SEALED.by(), Samples.SEAL);
        assertNewest(new Ledger(own.client()), Ledger.Kind.COMMIT, Samples.SEAL);
    }

    private static void assertNewest(Ledger ledger, Ledger.Kind kind, Seal seal) throws Exception {
        Ledger.Entry newest = ledger.newest().orElseThrow();
        assertThat(newest).isEqualTo(new Ledger.Entry(kind, "first", newest.writtenAt(), seal, List.of(2, 3)));
    }

    private static byte[] row(long id, long amount) {
        return Samples.row(1, 0, 1, id, amount).row();
    }

    private static void insert(SinkTable table, @Nullable String token, byte[]... rows) throws Exception {
        for (Block block : new BlockEncoder(table, BlockLimits.DEFAULT).encode(0, List.of(rows))) {
            server.client().insert(table.name(), block.content(), token);
        }
    }
}
