package io.recount.pipeline.requests;

import io.recount.pipeline.sources.HandOver;
import io.recount.pipeline.types.Invalidation;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.core.io.InputStatus;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.MetricGroup;
import org.jspecify.annotations.Nullable;

/** Hands over what the lane finds, as far as the window is open, and remembers how far that is. */
final class RequestReader implements SourceReader<Invalidation, RequestSplit> {

    private final long timeline;
    private final Function<RequestSplit, RequestLane> lanes;
    private final HandOver<RequestLane.Handed> found = new HandOver<>("The work on requests to compute cells again");
    private final Window window = new Window();
    private CompletableFuture<@Nullable Void> opened = CompletableFuture.completedFuture(null);
    private RequestLane.@Nullable Handed held;
    private @Nullable RequestSplit split;

    /** {@code lanes} goes on from a split. */
    RequestReader(long timeline, Function<RequestSplit, RequestLane> lanes, MetricGroup metrics) {
        this.timeline = timeline;
        this.lanes = lanes;
        metrics.gauge("historyWindowDocuments", (Gauge<Long>) window::limit);
    }

    @Override
    public void start() {}

    @Override
    public void addSplits(List<RequestSplit> splits) {
        for (RequestSplit added : splits) {
            split = added;
            found.start("requests", lanes.apply(added));
        }
    }

    @Override
    public InputStatus pollNext(ReaderOutput<Invalidation> output) throws IOException {
        RequestLane.Handed next = held == null ? found.poll() : held;
        held = null;
        if (next == null) {
            return InputStatus.NOTHING_AVAILABLE;
        }
        if (next.documents() > 0 && !window.isOpen()) {
            held = next;
            opened = new CompletableFuture<>();
            return InputStatus.NOTHING_AVAILABLE;
        }
        window.handed(next.documents());
        if (next.invalidation() != null) {
            output.collect(next.invalidation());
        }
        split = new RequestSplit(false, timeline, next.after(), next.told());
        return InputStatus.MORE_AVAILABLE;
    }

    @Override
    public CompletableFuture<Void> isAvailable() {
        return held == null ? found.isAvailable() : opened;
    }

    @Override
    public List<RequestSplit> snapshotState(long checkpoint) {
        window.passed(checkpoint, System.nanoTime());
        return split == null ? List.of() : List.of(split);
    }

    @Override
    public void notifyCheckpointComplete(long checkpoint) {
        window.completed(checkpoint, System.nanoTime());
        opened.complete(null);
    }

    @Override
    public void notifyNoMoreSplits() {}

    @Override
    public void close() {
        found.close();
    }
}
