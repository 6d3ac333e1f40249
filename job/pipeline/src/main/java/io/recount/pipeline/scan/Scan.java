package io.recount.pipeline.scan;

import io.recount.cells.FrozenLine;
import io.recount.cells.model.Model;
import io.recount.clickhouse.AbandonedRows;
import io.recount.clickhouse.ClickHouseClient;
import io.recount.clickhouse.ClickHouseCluster;
import io.recount.clickhouse.ClickHouseFailure;
import io.recount.clickhouse.Ledger;
import io.recount.clickhouse.Lineage;
import io.recount.clickhouse.Pause;
import io.recount.clickhouse.RowReader;
import io.recount.clickhouse.UntilAnswered;
import io.recount.pipeline.sources.HandOver;
import io.recount.pipeline.tables.PublishedTable;
import io.recount.pipeline.types.Invalidation;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Searches the published tables, again and again, for rows that the history of this submission does not contain.
 *
 * <p>The history is in the ledger, on the first shard: the start row of the submission, which the sink writes before it
 * publishes anything. What is frozen stays as it is. Shards are searched one after another. While one is away the scan waits; the job itself may go on.
 */
final class Scan implements HandOver.Work<Invalidation>, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Scan.class);
    private static final Duration PAUSE = Duration.ofSeconds(1);

    private final List<ClickHouseClient> shards;
    private final List<PublishedTable> tables;
    private final long timeline;
    private final Duration interval;
    private final FrozenLine frozen;
    private final UntilAnswered reads = new UntilAnswered("The search for rows of abandoned runs");

    Scan(ClickHouseCluster cluster, Model model, long timeline, Duration interval, FrozenLine frozen) {
        this.shards = cluster.shards().stream()
                .map(shard -> new ClickHouseClient(shard.access()))
                .toList();
        this.tables = PublishedTable.of(model);
        this.timeline = timeline;
        this.interval = interval;
        this.frozen = frozen;
    }

    /** Until it is interrupted or ClickHouse refuses. */
    @Override
    public void run(HandOver.Taker<Invalidation> taker) throws ClickHouseFailure, InterruptedException {
        Ledger ledger = new Ledger(shards.get(0));
        Ledger.Entry start = await(() -> ledger.newestOf(timeline));
        search(start.seal().lineage(), "at the start", taker);
        await(() -> ledger.newestOf(timeline).filter(row -> row.kind() == Ledger.Kind.COMMIT));
        search(start.seal().lineage(), "after the first commit", taker);
        while (true) {
            Pause.REAL.pause(interval);
            search(start.seal().lineage(), "by interval", taker);
        }
    }

    private <T> T await(UntilAnswered.Read<Optional<T>> read) throws ClickHouseFailure, InterruptedException {
        while (true) {
            Optional<T> value = reads.call(read);
            if (value.isPresent()) {
                return value.get();
            }
            Pause.REAL.pause(PAUSE);
        }
    }

    private void search(Lineage lineage, String when, HandOver.Taker<Invalidation> taker)
            throws ClickHouseFailure, InterruptedException {
        long found = 0;
        for (ClickHouseClient shard : shards) {
            found += reads.call(() -> {
                AbandonedRows abandoned = new AbandonedRows(shard, timeline, lineage);
                long ofShard = 0;
                for (PublishedTable table : tables) {
                    ofShard += search(abandoned, table, taker);
                }
                return ofShard;
            });
        }
        if (found > 0) {
            LOG.info("{} published rows are of no timeline of this job ({}); they are computed again", found, when);
        }
    }

    private long search(AbandonedRows abandoned, PublishedTable table, HandOver.Taker<Invalidation> taker)
            throws ClickHouseFailure, InterruptedException {
        long found = 0;
        try (RowReader rows = abandoned.keys(table.name(), table.key(), table.shown(), table.notFrozen(frozen))) {
            for (; rows.next(); found++) {
                taker.take(new Invalidation(rows.text(1), table.targetOf(rows)));
            }
        }
        return found;
    }

    @Override
    public void close() {
        shards.forEach(ClickHouseClient::close);
    }
}
