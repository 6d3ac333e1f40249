package io.recount.pipeline.scan;

import io.recount.cells.FrozenLine;
import io.recount.cells.model.Model;
import io.recount.clickhouse.ClickHouseCluster;
import io.recount.pipeline.types.Invalidation;
import java.time.Duration;
import java.util.List;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.core.io.SimpleVersionedSerializer;

/**
 * Emits an invalidation for every published row that readers see and this job's history does not contain. It searches at
 * every start; after the first commit of this submission, when all that an ancestor had left behind is in; and then
 * again and again, because a job that was thought to be gone may have written one more commit.
 *
 * <p>It has no state: what was emitted and not committed is found again. To be run with parallelism 1.
 *
 * @param timeline this submission's
 * @param interval between two searches
 * @param frozen what lies before it is not searched
 */
public record ScanSource(ClickHouseCluster cluster, Model model, long timeline, Duration interval, FrozenLine frozen)
        implements Source<Invalidation, NoSplit, NoSplit> {

    private static final long serialVersionUID = 1L;

    @Override
    public Boundedness getBoundedness() {
        return Boundedness.CONTINUOUS_UNBOUNDED;
    }

    @Override
    public SourceReader<Invalidation, NoSplit> createReader(SourceReaderContext context) {
        return new ScanReader(new Scan(cluster, model, timeline, interval, frozen), context.metricGroup());
    }

    @Override
    public SplitEnumerator<NoSplit, NoSplit> createEnumerator(SplitEnumeratorContext<NoSplit> context) {
        return new NothingToDivide();
    }

    @Override
    public SplitEnumerator<NoSplit, NoSplit> restoreEnumerator(
            SplitEnumeratorContext<NoSplit> context, NoSplit checkpoint) {
        return new NothingToDivide();
    }

    @Override
    public SimpleVersionedSerializer<NoSplit> getSplitSerializer() {
        return new NoSplit.Format();
    }

    @Override
    public SimpleVersionedSerializer<NoSplit> getEnumeratorCheckpointSerializer() {
        return new NoSplit.Format();
    }

    /** Every reader, of which there is one, works by itself. */
    private static final class NothingToDivide implements SplitEnumerator<NoSplit, NoSplit> {

        @Override
        public void start() {}

        @Override
        public void handleSplitRequest(int subtask, String host) {}

        @Override
        public void addSplitsBack(List<NoSplit> splits, int subtask) {}

        @Override
        public void addReader(int subtask) {}

        @Override
        public NoSplit snapshotState(long checkpoint) {
            return NoSplit.NOTHING;
        }

        @Override
        public void close() {}
    }
}
