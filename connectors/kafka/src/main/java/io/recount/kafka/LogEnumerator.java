package io.recount.kafka;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.api.connector.source.SplitsAssignment;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds partitions, at the start and again and again, and gives each to one reader.
 *
 * <p>A partition that a known log did not have before begins at offset 0, however late it is found. Of a log that was not
 * read before, reading begins at the first record. A topic that was created again ends the job for good.
 *
 * <p>Partitions of a topic that is taken out of the job's topics stay known, so that it goes on where it stopped when it is
 * put back: their readers keep the positions, see {@link LogReader}; those that no reader had wait here.
 */
final class LogEnumerator implements SplitEnumerator<LogSplit, Discovered> {

    private static final Logger LOG = LoggerFactory.getLogger(LogEnumerator.class);
    private static final Duration DISCOVERY = Duration.ofSeconds(30);
    private static final long NEW_PARTITION = 0;

    private final KafkaAccess access;
    private final StartOffsets start;
    private final SplitEnumeratorContext<LogSplit> context;
    private final Set<LogPartition> assigned = new HashSet<>();
    private final List<LogSplit> waiting = new ArrayList<>();
    private final boolean withState;
    private boolean found;
    private @Nullable LogAdmin admin;

    /**
     * Begins where told, or goes on.
     *
     * @param restored what an earlier one remembered; null without state
     */
    LogEnumerator(
            KafkaAccess access,
            StartOffsets start,
            SplitEnumeratorContext<LogSplit> context,
            @Nullable Discovered restored) {
        this.access = access;
        this.start = start;
        this.context = context;
        // A checkpoint from before the first look at the log knows no more than a start without state.
        this.withState = restored != null
                && !(restored.assigned().isEmpty() && restored.waiting().isEmpty());
        if (restored != null) {
            assigned.addAll(restored.assigned());
            waiting.addAll(restored.waiting());
        }
    }

    @Override
    public void start() {
        LogAdmin opened = new LogAdmin(access, "discovery");
        admin = opened;
        context.callAsync(opened::topics, this::take, 0, DISCOVERY.toMillis());
    }

    private void take(@Nullable Map<String, LogTopic> topics, @Nullable Throwable failure) {
        if (topics == null) {
            if (!found && failure instanceof LogUnavailableException unavailable) {
                throw unavailable;
            }
            LOG.warn("New partitions can't be looked for; those that are known are read on", failure);
            return;
        }
        found = true;
        Set<LogPartition> known = known();
        topics.values().forEach(topic -> refuseOtherLife(topic.name(), known));
        Set<LogName> knownLogs = new HashSet<>();
        known.forEach(partition -> knownLogs.add(partition.log()));
        topics.values().stream()
                .flatMap(LogTopic::partitions)
                .filter(partition -> !known.contains(partition))
                .map(partition -> begin(partition, knownLogs))
                .forEach(waiting::add);
        assign();
    }

    private LogSplit begin(LogPartition partition, Set<LogName> knownLogs) {
        LogSplit split;
        if (knownLogs.contains(partition.log())) {
            split = new LogSplit(partition, NEW_PARTITION);
        } else if (withState) {
            split = new LogSplit(partition, LogSplit.FIRST_RECORD);
        } else {
            split = start.split(partition);
        }
        LOG.info(
                "Reading {} from {}",
                partition.shown(),
                split.nextOffset() == LogSplit.FIRST_RECORD ? "its first record" : "offset " + split.nextOffset());
        return split;
    }

    private Set<LogPartition> known() {
        Set<LogPartition> known = new HashSet<>(assigned);
        waiting.forEach(split -> known.add(split.partition()));
        return known;
    }

    private void refuseOtherLife(LogName present, Set<LogPartition> known) {
        if (!withState && known.isEmpty() && start.areOfAnotherLifeThan(present)) {
            throw new LogGapException(
                            "Topic " + present.topic()
                                    + " was created again after the offsets to begin at were looked up. Next: submit the job again")
                    .forGood();
        }
        for (LogPartition partition : known) {
            if (partition.log().topic().equals(present.topic())
                    && !partition.log().equals(present)) {
                throw SplitOpening.otherLife(partition.log(), present).forGood();
            }
        }
    }

    private void assign() {
        Map<Integer, List<LogSplit>> assignment = new HashMap<>();
        for (LogSplit split : List.copyOf(waiting)) {
            int reader = reader(split.partition());
            if (access.reads(split.partition()) && context.registeredReaders().containsKey(reader)) {
                assignment.computeIfAbsent(reader, key -> new ArrayList<>()).add(split);
                waiting.remove(split);
                assigned.add(split.partition());
            }
        }
        if (!assignment.isEmpty()) {
            context.assignSplits(new SplitsAssignment<>(assignment));
        }
    }

    /** Spreads each topic's partitions evenly, and several topics from different readers on. */
    private int reader(LogPartition partition) {
        return Math.floorMod(
                partition.log().topic().hashCode() * 31 + partition.partition(), context.currentParallelism());
    }

    @Override
    public void addReader(int subtask) {
        assign();
    }

    @Override
    public void addSplitsBack(List<LogSplit> splits, int subtask) {
        splits.forEach(split -> assigned.remove(split.partition()));
        waiting.addAll(splits);
        assign();
    }

    /** Readers ask for nothing: they are given all they get. */
    @Override
    public void handleSplitRequest(int subtask, @Nullable String host) {}

    @Override
    public Discovered snapshotState(long checkpointId) {
        return new Discovered(assigned, waiting);
    }

    @Override
    public void close() {
        if (admin != null) {
            admin.close();
        }
    }
}
