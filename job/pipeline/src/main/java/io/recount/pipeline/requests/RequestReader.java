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
import org.jspecify.annotations.Nullable;

/** Hands over what the lane finds, and remembers how far that is. */
final class RequestReader implements SourceReader<Invalidation, RequestSplit> {

    private final long timeline;
    private final Function<RequestSplit, RequestLane> lanes;
    private final HandOver<RequestLane.Handed> found = new HandOver<>("The work on requests to compute cells again");
    private @Nullable RequestSplit split;

    /** {@code lanes} goes on from a split. */
    RequestReader(long timeline, Function<RequestSplit, RequestLane> lanes) {
        this.timeline = timeline;
        this.lanes = lanes;
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
        RequestLane.Handed next = found.poll();
        if (next == null) {
            return InputStatus.NOTHING_AVAILABLE;
        }
        output.collect(next.invalidation());
        split = new RequestSplit(false, timeline, next.after(), next.told());
        return InputStatus.MORE_AVAILABLE;
    }

    @Override
    public CompletableFuture<Void> isAvailable() {
        return found.isAvailable();
    }

    @Override
    public List<RequestSplit> snapshotState(long checkpoint) {
        return split == null ? List.of() : List.of(split);
    }

    @Override
    public void notifyNoMoreSplits() {}

    @Override
    public void close() {
        found.close();
    }
}
