package io.recount.pipeline.cells;

import io.recount.cells.model.Model;
import io.recount.clickhouse.Attempts;
import io.recount.clickhouse.ClickHouseCluster;
import io.recount.clickhouse.ClickHouseFailure;
import io.recount.clickhouse.DocumentStore;
import io.recount.clickhouse.Lineage;
import io.recount.clickhouse.Retries;
import io.recount.pipeline.tables.DocumentRows;
import io.recount.pipeline.tables.ShardKey;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.MetricGroup;

/**
 * Documents in ClickHouse; those of a register are on its shard. While the server is away the job waits; no document is ever taken for new because it could
 * not be asked for.
 *
 * @param budget how long a read is tried again before the job restarts
 */
public record StoredDocuments(ClickHouseCluster cluster, Model model, Duration budget) implements PastDocuments {

    private static final long serialVersionUID = 1L;

    @Override
    public Reader open(MetricGroup metrics) {
        DocumentRows documents = new DocumentRows(model);
        List<DocumentStore> shards = cluster.shards().stream()
                .map(shard -> new DocumentStore(shard.access(), documents.table()))
                .toList();
        Retries retries = Retries.onClock(budget, metrics.counter("retries"));
        Counter read = metrics.counter("documentsReadBack");
        return new Reader() {
            @Override
            public List<Past> read(String register, Lineage history) throws IOException, InterruptedException {
                DocumentStore store = shards.get(cluster.shardOf(ShardKey.hash(register)));
                Attempts attempts = retries.begin();
                List<Past> past = attempts.call(
                        "Reading the documents of a register back", () -> rows(store, documents, register, history));
                read.inc(past.size());
                return past;
            }

            @Override
            public void close() {
                shards.forEach(DocumentStore::close);
            }
        };
    }

    private static List<Past> rows(DocumentStore store, DocumentRows documents, String register, Lineage history)
            throws ClickHouseFailure {
        List<Past> past = new ArrayList<>();
        store.read(register, history, row -> past.add(new Past(documents.document(row), DocumentRows.isLate(row))));
        return past;
    }
}
