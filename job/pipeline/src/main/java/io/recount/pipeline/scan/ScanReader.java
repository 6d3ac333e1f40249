package io.recount.pipeline.scan;

import io.recount.pipeline.types.Invalidation;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.core.io.InputStatus;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.MetricGroup;
import org.jspecify.annotations.Nullable;

/**
 * Runs the scan on a thread of its own and hands over what it finds. The scan waits while the job is slower than it.
 *
 * <p>If the scan fails, the job does.
 */
final class ScanReader implements SourceReader<Invalidation, NoSplit> {

    private static final int MOST_WAITING = 1_000;

    private final Thread thread;
    private final Counter abandonedRows;
    private final Queue<Invalidation> found = new ArrayDeque<>();
    private CompletableFuture<@Nullable Void> available = new CompletableFuture<>();
    private @Nullable Throwable failure;

    ScanReader(Scan scan, MetricGroup metrics) {
        this.abandonedRows = metrics.counter("abandonedRows");
        this.thread = new Thread(() -> run(scan), "scan");
        thread.setDaemon(true);
    }

    private void run(Scan scan) {
        try (scan) {
            scan.run(this::hand);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (Exception e) {
            fail(e);
        }
    }

    private synchronized void fail(Exception e) {
        failure = e;
        available.complete(null);
    }

    private synchronized void hand(Invalidation invalidation) throws InterruptedException {
        while (found.size() >= MOST_WAITING) {
            wait();
        }
        found.add(invalidation);
        available.complete(null);
    }

    @Override
    public void start() {
        thread.start();
    }

    @Override
    public synchronized InputStatus pollNext(ReaderOutput<Invalidation> output) throws IOException {
        if (failure != null) {
            throw new IOException(
                    "The search for rows of abandoned timelines failed. " + failure.getMessage(), failure);
        }
        Invalidation next = found.poll();
        notifyAll();
        if (next == null) {
            available = new CompletableFuture<>();
            return InputStatus.NOTHING_AVAILABLE;
        }
        abandonedRows.inc();
        output.collect(next);
        return InputStatus.MORE_AVAILABLE;
    }

    @Override
    public synchronized CompletableFuture<Void> isAvailable() {
        return available;
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
        thread.interrupt();
    }
}
