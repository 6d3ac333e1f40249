package io.recount.clickhouse.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.recount.clickhouse.CommitListener;
import io.recount.clickhouse.Retries;
import io.recount.clickhouse.RetryCounts;
import io.recount.clickhouse.Seal;
import io.recount.clickhouse.ServerError;
import io.recount.clickhouse.TestTime;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.flink.api.connector.sink2.Committer.CommitRequest;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.SimpleCounter;
import org.apache.flink.metrics.groups.UnregisteredMetricsGroup;
import org.apache.flink.runtime.execution.SuppressRestartsException;
import org.junit.jupiter.api.Test;

final class BlockCommitterTest {

    private static final Committable SEAL = Samples.SEALED;

    private long newestTimeline = 200;
    private final TestTime time = new TestTime();
    private final FakeServer server = new FakeServer();
    private final FakeServer other = new FakeServer();
    private final Told told = new Told();
    private final Counter retried = new SimpleCounter();
    private final CommitMetrics metrics = new CommitMetrics(new UnregisteredMetricsGroup(), time);
    private final BlockCommitter committer = new BlockCommitter(
            List.of(),
            new ShardInserts(List.of(server, other)),
            new Fence(200, () -> newestTimeline),
            new LedgerRows(server),
            new LedgerNews(time),
            new Retries(Duration.ofMinutes(8), time, time::pause, new SplittableRandom(1), RetryCounts.sum(retried)),
            told,
            metrics);

    @Test
    void blocksGoInByTableAndPartitionAndTheSealGoesLast() throws Exception {
        Block cellsOfMay = Samples.block("cells", 5, 2);
        Block cellsOfJune = Samples.block("cells", 6, 0);
        Block shifts = Samples.block("shifts", 0, 1);
        commit(SEAL, shifts, cellsOfJune, cellsOfMay);
        assertThat(server.tables()).containsExactly("cells", "cells", "shifts", "commits");
        assertThat(server.inserts().get(0).token()).isEqualTo(Token.of(200, 7, cellsOfMay));
        assertThat(server.inserts().get(1).token()).isEqualTo(Token.of(200, 7, cellsOfJune));
        assertThat(told.seals).containsExactly(Samples.SEAL);
    }

    @Test
    void blocksGoToTheirShardsAndTheSealToTheFirst() throws Exception {
        Block cells = Samples.block("cells", 5, 0);
        Block cellsOfTheOther = Samples.block("cells", 5, 1).on(1);
        commit(cellsOfTheOther, SEAL, cells);
        assertThat(server.tables()).containsExactly("cells", "commits");
        assertThat(other.tables()).containsExactly("cells");
        assertThat(other.inserts().get(0).token()).isEqualTo(Token.of(200, 7, cellsOfTheOther));
    }

    @Test
    void noSealIsWrittenWhenAnyShardLacksABlock() {
        other.refuse(1000, ServerError.MEMORY_LIMIT_EXCEEDED);
        assertThatThrownBy(() -> commit(
                        Samples.block("cells", 5, 0),
                        Samples.block("shifts", 0, 1).on(1),
                        SEAL))
                .hasMessageContaining("table=shifts, shard=2")
                .hasMessageContaining("the budget of 480 s");
        assertThat(server.tables()).containsExactly("cells");
        assertThat(told.seals).isEmpty();
    }

    @Test
    void aBlockForAShardThatIsGoneIsNotCommitted() {
        assertThatThrownBy(() -> commit(Samples.block("cells", 5, 0).on(2), SEAL))
                .isInstanceOf(SuppressRestartsException.class)
                .cause()
                .hasMessageContaining("shard=3")
                .hasMessageContaining("more shards than the 2 of this job. Next: start the job with the shards");
        assertThat(server.inserts()).isEmpty();
    }

