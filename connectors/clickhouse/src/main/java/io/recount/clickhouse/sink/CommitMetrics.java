package io.recount.clickhouse.sink;

import io.recount.clickhouse.Progress;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.MetricGroup;

/** What an operator sees of the commits. */
final class CommitMetrics {

    private final Clock clock;
    private final Counter rowsCommitted;
    private final Counter blocksCommitted;
    private final Counter bytesCommitted;

    /** Until the first commit: since the committer began. */
    private volatile Instant lastCommit;

    private volatile Instant begun;
    private volatile long lastCommitMillis;
    private volatile int pendingBlocks;
    private volatile boolean committing;
    private volatile long freshnessMillis;

    CommitMetrics(MetricGroup group, Clock clock) {
        this.clock = clock;
        lastCommit = clock.instant();
        begun = lastCommit;
        rowsCommitted = group.counter("rowsCommitted");
        blocksCommitted = group.counter("blocksCommitted");
        bytesCommitted = group.counter("bytesCommitted");
        group.gauge("secondsSinceLastCommit", (Gauge<Long>)
                () -> Duration.between(lastCommit, clock.instant()).toSeconds());
        group.gauge("lastCommitMillis", (Gauge<Long>) () -> lastCommitMillis);
        group.gauge("pendingBlocks", (Gauge<Integer>) () -> pendingBlocks);
        group.gauge("pendingSeconds", (Gauge<Long>) this::pendingSeconds);
        group.gauge("freshnessMillis", (Gauge<Long>) () -> freshnessMillis);
    }

    private long pendingSeconds() {
        return committing ? Duration.between(begun, clock.instant()).toSeconds() : 0;
    }

    void pending(int blocks) {
        begun = clock.instant();
        pendingBlocks = blocks;
        committing = true;
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // only the committer's thread writes
    void inserted(Block block) {
        rowsCommitted.inc(block.rows());
        blocksCommitted.inc();
        bytesCommitted.inc(block.content().length);
        pendingBlocks--;
    }

    /**
     * The commit is in.
     *
     * @param oldestAppendedMillis when the oldest of its records was appended; {@link Progress#NO_RECORDS} if it has none
     */
    void committed(long oldestAppendedMillis) {
        lastCommit = clock.instant();
        lastCommitMillis = Duration.between(begun, lastCommit).toMillis();
        committing = false;
        if (oldestAppendedMillis != Progress.NO_RECORDS) {
            freshnessMillis = lastCommit.toEpochMilli() - oldestAppendedMillis;
        }
    }
}
