package io.recount.kafka;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.connector.base.source.reader.SingleThreadMultiplexSourceReaderBase;
import org.apache.kafka.common.KafkaFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One subtask's reader. Whatever it lets into a checkpoint is a position in the life of the topic it names: positions are
 * compared with the log before reading begins, and before a checkpoint the topics' ids are looked at again. An id never
 * comes back, so what was read up to then was read from the same life.
 *
 * <p>While no broker answers, that look waits, and the checkpoint with it: nothing could be read in the meantime either.
 *
 * <p>Positions of topics that were taken out of the job's topics stay in its state, untouched. When the topic is put back
 * they are compared with the log like any other: what retention has taken in between is a loss.
 */
final class LogReader extends SingleThreadMultiplexSourceReaderBase<LogElement, LogElement, LogSplit, LogCursor> {

    private static final Logger LOG = LoggerFactory.getLogger(LogReader.class);
    private static final Duration BETWEEN_LOOKS_AT_RETENTION = Duration.ofMinutes(1);

    private final KafkaAccess access;
    private final LogAdmin admin;
    private final SplitOpening opening;
    private final RetentionUsed retentionUsed;
    private final List<LogSplit> dormant = new ArrayList<>();
    private List<LogSplit> verified = List.of();
    private KafkaFuture<?> retentionAsked = KafkaFuture.completedFuture(null);
    private long retentionLookedAtNanos = System.nanoTime() - BETWEEN_LOOKS_AT_RETENTION.toNanos();

    static LogReader of(KafkaAccess access, SourceReaderContext context) {
        return new LogReader(access, new LogAdmin(access, "check-" + context.getIndexOfSubtask()), context);
    }

    private LogReader(KafkaAccess access, LogAdmin admin, SourceReaderContext context) {
        super(
                () -> PartitionReader.of(access, context),
                (element, output, cursor) -> {
                    cursor.advance(element);
                    output.collect(element);
                },
                new Configuration(),
                context);
        this.access = access;
        this.admin = admin;
        this.opening = new SplitOpening(admin);
        this.retentionUsed = new RetentionUsed(context.metricGroup());
    }

    @Override
    public void addSplits(List<LogSplit> splits) {
        List<LogSplit> wanted = new ArrayList<>();
        for (LogSplit split : splits) {
            if (access.reads(split.partition())) {
                wanted.add(split);
            } else {
                dormant.add(split);
                LOG.warn(
                        "Not reading {}: kafka.topic.names lacks the topic. It was read up to offset {}, where reading"
                                + " goes on if the topic is put back",
                        split.partition().shown(),
                        split.nextOffset());
            }
        }
        if (!wanted.isEmpty()) {
            super.addSplits(opening.open(wanted));
        }
    }

    @Override
    public List<LogSplit> snapshotState(long checkpointId) {
        List<LogSplit> splits = super.snapshotState(checkpointId);
        if (!splits.equals(verified)) {
            refuseOtherLives(splits);
            verified = splits;
        }
        lookAtRetention(splits);
        return Stream.concat(splits.stream(), dormant.stream()).toList();
    }

    private void refuseOtherLives(List<LogSplit> splits) {
        while (true) {
            try {
                opening.refuseOtherLives(splits);
                return;
            } catch (LogUnavailableException e) {
                if (!e.isBrokerAway()) {
                    throw e;
                }
                LOG.warn("A checkpoint waits for Kafka", e);
            }
        }
    }

    private void lookAtRetention(List<LogSplit> splits) {
        long nowNanos = System.nanoTime();
        boolean isTime = nowNanos - retentionLookedAtNanos >= BETWEEN_LOOKS_AT_RETENTION.toNanos();
        if (splits.isEmpty() || !isTime || !retentionAsked.isDone()) {
            return;
        }
        retentionLookedAtNanos = nowNanos;
        retentionAsked = admin.askRanges(
                        splits.stream().map(LogSplit::partition).toList())
                .whenComplete((ranges, failure) -> {
                    if (failure == null) {
                        retentionUsed.update(splits, ranges);
                    } else {
                        LOG.warn(
                                "Kafka did not say what it retains; the metric retentionUsed stays as it was", failure);
                    }
                });
    }

    /** Partitions have no end. */
    @Override
    protected void onSplitFinished(Map<String, LogCursor> finished) {
        throw new IllegalStateException("Partitions ended: " + finished.keySet());
    }

    @Override
    protected LogCursor initializedState(LogSplit split) {
        return new LogCursor(split);
    }

    @Override
    protected LogSplit toSplitType(String splitId, LogCursor cursor) {
        return cursor.split();
    }

    @Override
    public void close() throws Exception {
        try {
            super.close();
        } finally {
            admin.close();
        }
    }
}
