package io.recount.bench.path;

import io.recount.bench.path.IdleSource.Nothing;
import io.recount.pipeline.types.Invalidation;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.api.connector.source.SourceSplit;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.core.io.InputStatus;
import org.apache.flink.core.io.SimpleVersionedSerializer;

/** Stands in for scan and requests where there are no tables to be searched: never emits and never ends. */
final class IdleSource implements Source<Invalidation, Nothing, Nothing> {

    private static final long serialVersionUID = 1;

    /** There is nothing to divide and nothing to remember. */
    enum Nothing implements SourceSplit {
        AT_ALL;

        @Override
        public String splitId() {
            return name();
        }
    }

    @Override
    public Boundedness getBoundedness() {
        return Boundedness.CONTINUOUS_UNBOUNDED;
    }

    @Override
    public SourceReader<Invalidation, Nothing> createReader(SourceReaderContext context) {
        return new Reader();
    }

    @Override
    public SplitEnumerator<Nothing, Nothing> createEnumerator(SplitEnumeratorContext<Nothing> context) {
        return new Enumerator();
    }

    @Override
    public SplitEnumerator<Nothing, Nothing> restoreEnumerator(
            SplitEnumeratorContext<Nothing> context, Nothing checkpoint) {
        return new Enumerator();
    }

    @Override
    public SimpleVersionedSerializer<Nothing> getSplitSerializer() {
        return new Format();
    }

    @Override
    public SimpleVersionedSerializer<Nothing> getEnumeratorCheckpointSerializer() {
        return new Format();
    }

    private static final class Reader implements SourceReader<Invalidation, Nothing> {

        private final CompletableFuture<Void> never = new CompletableFuture<>();

        @Override
        public void start() {}

        @Override
        public InputStatus pollNext(ReaderOutput<Invalidation> output) {
            return InputStatus.NOTHING_AVAILABLE;
        }

        @Override
        public List<Nothing> snapshotState(long checkpoint) {
            return List.of();
        }

        @Override
        public CompletableFuture<Void> isAvailable() {
            return never;
        }

        @Override
        public void addSplits(List<Nothing> splits) {}

        @Override
        public void notifyNoMoreSplits() {}

        @Override
        public void close() {}
    }

    private static final class Enumerator implements SplitEnumerator<Nothing, Nothing> {

        @Override
        public void start() {}

        @Override
        public void handleSplitRequest(int subtask, String host) {}

        @Override
        public void addSplitsBack(List<Nothing> splits, int subtask) {}

        @Override
        public void addReader(int subtask) {}

        @Override
        public Nothing snapshotState(long checkpoint) {
            return Nothing.AT_ALL;
        }

        @Override
        public void close() {}
    }

    private static final class Format implements SimpleVersionedSerializer<Nothing> {

        @Override
        public int getVersion() {
            return 1;
        }

        @Override
        public byte[] serialize(Nothing nothing) {
            return new byte[0];
        }

        @Override
        public Nothing deserialize(int version, byte[] bytes) {
            return Nothing.AT_ALL;
        }
    }
}
