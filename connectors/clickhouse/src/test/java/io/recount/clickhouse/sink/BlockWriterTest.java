package io.recount.clickhouse.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.recount.clickhouse.ClickHouseCluster;
import io.recount.clickhouse.Retries;
import io.recount.clickhouse.RetryCounts;
import io.recount.clickhouse.ServerError;
import io.recount.clickhouse.SinkElement;
import io.recount.clickhouse.TestTime;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.flink.api.connector.sink2.SinkWriter;
import org.apache.flink.metrics.SimpleCounter;
import org.apache.flink.metrics.groups.UnregisteredMetricsGroup;
import org.junit.jupiter.api.Test;

final class BlockWriterTest {

    private final TestTime time = new TestTime();
    private final FakeServer server = new FakeServer();
    private final FakeServer other = new FakeServer();
    private final BlockWriter writer = writer(Samples.cluster(1));

    @Test
    void rowsWrittenAtOnceAreInWhenFlushReturns() throws Exception {
        write(Samples.row(0, 2024, 1, 1, 10), Samples.row(0, 2023, 1, 2, 10), Samples.row(0, 2024, 1, 3, 10));
        assertThat(server.inserts()).isEmpty();
        writer.flush(false);
        assertThat(server.tables()).as("one block a partition").containsExactly("events", "events");
        assertThat(server.inserts()).extracting(FakeServer.Insert::token).containsOnlyNulls();
        assertThat(writer.prepareCommit()).isEmpty();
    }

    @Test
    void rowsOfAPartitionAreParted() throws Exception {
        BlockWriter sharded = writer(Samples.cluster(1, 2));
        for (int id = 0; id < 7; id++) {
            sharded.write(Samples.row(0, 5, 1, id, 10), new Now());
            sharded.write(Samples.row(1, 5, 1, id, 10), new Now());
        }
        sharded.flush(false);
        assertThat(server.tables()).containsExactly("events");
        assertThat(other.tables()).containsExactly("events");
        assertThat(sharded.prepareCommit())
                .extracting(result -> ((Block) result).shard(), result -> ((Block) result).rows())
                .as("ids modulo 3: 0 on the first, 1 and 2 on the second")
                .containsExactly(tuple(0, 3), tuple(1, 4));
    }

    @Test
    void theOthersWaitInBlocks() throws Exception {
        write(Samples.row(1, 5, 1, 1, 10), Samples.row(1, 5, 2, 1, 20), Samples.row(1, 6, 1, 1, 10));
        writer.flush(false);
        assertThat(server.inserts()).isEmpty();
        List<WriteResult> results = List.copyOf(writer.prepareCommit());
        assertThat(results).extracting(result -> ((Block) result).partition()).containsExactly(5, 6);
        assertThat(results).extracting(result -> ((Block) result).rows()).containsExactly(1, 1);
        writer.flush(false);
        assertThat(writer.prepareCommit()).as("nothing is left").isEmpty();
    }

    @Test
    void aFullBufferBecomesABlockBeforeTheBarrier() throws Exception {
        for (int i = 0; i < 100_001; i++) {
            write(Samples.row(0, 1, i, i, 1), Samples.row(1, 1, i, i, 1));
        }
        assertThat(server.tables()).containsExactly("events");
        writer.flush(false);
        assertThat(server.tables()).containsExactly("events", "events");
        assertThat(writer.prepareCommit())
                .extracting(result -> ((Block) result).rows())
                .containsExactly(100_000, 1);
    }

    @Test
    void progressIsHandedOn() throws Exception {
        write(Samples.PROGRESS);
        writer.flush(false);
        assertThat(writer.prepareCommit()).containsExactly(new WriteResult.Reported(Samples.PROGRESS));
    }

    @Test
    void aServerThatIsAwayIsWaitedFor() throws Exception {
        server.refuse(15, ServerError.NETWORK_ERROR);
        write(Samples.row(0, 1, 1, 1, 1));
        writer.flush(false);
        assertThat(server.tables()).containsExactly("events");
        assertThat(time.waited()).isGreaterThan(Duration.ofMinutes(1));
    }

    @Test
    void theBudgetOfAFlushIsOneForAllBlocks() throws Exception {
        server.refuseEach(45, ServerError.NETWORK_ERROR);
        write(Samples.row(0, 1, 1, 1, 1), Samples.row(0, 2, 1, 1, 1), Samples.row(0, 3, 1, 1, 1));
        assertThatThrownBy(() -> writer.flush(false)).hasMessageContaining("the budget of 480 s");
        assertThat(server.tables()).containsExactly("events");
        assertThat(time.waited()).isBetween(Duration.ofSeconds(469), Duration.ofMinutes(8));
    }

    @Test
    void aTableThatDoesNotExistIsNamed() {
        assertThatThrownBy(() -> write(Samples.row(2, 1, 1, 1, 1))).hasMessageContaining("2 tables");
    }

    private BlockWriter writer(ClickHouseCluster cluster) {
        return new BlockWriter(
                Samples.settings(cluster, 1, "s", null, UnseenRows.REFUSE),
                new ShardInserts(List.of(server, other)),
                new Retries(
                        Duration.ofMinutes(8),
                        time,
                        time::pause,
                        new SplittableRandom(1),
                        RetryCounts.sum(new SimpleCounter())),
                new UnregisteredMetricsGroup());
    }

    private void write(SinkElement... elements) throws Exception {
        for (SinkElement element : elements) {
            writer.write(element, new Now());
        }
    }

    /** Rows carry their own time. */
    private record Now() implements SinkWriter.Context {
        @Override
        public long currentWatermark() {
            return 0;
        }

        @Override
        public Long timestamp() {
            return 0L;
        }
    }
}
