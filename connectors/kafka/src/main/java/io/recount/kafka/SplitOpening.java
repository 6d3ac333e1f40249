package io.recount.kafka;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Compares the positions at which reading is to go on with what the log holds, before anything is read.
 *
 * <p>A job with state knows records that nobody can read again, so it never jumps over a gap: whoever wants that begins
 * without state, where the gap is recorded.
 */
final class SplitOpening {

    private static final String MEND = " Next: begin without state at what is published (start.from=ledger), where"
            + " kafka.gap.policy says whether to go on with the loss recorded";

    private final LogAdmin admin;

    SplitOpening(LogAdmin admin) {
        this.admin = admin;
    }

    /**
     * The splits with offsets that the log holds.
     *
     * @throws org.apache.flink.runtime.execution.SuppressRestartsException if one of them is gone
     * @throws LogUnavailableException if the brokers don't say
     */
    List<LogSplit> open(List<LogSplit> splits) {
        refuseOtherLives(splits);
        Map<LogPartition, LogRange> ranges =
                admin.ranges(splits.stream().map(LogSplit::partition).toList());
        // What was asked for by name may have been of another life by then; ids never come back.
        refuseOtherLives(splits);
        List<LogSplit> opened = new ArrayList<>();
        for (LogSplit split : splits) {
            LogRange range = ranges.get(split.partition());
            if (range == null) {
                throw new IllegalStateException(
                        "Nobody said what " + split.partition().shown() + " holds");
            }
            opened.add(opened(split, range));
        }
        return opened;
    }

    /**
     * Fails if a topic is no longer the one that is being read.
     *
     * @throws org.apache.flink.runtime.execution.SuppressRestartsException if it was created again
     */
    void refuseOtherLives(List<LogSplit> splits) {
        Map<String, LogTopic> topics = admin.topics();
        for (LogSplit split : splits) {
            LogName read = split.partition().log();
            LogTopic topic = topics.get(read.topic());
            if (topic == null) {
                throw new LogUnavailableException("Topic " + read.topic()
                        + " is in this job's state and is none of its topics. Next: add it to kafka.topic.names");
            }
            if (!topic.name().equals(read)) {
                throw otherLife(split, topic.name()).forGood();
            }
        }
    }

    private static LogGapException otherLife(LogSplit split, LogName present) {
        return new LogGapException("Topic " + present.topic() + " was deleted and created again: its id is "
                + present.topicId() + ", and this job has read "
                + split.partition().log().topicId() + ", partition "
                + split.partition().partition() + " up to offset " + split.nextOffset()
                + ". What came behind that is gone, and the new topic's first records would be skipped." + MEND);
    }

    /** The same, where nobody knows how far reading got. */
    static LogGapException otherLife(LogName read, LogName present) {
        return new LogGapException("Topic " + present.topic() + " was deleted and created again: its id is "
                + present.topicId() + ", and this job reads " + read.topicId()
                + ". What was not read of it is gone, and the new topic's first records would be skipped." + MEND);
    }

    private static LogSplit opened(LogSplit split, LogRange range) {
        if (split.nextOffset() == LogSplit.FIRST_RECORD) {
            return new LogSplit(split.partition(), range.start());
        }
        if (split.nextOffset() < range.start()) {
            throw new LogGapException("In " + split.partition().shown() + ", offsets " + split.nextOffset() + " to "
                            + (range.start() - 1) + " were never read and are deleted: the log begins at "
                            + range.start() + "." + MEND)
                    .forGood();
        }
        if (split.nextOffset() > range.end()) {
            throw new LogGapException("In " + split.partition().shown() + ", reading is to go on at offset "
                            + split.nextOffset() + ", and the log ends at " + range.end()
                            + ": the brokers have lost records that were read, and will use their offsets again."
                            + " Next: get the lost log back; else read a new topic, from empty tables")
                    .forGood();
        }
        return split;
    }
}