    @Test
    void aSecondTimeIsTheSameInserts() throws Exception {
        commit(Samples.block("cells", 5, 0), SEAL);
        commit(Samples.block("cells", 5, 0), SEAL);
        List<FakeServer.Insert> inserts = server.inserts();
        assertThat(inserts.subList(2, 4)).isEqualTo(inserts.subList(0, 2));
        assertThat(inserts).extracting(FakeServer.Insert::token).doesNotContainNull();
    }

    @Test
    void aBusyServerIsWaitedFor() throws Exception {
        server.refuse(20, ServerError.TOO_MANY_PARTS);
        commit(Samples.block("cells", 5, 0), SEAL);
        assertThat(server.tables()).containsExactly("cells", "commits");
        assertThat(retried.getCount()).isEqualTo(20);
        assertThat(time.waited()).isGreaterThan(Duration.ofMinutes(1));
    }

    @Test
    void whatCannotBeCommittedFailsAndNamesItsPlace() {
        server.refuse(1, ServerError.UNKNOWN_TABLE);
        assertThatThrownBy(() -> commit(Samples.block("cells", 5, 0), SEAL))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("table=cells")
                .hasMessageContaining("partition=5")
                .hasMessageContaining("checkpoint 7 of timeline 200")
                .hasMessageContaining("60 UNKNOWN_TABLE")
                .hasMessageContaining("Next: apply the schema");
        assertThat(server.inserts()).isEmpty();
        assertThat(told.seals).isEmpty();
    }

    @Test
    void noSealIsWrittenWhenABlockIsMissing() {
        server.refuse(1000, ServerError.MEMORY_LIMIT_EXCEEDED);
        assertThatThrownBy(() -> commit(Samples.block("cells", 5, 0), SEAL))
                .hasMessageContaining("the budget of 480 s");
        assertThat(server.inserts()).isEmpty();
    }

    @Test
    void theBudgetIsOneForAllBlocks() {
        // About five of the eight minutes for each.
        server.refuseEach(45, ServerError.MEMORY_LIMIT_EXCEEDED);
        assertThatThrownBy(() -> commit(
                        Samples.block("cells", 5, 0), Samples.block("cells", 6, 1), Samples.block("cells", 7, 2), SEAL))
                .hasMessageContaining("partition=6")
                .hasMessageContaining("the budget of 480 s");
        assertThat(server.tables()).containsExactly("cells");
        assertThat(time.waited()).isBetween(Duration.ofSeconds(469), Duration.ofMinutes(8));
    }

    @Test
    void theNextCommitHasABudgetOfItsOwn() throws Exception {
        server.refuseEach(15, ServerError.MEMORY_LIMIT_EXCEEDED);
        commit(Samples.block("cells", 5, 0), SEAL);
        commit(Samples.block("cells", 5, 0), SEAL);
        commit(Samples.block("cells", 5, 0), SEAL);
        commit(Samples.block("cells", 5, 0), SEAL);
        assertThat(time.waited()).isGreaterThan(Duration.ofMinutes(8));
    }

