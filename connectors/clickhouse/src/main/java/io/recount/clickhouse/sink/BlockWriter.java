package io.recount.clickhouse.sink;

import io.recount.clickhouse.Attempts;
import io.recount.clickhouse.ClickHouseCluster;
import io.recount.clickhouse.Phase;
import io.recount.clickhouse.Progress;
import io.recount.clickhouse.Retries;
import io.recount.clickhouse.RetryCounts;
import io.recount.clickhouse.SinkElement;
import io.recount.clickhouse.TableRow;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.connector.sink2.CommittingSinkWriter;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.MetricGroup;

/**
 * Collects rows by shard and partition.
 *
 * <p>Rows of tables written {@link Phase#ON_WRITE} are inserted when a block is full and at the barrier; when
 * {@link #flush} returns the server has acknowledged all of them, so no checkpoint completes without them. The others
 * become blocks that wait for their checkpoint. After a barrier the writer holds nothing, and so it has no state.
 *
 * <p>While the server is away, {@link #flush} keeps trying, as long as its one budget lasts, and the job waits behind it.
 */
final class BlockWriter implements CommittingSinkWriter<SinkElement, WriteResult> {

    private final List<BlockEncoder> encoders;
    private final ClickHouseCluster cluster;
    private final BlockLimits limits;
    private final ShardInserts inserts;
    private final Retries retries;
    private final Counter rowsWritten;
    private final Counter blocksWritten;

    private final Map<Partition, RowBuffer> buffers = new LinkedHashMap<>();
    private final List<WriteResult> results = new ArrayList<>();

    /** A writer on the machine's clock. */
    public static BlockWriter create(SinkSettings settings, MetricGroup metrics) {
        Retries retries = Retries.onClock(settings.retryBudget(), RetryCounts.in(metrics));
        return new BlockWriter(
                settings, ShardInserts.checked(ShardInserts.connect(settings), settings), retries, metrics);
    }

    BlockWriter(SinkSettings settings, ShardInserts inserts, Retries retries, MetricGroup metrics) {
        this.encoders = settings.tables().stream()
                .map(table -> new BlockEncoder(table, settings.limits()))
                .toList();
        this.cluster = settings.cluster();
        this.limits = settings.limits();
        this.inserts = inserts;
        this.retries = retries;
        this.rowsWritten = metrics.counter("rowsWritten");
        this.blocksWritten = metrics.counter("blocksWritten");
    }

    @Override
    public void write(SinkElement element, Context context) throws IOException, InterruptedException {
        if (element instanceof TableRow row) {
            Partition partition =
                    new Partition(encoder(row.table()), cluster.shardOf(row.shardHash()), row.partition());
            RowBuffer buffer = buffers.computeIfAbsent(
                    partition, p -> new RowBuffer(p.encoder().table().phase()));
            buffer.add(row);
            if (buffer.isFull(limits)) {
                buffers.remove(partition);
                finish(partition, buffer, retries.begin());
            }
        } else if (element instanceof Progress progress) {
            results.add(new WriteResult.Reported(progress));
        }
    }

    @Override
    public void flush(boolean endOfInput) throws IOException, InterruptedException {
        Attempts attempts = retries.begin();
        for (Map.Entry<Partition, RowBuffer> entry : buffers.entrySet()) {
            finish(entry.getKey(), entry.getValue(), attempts);
        }
        buffers.clear();
    }

    @Override
    public Collection<WriteResult> prepareCommit() {
        List<WriteResult> prepared = List.copyOf(results);
        results.clear();
        return prepared;
    }

    @Override
    public void close() {
        inserts.close();
    }

    private void finish(Partition partition, RowBuffer buffer, Attempts attempts)
            throws IOException, InterruptedException {
        List<Block> blocks = partition.encoder().encode(partition.number(), buffer.rows()).stream()
                .map(block -> block.on(partition.shard()))
                .toList();
        switch (partition.encoder().table().phase()) {
            case ON_COMMIT -> results.addAll(blocks);
            case ON_WRITE -> {
                for (Block block : blocks) {
                    insert(block, attempts);
                }
            }
        }
    }

    private void insert(Block block, Attempts attempts) throws IOException, InterruptedException {
        // No token: the rows of an abandoned attempt may be equal, and these must go in all the same.
        attempts.run("Writing " + block, () -> inserts.of(block).insert(block.table(), block.content(), null));
        rowsWritten.inc(block.rows());
        blocksWritten.inc();
    }

    private BlockEncoder encoder(int table) {
        if (table < 0 || table >= encoders.size()) {
            throw new IllegalArgumentException("A row is of table " + table + ", and the sink was built with "
                    + encoders.size() + " tables; rows name them by index, from 0");
        }
        return encoders.get(table);
    }

    /** A partition of a table on a shard. Encoders are compared by identity: a sink has one per table. */
    private record Partition(BlockEncoder encoder, int shard, int number) {}
}
