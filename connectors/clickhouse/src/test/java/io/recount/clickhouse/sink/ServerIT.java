package io.recount.clickhouse.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.recount.clickhouse.ClickHouseAccess;
import io.recount.clickhouse.ClickHouseClient;
import io.recount.clickhouse.ClickHouseFailure;
import io.recount.clickhouse.Column;
import io.recount.clickhouse.Ledger;
import io.recount.clickhouse.Lineage;
import io.recount.clickhouse.Phase;
import io.recount.clickhouse.Progress;
import io.recount.clickhouse.RowWriter;
import io.recount.clickhouse.Seal;
import io.recount.clickhouse.Secret;
import io.recount.clickhouse.ServerError.Outcome;
import io.recount.clickhouse.SinkTable;
import io.recount.clickhouse.TestServer;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Blocks and ledger rows against a real engine. */
final class ServerIT {

    private static final List<Column> EVERY_TYPE = List.of(
            new Column("i8", "Int8"),
            new Column("i16", "Int16"),
            new Column("i32", "Int32"),
            new Column("i64", "Int64"),
            new Column("u8", "UInt8"),
            new Column("u16", "UInt16"),
            new Column("u32", "UInt32"),
            new Column("u64", "UInt64"),
            new Column("f64", "Float64"),
            new Column("yes", "Bool"),
            new Column("s", "String"),
            new Column("fs", "FixedString(3)"),
            new Column("d", "Date"),
            new Column("dt", "DateTime('UTC')"),
            new Column("dt64", "DateTime64(3, 'UTC')"),
            new Column("e8", "Enum8('a' = -1, 'b,)' = 2)"),
            new Column("e16", "Enum16('x' = 1000)"),
            new Column("lc", "LowCardinality(String)"),
            new Column("lcn", "LowCardinality(Nullable(String))"),
            new Column("n64", "Nullable(Int64)"),
            new Column("ns", "Nullable(String)"),
            new Column("a16", "Array(UInt16)"),
            new Column("alc", "Array(LowCardinality(String))"),
            new Column("aa", "Array(Array(Nullable(Int32)))"),
            new Column("m", "Map(LowCardinality(String), UInt64)"),
            new Column("ma", "Map(String, Array(String))"));

    @TempDir
    static Path folder;

    private static TestServer server;

    @BeforeAll
    static void start() throws Exception {
        server = TestServer.start(folder).database("it");
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void everyTypeArrivesAsItWasWritten() throws Exception {
        server.execute("CREATE TABLE every_type ("
                + EVERY_TYPE.stream().map(c -> c.name() + " " + c.type()).collect(Collectors.joining(", "))
                + ") ENGINE = MergeTree ORDER BY i8");
        byte[] full = new RowWriter()
                .int8(-8)
                .int16(-16)
                .int32(-32)
                .int64(-64)
                .uint8(200)
                .uint16(60_000)
                .uint32(4_000_000_000L)
                .uint64(-1)
                .float64(1.5)
                .uint8(1)
                .string("a\n\nb")
                .bytes(new byte[] {'x', 'y', 'z'})
                .date(19_844)
                .dateTime(1_714_554_000)
                .dateTime64(1_714_554_000_123L)
                .int8(2)
                .int16(1000)
                .string("low")
                .present()
                .string("maybe")
                .present()
                .int64(-5)
                .present()
                .string("")
                .size(3)
                .uint16(1)
                .uint16(2)
                .uint16(3)
                .size(2)
                .string("p")
                .string("q")
                .size(2)
                .size(1)
                .nullValue()
                .size(2)
                .present()
                .int32(7)
                .nullValue()
                .size(2)
                .string("k")
                .uint64(1)
                .string("l")
                .uint64(2)
                .size(1)
                .string("k")
                .size(2)
                .string("v")
                .string("w")
                .toRow();
        byte[] empty = new RowWriter()
                .int8(0)
                .int16(0)
                .int32(0)
                .int64(0)
                .uint8(0)
                .uint16(0)
                .uint32(0)
                .uint64(0)
                .float64(0)
                .uint8(0)
                .string("")
                .bytes(new byte[3])
                .date(0)
                .dateTime(0)
                .dateTime64(0)
                .int8(-1)
                .int16(1000)
                .string("")
                .nullValue()
                .nullValue()
                .nullValue()
                .size(0)
                .size(0)
                .size(0)
                .size(0)
                .size(0)
                .toRow();
        insert(new SinkTable("every_type", Phase.ON_COMMIT, EVERY_TYPE), null, full, empty);
        assertThat(server.lines("SELECT * FROM every_type ORDER BY i8"))
                .containsExactly(
                        "-8\t-16\t-32\t-64\t200\t60000\t4000000000\t18446744073709551615\t1.5\ttrue\ta\\n\\nb\txyz\t2024-05-01\t"
                                + "2024-05-01 09:00:00\t2024-05-01 09:00:00.123\tb,)\tx\tlow\tmaybe\t-5\t\t[1,2,3]\t['p','q']\t"
                                + "[[NULL],[7,NULL]]\t{'k':1,'l':2}\t{'k':['v','w']}",
                        "0\t0\t0\t0\t0\t0\t0\t0\t0\tfalse\t\t\\0\\0\\0\t1970-01-01\t1970-01-01 00:00:00\t"
                                + "1970-01-01 00:00:00.000\ta\tx\t\t\\N\t\\N\t\\N\t[]\t[]\t[]\t{}\t{}");
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
    void nobodyThereIsTriedAgain() throws Exception {
        int port;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = socket.getLocalPort();
        }
        ClickHouseAccess nowhere =
                new ClickHouseAccess(URI.create("http://127.0.0.1:" + port), "it", "default", new Secret(""));
        try (ClickHouseClient client = new ClickHouseClient(nowhere)) {
            assertThatThrownBy(() -> client.text("SELECT 1"))
                    .isInstanceOfSatisfying(
                            ClickHouseFailure.class,
                            e -> assertThat(e.outcome()).isEqualTo(Outcome.RETRY));
        }
    }

    @Test
    void anInterruptEndsARequestThatHangs() throws Exception {
        CompletableFuture<Throwable> outcome = new CompletableFuture<>();
        CountDownLatch accepted = new CountDownLatch(1);
        try (ServerSocket silent = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            Thread accepting = new Thread(() -> {
                try {
                    silent.accept();
                    accepted.countDown();
                } catch (Exception e) {
                    outcome.completeExceptionally(e);
                }
            });
            accepting.start();
            ClickHouseAccess access = new ClickHouseAccess(
                    URI.create("http://127.0.0.1:" + silent.getLocalPort()), "it", "default", new Secret(""));
            ClickHouseClient client = new ClickHouseClient(access);
            Thread asking = new Thread(() -> {
                try {
                    client.text("SELECT 1");
                } catch (Exception e) {
                    outcome.complete(e);
                }
            });
            asking.start();
            assertThat(accepted.await(30, TimeUnit.SECONDS)).isTrue();
            asking.interrupt();
            assertThat(outcome.get(1, TimeUnit.SECONDS)).isInstanceOf(InterruptedException.class);
            client.close();
        }
    }

    @Test
    void theLedgerGivesBackWhatWasWritten() throws Exception {
        TestServer own = server.database("ledger_round_trip");
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
        TestServer own = server.database("ledger_order");
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