    @Test
    void aCheckpointWithoutASealIsNotCommitted() {
        assertThatThrownBy(() -> commit(Samples.block("cells", 5, 0)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("exactly one seal");
        assertThat(server.inserts()).isEmpty();
    }

    @Test
    void aCommitThatSaysNothingNewHasNoLedgerRow() throws Exception {
        commit(SEAL);
        commit(sealed(8, Samples.SEAL.watermarkMillis()));
        assertThat(server.tables()).containsExactly("commits");
        assertThat(told.seals).extracting(Seal::checkpoint).containsExactly(7L, 8L);
        commit(sealed(9, Samples.SEAL.watermarkMillis() + 1));
        assertThat(server.tables()).containsExactly("commits", "commits");
        commit(Samples.block("cells", 5, 0), sealed(10, Samples.SEAL.watermarkMillis() + 1));
        assertThat(server.tables()).containsExactly("commits", "commits", "cells", "commits");
    }

    @Test
    void anIdleJobHasALedgerRowInFiveMinutes() throws Exception {
        commit(SEAL);
        time.pause(Duration.ofSeconds(299));
        commit(sealed(8, Samples.SEAL.watermarkMillis()));
        assertThat(server.tables()).containsExactly("commits");
        time.pause(Duration.ofSeconds(1));
        commit(sealed(9, Samples.SEAL.watermarkMillis()));
        commit(sealed(10, Samples.SEAL.watermarkMillis()));
        assertThat(server.tables()).containsExactly("commits", "commits");
    }

    @Test
    void anIdleJobIsFencedToo() throws Exception {
        commit(SEAL);
        newestTimeline = 201;
        assertThatThrownBy(() -> commit(sealed(8, Samples.SEAL.watermarkMillis())))
                .isInstanceOf(SuppressRestartsException.class);
    }

    @Test
    void nothingIsCommittedAfterASuccessorHasStarted() {
        newestTimeline = 201;
        assertThatThrownBy(() -> commit(Samples.block("cells", 5, 0), SEAL))
                .isInstanceOf(SuppressRestartsException.class)
                .cause()
                .hasMessageContaining("This job, timeline 200, does not commit checkpoint 7 of timeline 200")
                .hasMessageContaining("timeline 201 has taken over")
                .hasMessageContaining("Next: ");
        assertThat(server.inserts()).isEmpty();
        assertThat(told.seals).isEmpty();
    }

    @Test
    void whatAnAncestorLeftIsCommittedByItsSuccessor() throws Exception {
        newestTimeline = 199;
        commit(Samples.block("cells", 5, 0), SEAL);
        assertThat(server.tables()).containsExactly("cells", "commits");
    }

    @Test
    void aListenerThatFailsDoesNotFailTheCommit() throws Exception {
        told.failing = true;
        commit(SEAL);
        assertThat(server.tables()).containsExactly("commits");
    }

    @Test
    void closingClosesTheListener() throws Exception {
        committer.close();
        assertThat(told.closed).isTrue();
    }

    /** What {@link #SEAL} says, of another checkpoint. */
    private static Committable sealed(long checkpoint, long watermark) {
        Seal seal = Samples.SEAL;
        return new Committable.Sealed(
                Samples.SEALED.by(),
                new Seal(seal.timeline(), checkpoint, seal.lineage(), seal.positions(), watermark, seal.counters()));
    }

    private void commit(Committable... committables) throws IOException, InterruptedException {
        Collection<CommitRequest<Committable>> requests = Arrays.stream(committables)
                .<CommitRequest<Committable>>map(Request::new)
                .toList();
        committer.commit(requests);
    }

    /** A listener that keeps what it is told. */
    private static final class Told implements CommitListener {
        private static final long serialVersionUID = 1;

        private final ArrayList<Seal> seals = new ArrayList<>();
        private boolean failing;
        private boolean closed;

        @Override
        public void committed(Seal seal) throws IOException {
            if (failing) {
                throw new IOException("the broker is away");
            }
            seals.add(seal);
        }

        @Override
        public void close() {
            closed = true;
        }
    }

    /** A request that must not be signalled: the committer commits or throws. */
    private record Request(Committable committable) implements CommitRequest<Committable> {
        @Override
        public Committable getCommittable() {
            return committable;
        }

        @Override
        public int getNumberOfRetries() {
            return 0;
        }

        @Override
        public void signalFailedWithKnownReason(Throwable t) {
            throw new AssertionError("would drop the block", t);
        }

        @Override
        public void signalFailedWithUnknownReason(Throwable t) {
            throw new AssertionError("would hide the message", t);
        }

        @Override
        public void retryLater() {
            throw new AssertionError("would retry without waiting");
        }

        @Override
        public void updateAndRetryLater(Committable changed) {
            throw new AssertionError("would retry without waiting");
        }

        @Override
        public void signalAlreadyCommitted() {
            throw new AssertionError("is not needed");
        }
    }
}
