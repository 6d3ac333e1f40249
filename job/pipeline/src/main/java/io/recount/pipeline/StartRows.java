package io.recount.pipeline;

import io.recount.clickhouse.Attempts;
import io.recount.clickhouse.ClickHouseClient;
import io.recount.clickhouse.ClickHouseCluster;
import io.recount.clickhouse.Retries;
import io.recount.clickhouse.Seal;
import io.recount.clickhouse.StartListener;
import io.recount.pipeline.models.ModelRow;
import java.io.IOException;
import java.time.Duration;
import org.apache.flink.metrics.SimpleCounter;

/**
 * What is written of a start before anything of it is published: its model, and what it leaves out. Written again, a row is
 * the same one.
 */
final class StartRows implements StartListener {

    private static final long serialVersionUID = 1L;

    private final ClickHouseCluster cluster;
    private final ModelRow model;
    private final LogGaps gaps;
    private final Duration budget;

    /** {@code budget} is how long a server may be away. */
    StartRows(ClickHouseCluster cluster, ModelRow model, LogGaps gaps, Duration budget) {
        this.cluster = cluster;
        this.model = model;
        this.gaps = gaps;
        this.budget = budget;
    }

    @Override
    public void begins() throws IOException, InterruptedException {
        Attempts attempts = Retries.onClock(budget, new SimpleCounter()).begin();
        try (ClickHouseClient client = new ClickHouseClient(cluster.first())) {
            attempts.run("Writing under which model the job begins", () -> client.execute(model.insert()));
        }
    }

    @Override
    public void startsAfter(Seal commit) throws IOException, InterruptedException {
        gaps.startsAfter(commit);
    }
}
