package io.recount.kafka;

import java.time.Duration;
import org.apache.flink.connector.kafka.source.KafkaSource;
import org.apache.flink.connector.kafka.source.KafkaSourceOptions;
import org.apache.flink.connector.kafka.source.enumerator.initializer.OffsetsInitializer;
import org.apache.kafka.clients.consumer.ConsumerConfig;

/**
 * The source: every committed record of the topics, once, from where it was told to begin; partitions that are added later
 * from their first record.
 *
 * <p>It commits no offsets. What a group has committed says what has been published, and only whoever publishes knows:
 * see {@link GroupOffsets}.
 */
public final class LogSource {

    private static final Duration DISCOVERY = Duration.ofSeconds(30);

    private LogSource() {}

    /**
     * A source without end.
     *
     * @param access the log
     * @param start where a job without state begins; see {@link LogStart}
     */
    public static KafkaSource<RawRecord> of(KafkaAccess access, OffsetsInitializer start) {
        return KafkaSource.<RawRecord>builder()
                .setProperties(access.clientProperties())
                .setBootstrapServers(access.bootstrapServers())
                .setTopics(access.topics())
                .setGroupId(access.groupId())
                .setClientIdPrefix(access.groupId())
                .setStartingOffsets(start)
                .setProperty(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed")
                .setProperty(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, "false")
                .setProperty(KafkaSourceOptions.COMMIT_OFFSETS_ON_CHECKPOINT.key(), "false")
                .setProperty(
                        KafkaSourceOptions.PARTITION_DISCOVERY_INTERVAL_MS.key(), String.valueOf(DISCOVERY.toMillis()))
                .setDeserializer(new RecordDeserializer())
                .build();
    }
}
