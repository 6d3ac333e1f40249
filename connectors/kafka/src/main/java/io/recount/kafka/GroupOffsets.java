package io.recount.kafka;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/**
 * Sets a group's offsets, for the eyes of dashboards and lag alerts: nothing is read from them again.
 *
 * <p>Bounded in time: a broker that is away costs a call {@value #TIMEOUT_SECONDS} seconds and no more. The caller decides
 * what a failure means. The group must have no members, as is the case for the readers of a {@link LogSource}.
 */
public final class GroupOffsets implements AutoCloseable {

    private static final int TIMEOUT_SECONDS = 5;
    private static final Duration TIMEOUT = Duration.ofSeconds(TIMEOUT_SECONDS);

    private final String groupId;
    private final Admin admin;

    public GroupOffsets(KafkaAccess access) {
        this.groupId = access.groupId();
        Properties properties = access.clientProperties();
        properties.setProperty(AdminClientConfig.CLIENT_ID_CONFIG, access.groupId() + "-offsets");
        properties.setProperty(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, String.valueOf(TIMEOUT.toMillis()));
        properties.setProperty(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, String.valueOf(TIMEOUT.toMillis()));
        this.admin = Admin.create(properties);
    }

    /**
     * Sets the offsets and returns when the broker has taken them. Of a topic that was created again, those of its present
     * life count.
     *
     * @param nextOffsets the first offset that has not been processed, by partition
     * @throws TimeoutException if the broker did not answer in time
     * @throws ExecutionException if it refused
     */
    public void set(Map<LogPartition, Long> nextOffsets)
            throws ExecutionException, InterruptedException, TimeoutException {
        if (nextOffsets.isEmpty()) {
            return;
        }
        Set<LogName> present =
                present(nextOffsets.keySet().stream().map(LogPartition::log).collect(Collectors.toSet()));
        Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();
        nextOffsets.forEach((partition, next) -> {
            if (present.contains(partition.log())) {
                offsets.put(partition.topicPartition(), new OffsetAndMetadata(next));
            }
        });
        admin.alterConsumerGroupOffsets(groupId, offsets).all().get(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Of several lives of a topic the one that the brokers have; they are asked only where there are several. */
    private Set<LogName> present(Set<LogName> logs) throws ExecutionException, InterruptedException, TimeoutException {
        Set<String> topics = logs.stream().map(LogName::topic).collect(Collectors.toSet());
        if (topics.size() == logs.size()) {
            return logs;
        }
        Map<String, TopicDescription> described =
                admin.describeTopics(topics).allTopicNames().get(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
        return described.values().stream()
                .map(topic -> new LogName(topic.name(), topic.topicId().toString()))
                .collect(Collectors.toSet());
    }

    @Override
    public void close() {
        admin.close(TIMEOUT);
    }
}
