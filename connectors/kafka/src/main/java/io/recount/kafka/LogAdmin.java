package io.recount.kafka;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.DescribeTopicsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** Asks the brokers about the log, and creates what it lacks. Every question is answered within {@link #ANSWER} or fails, in words for people. */
final class LogAdmin implements AutoCloseable {

    static final Duration ANSWER = Duration.ofSeconds(30);

    private static final Duration REQUEST = Duration.ofSeconds(10);

    private final KafkaAccess access;
    private final Admin admin;

    /**
     * Connects with the first question.
     *
     * @param purpose part of the name by which brokers know this client
     * @throws LogUnavailableException if the properties are of no use
     */
    LogAdmin(KafkaAccess access, String purpose) {
        this.access = access;
        Properties properties = access.clientProperties();
        properties.setProperty(AdminClientConfig.CLIENT_ID_CONFIG, access.groupId() + "-" + purpose);
        properties.setProperty(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, String.valueOf(ANSWER.toMillis()));
        properties.setProperty(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, String.valueOf(REQUEST.toMillis()));
        try {
            this.admin = Admin.create(properties);
        } catch (KafkaException e) {
            throw LogUnavailableException.of(access, "its topics", e);
        }
    }

    /**
     * The topics to read, by name.
     *
     * @throws LogUnavailableException if one is missing, may not be read, or nobody answers
     */
    Map<String, LogTopic> topics() {
        Map<String, KafkaFuture<TopicDescription>> asked = admin.describeTopics(
                        access.topics(), new DescribeTopicsOptions().includeAuthorizedOperations(true))
                .topicNameValues();
        Map<String, LogTopic> topics = new HashMap<>();
        asked.forEach((name, future) -> topics.put(name, topic(answer(future, "topic " + name))));
        return topics;
    }

    /**
     * Creates a topic of one partition, replicated as the brokers do by default, if there is none of that name.
     *
     * @throws LogUnavailableException if there is none and it can't be created
     */
    void createIfAbsent(String topic) {
        try {
            answer(admin.describeTopics(List.of(topic)).allTopicNames(), "topic " + topic);
        } catch (LogUnavailableException e) {
            if (e.getCause() instanceof UnknownTopicOrPartitionException) {
                create(topic);
            } else if (!(e.getCause() instanceof AuthorizationException)) {
                throw e;
            }
            // A user who may not look at a topic may write to it all the same.
        }
    }

    private void create(String topic) {
        NewTopic wanted = new NewTopic(topic, Optional.of(1), Optional.empty());
        try {
            answer(admin.createTopics(List.of(wanted)).all(), "topic " + topic);
        } catch (LogUnavailableException e) {
            Throwable cause = e.getCause();
            if (!(cause instanceof TopicExistsException)) {
                throw cause == null ? e : LogUnavailableException.ofWriting(access, topic, cause);
            }
        }
    }

    private LogTopic topic(TopicDescription described) {
        Set<AclOperation> allowed = described.authorizedOperations();
        if (allowed != null && !allowed.isEmpty() && !allowed.contains(AclOperation.READ)) {
            throw LogUnavailableException.of(
                    access, "topic " + described.name(), new TopicAuthorizationException(Set.of(described.name())));
        }
        if (described.topicId().equals(Uuid.ZERO_UUID)) {
            throw new LogUnavailableException("Kafka at " + access.bootstrapServers() + " gives topic "
                    + described.name() + " no id. Next: use brokers of Kafka 2.8 or newer");
        }
        return new LogTopic(
                new LogName(described.name(), described.topicId().toString()),
                described.partitions().size());
    }

    /** What the partitions hold. They are asked for by topic and number, so their ids need a look before and after. */
    Map<LogPartition, LogRange> ranges(Collection<LogPartition> partitions) {
        return partitions.isEmpty()
                ? Map.of()
                : answer(askRanges(partitions), partitions.iterator().next().shown());
    }

    /** Asks what the partitions hold and waits for nothing. */
    KafkaFuture<Map<LogPartition, LogRange>> askRanges(Collection<LogPartition> partitions) {
        Map<TopicPartition, OffsetSpec> first = new HashMap<>();
        Map<TopicPartition, OffsetSpec> last = new HashMap<>();
        for (LogPartition partition : partitions) {
            first.put(partition.topicPartition(), OffsetSpec.earliest());
            last.put(partition.topicPartition(), OffsetSpec.latest());
        }
        ListOffsetsResult starts = admin.listOffsets(first);
        ListOffsetsResult ends = admin.listOffsets(last);
        return KafkaFuture.allOf(starts.all(), ends.all()).thenApply(done -> {
            Map<LogPartition, LogRange> ranges = new HashMap<>();
            for (LogPartition partition : partitions) {
                TopicPartition asked = partition.topicPartition();
                ranges.put(partition, new LogRange(known(starts, asked), known(ends, asked)));
            }
            return ranges;
        });
    }

    /** Of an answer that has come. */
    private static long known(ListOffsetsResult result, TopicPartition partition) {
        try {
            return result.partitionResult(partition).getNow(null).offset();
        } catch (InterruptedException | ExecutionException e) {
            throw new IllegalStateException("The offset of " + partition + " is not known yet", e);
        }
    }

    private <T> T answer(KafkaFuture<T> future, String what) {
        try {
            return future.get(ANSWER.plusSeconds(1).toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw LogUnavailableException.of(access, what, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new LogUnavailableException("The question about " + what + " was interrupted: the job is ending");
        }
    }

    @Override
    public void close() {
        admin.close(Duration.ZERO);
    }
}
