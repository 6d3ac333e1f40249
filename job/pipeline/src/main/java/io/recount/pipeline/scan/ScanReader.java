package io.recount.pipeline.scan;

import io.recount.pipeline.sources.HandOver;
import io.recount.pipeline.types.Invalidation;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.core.io.InputStatus;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.MetricGroup;

/** Hands over what the scan finds. */
final class ScanReader implements SourceReader<Invalidation, NoSplit> {

    private final Scan scan;
    private final Counter abandonedRows;
    private final HandOver<Invalidation> found = new HandOver<>("The search for rows of abandoned timelines");

    ScanReader(Scan scan, MetricGroup metrics) {
        this.scan = scan;
        this.abandonedRows = metrics.counter("abandonedRows");
    }

    @Override
    public void start() {
        found.start("scan", scan);
    }

    @Override
    public InputStatus pollNext(ReaderOutput<Invalidation> output) throws IOException {
        Invalidation next = found.poll();
        if (next == null) {
            return InputStatus.NOTHING_AVAILABLE;
        }
        abandonedRows.inc();
        output.collect(next);
        return InputStatus.MORE_AVAILABLE;
    }

    @Override
    public CompletableFuture<Void> isAvailable() {
        return found.isAvailable();
    }

    @Override
    public List<NoSplit> snapshotState(long checkpoint) {
        return List.of();
    }

    @Override
    public void addSplits(List<NoSplit> splits) {}

    @Override
    public void notifyNoMoreSplits() {}

    @Override
    public void close() {
        found.close();
    }
}
