package io.recount.cli.status;

import io.recount.kafka.LogPartition;
import io.recount.kafka.LogRange;
import java.util.Map;

/**
 * How far what is published is behind what Kafka holds.
 *
 * @param records that are not published, those that no consumer gets (markers of transactions) included
 * @param worst the partition with most of them; empty if there are none
 * @param retentionUsed of the partition that is nearest to losing records the share of its retained offsets that is not published
 */
public record Lag(long records, int partitions, String worst, double retentionUsed) {

    /**
     * Compares.
     *
     * @param published by partition, the first offset that is not published
     */
    public static Lag of(Map<LogPartition, Long> published, Map<LogPartition, LogRange> held) {
        long records = 0;
        long most = 0;
        String worst = "";
        double used = 0;
        for (Map.Entry<LogPartition, LogRange> entry : held.entrySet()) {
            LogRange range = entry.getValue();
            long next = Math.max(range.start(), published.getOrDefault(entry.getKey(), 0L));
            long behind = Math.max(0, range.end() - next);
            records += behind;
            if (behind > most) {
                most = behind;
                worst = entry.getKey().topicPartition().toString();
            }
            if (range.end() > range.start()) {
                used = Math.max(used, (double) behind / (range.end() - range.start()));
            }
        }
        return new Lag(records, held.size(), worst, used);
    }
}
