package io.recount.kafka;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/** Looks at the log before a job is started. Every check ends within a bound, with a sentence that names the next step. */
public final class LogCheck {

    private LogCheck() {}

    /**
     * Returns if all topics are there and may be read.
     *
     * @throws LogUnavailableException if not
     */
    public static void require(KafkaAccess access) {
        try (LogAdmin admin = new LogAdmin(access, "check")) {
            admin.topics();
        }
    }

    /**
     * Where the partitions of all topics end now.
     *
     * @throws LogUnavailableException if the log can't be read
     */
    public static Map<LogPartition, Long> ends(KafkaAccess access) {
        try (LogAdmin admin = new LogAdmin(access, "ends")) {
            List<LogPartition> partitions = admin.topics().values().stream()
                    .flatMap(LogTopic::partitions)
                    .toList();
            return admin.ranges(partitions).entrySet().stream()
                    .collect(Collectors.toMap(
                            Map.Entry::getKey, each -> each.getValue().end()));
        }
    }

    /**
     * Compares positions with the log.
     *
     * <p>Positions of topics that are not read, and those of a topic's earlier lives if there are some of the present one,
     * say nothing. A partition of a known log without a position came later and begins at offset 0.
     *
     * @param nextOffsets by partition, the first offset that is not part of what is published
     * @throws LogGapException if records are gone and {@code policy} refuses that, or the log is shorter than was read
     * @throws LogUnavailableException if the log can't be read
     */
    public static StartPlan plan(KafkaAccess access, Map<LogPartition, Long> nextOffsets, GapPolicy policy) {
        try (LogAdmin admin = new LogAdmin(access, "check")) {
            Map<String, LogTopic> topics = admin.topics();
            Map<LogPartition, Long> wanted = new HashMap<>();
            List<LogGap> gaps = new ArrayList<>();
            for (LogTopic topic : topics.values()) {
                Map<LogPartition, Long> ofTopic = ofTopic(topic.name().topic(), nextOffsets);
                if (ofTopic.isEmpty()) {
                    continue;
                }
                boolean isKnown =
                        ofTopic.keySet().stream().anyMatch(each -> each.log().equals(topic.name()));
                if (!isKnown) {
                    ofTopic.forEach((partition, next) -> gaps.add(new LogGap(partition, next, OptionalLong.empty())));
                }
                topic.partitions()
                        .forEach(partition -> wanted.put(
                                partition, isKnown ? ofTopic.getOrDefault(partition, 0L) : LogSplit.FIRST_RECORD));
            }
            Map<LogPartition, LogRange> ranges = admin.ranges(wanted.keySet());
            if (!admin.topics().equals(topics)) {
                throw new LogUnavailableException("The topics at " + access.bootstrapServers()
                        + " changed while they were looked at. Next: start the job again");
            }
            Map<LogPartition, Long> offsets = new HashMap<>();
            wanted.forEach((partition, next) -> {
                LogRange range = ranges.getOrDefault(partition, new LogRange(0, 0));
                refuseBeyondEnd(partition, next, range);
                if (next != LogSplit.FIRST_RECORD && next < range.start()) {
                    gaps.add(new LogGap(partition, next, OptionalLong.of(range.start())));
                }
                offsets.put(partition, Math.max(next, range.start()));
            });
            if (policy == GapPolicy.REFUSE && !gaps.isEmpty()) {
                throw refused(gaps);
            }
            return new StartPlan(new StartOffsets(offsets), gaps);
        }
    }

    private static Map<LogPartition, Long> ofTopic(String topic, Map<LogPartition, Long> nextOffsets) {
        return nextOffsets.entrySet().stream()
                .filter(each -> each.getKey().log().topic().equals(topic))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    private static void refuseBeyondEnd(LogPartition partition, long next, LogRange range) {
        if (next > range.end()) {
            throw new LogGapException("In " + partition.shown() + ", what is published was read up to offset " + next
                    + ", and the log ends at " + range.end()
                    + ": the brokers have lost records and will use their offsets again."
                    + " Next: get the lost log back; else read a new topic, from empty tables");
        }
    }

    private static LogGapException refused(List<LogGap> gaps) {
        return new LogGapException("Records that are not part of what is published are gone: "
                + gaps.stream().map(LogGap::shown).sorted().collect(Collectors.joining("; "))
                + ". Next: bring them back, or set kafka.gap.policy=record, which writes the gap into log_gaps and begins"
                + " behind it");
    }
}
