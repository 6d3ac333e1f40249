package io.recount.clickhouse.sink;

import io.recount.clickhouse.Attempts;
import io.recount.clickhouse.ClickHouseClient;
import io.recount.clickhouse.CommitListener;
import io.recount.clickhouse.Ledger;
import io.recount.clickhouse.Retries;
import io.recount.clickhouse.RetryCounts;
import io.recount.clickhouse.Seal;
import io.recount.clickhouse.SinkTable;
import java.io.IOException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import org.apache.flink.api.connector.sink2.Committer;
import org.apache.flink.metrics.MetricGroup;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Publishes a completed checkpoint: its blocks, by table, shard and partition, then its ledger row, then the listener. A
 * checkpoint that says nothing new has no ledger row, see {@link LedgerNews}.
 *
 * <p>Flink calls it once per checkpoint, in ascending order, and again with all of it after a crash. The blocks' tokens
 * make the second time a repetition. What cannot be inserted within the budget, one for all of a checkpoint, fails the
 * job, which commits it when it comes back; a block is never given up.
 */
final class BlockCommitter implements Committer<Committable> {

    private static final Logger LOG = LoggerFactory.getLogger(BlockCommitter.class);

    /** Tables in the order in which they were declared: a row of a later one may speak of those before it. */
    private final Comparator<Block> byPlace;

    private final ShardInserts inserts;
    private final Fence fence;
    private final LedgerRows ledger;
    private final LedgerNews news;
    private final Retries retries;
    private final CommitListener listener;
    private final CommitMetrics metrics;

    /** A committer on the machine's clock. */
    public static BlockCommitter create(SinkSettings settings, CommitListener listener, MetricGroup group) {
        List<ClickHouseClient> clients = ShardInserts.connect(settings);
        ShardInserts inserts = ShardInserts.checked(clients, settings);
        return new BlockCommitter(
                settings.tables().stream().map(SinkTable::name).toList(),
                inserts,
                new Fence(settings.timeline(), new Ledger(clients.get(0))::newestTimeline),
                new LedgerRows(inserts.first()),
                new LedgerNews(Clock.systemUTC()),
                Retries.onClock(settings.retryBudget(), RetryCounts.in(group)),
                listener,
                new CommitMetrics(group, Clock.systemUTC()));
    }

    BlockCommitter(
            List<String> tables,
            ShardInserts inserts,
            Fence fence,
            LedgerRows ledger,
            LedgerNews news,
            Retries retries,
            CommitListener listener,
            CommitMetrics metrics) {
        this.byPlace = Comparator.comparing((Block block) -> tables.indexOf(block.table()))
                .thenComparing(Block::table)
                .thenComparing(Block::shard)
                .thenComparing(Block::partition)
                .thenComparing(Block::ordinal);
        this.inserts = inserts;
        this.fence = fence;
        this.ledger = ledger;
        this.news = news;
        this.retries = retries;
        this.listener = listener;
        this.metrics = metrics;
    }

    @Override
    public void commit(Collection<CommitRequest<Committable>> requests) throws IOException, InterruptedException {
        List<Block> blocks = new ArrayList<>();
        List<Committable.Sealed> seals = new ArrayList<>();
        for (CommitRequest<Committable> request : requests) {
            Committable committable = request.getCommittable();
            if (committable instanceof Block block) {
                blocks.add(block);
            } else if (committable instanceof Committable.Sealed end) {
                seals.add(end);
            }
        }
        if (seals.size() != 1) {
            throw new IllegalStateException("A checkpoint came to the committer with " + seals.size() + " seals and "
                    + blocks.size() + " blocks; it takes exactly one seal. Next: report it");
        }
        blocks.sort(byPlace);
        publish(blocks, seals.get(0));
    }

    private void publish(List<Block> blocks, Committable.Sealed end) throws IOException, InterruptedException {
        Attempts attempts = retries.begin();
        Seal seal = end.seal();
        String checkpoint = "checkpoint " + seal.checkpoint() + " of timeline " + seal.timeline();
        metrics.pending(blocks.size());
        fence.check(attempts, checkpoint);
        long rows = 0;
        for (Block block : blocks) {
            String token = Token.of(seal.timeline(), seal.checkpoint(), block);
            attempts.run(
                    "Committing " + block + " of " + checkpoint,
                    () -> inserts.of(block).insert(block.table(), block.content(), token));
            rows += block.rows();
            metrics.inserted(block);
        }
        if (news.has(seal, blocks.size())) {
            long committedRows = rows;
            attempts.run(
                    "Writing the ledger row of " + checkpoint, () -> ledger.commit(end, committedRows, blocks.size()));
            news.written(seal);
        }
        metrics.committed(end.oldestAppendedMillis());
        tell(seal, checkpoint);
    }

    private void tell(Seal seal, String checkpoint) throws InterruptedException {
        try {
            listener.committed(seal);
        } catch (InterruptedException e) {
            throw e;
        } catch (Exception e) {
            LOG.warn("The listener failed at {}; the next commit tells it more", checkpoint, e);
        }
    }

    @Override
    public void close() throws Exception {
        try (inserts) {
            listener.close();
        }
    }
}
