package io.recount.demo.feed;

import io.recount.local.Await;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;

/** The topic the messages go through. */
public record Topic(String bootstrapServers, String name, int partitions) {

    private static final short REPLICAS = 1;
    private static final Duration KNOWN = Duration.ofSeconds(30);

    public void create() {
        try (Admin admin = admin()) {
            admin.createTopics(Set.of(new NewTopic(name, partitions, REPLICAS)))
                    .all()
                    .get();
            // Those that ask about it know of it a little later.
            Await.until(() -> isKnown(admin), KNOWN, () -> "Kafka at " + bootstrapServers + " does not know " + name);
        } catch (ExecutionException e) {
            throw new FeedFailure("Kafka at " + bootstrapServers + " did not create the topic " + name, e.getCause());
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    private boolean isKnown(Admin admin) {
        try {
            return admin.describeTopics(Set.of(name)).allTopicNames().get().size() == 1;
        } catch (ExecutionException e) {
            return false;
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    /** By partition, the offset that the next message will have. */
    public Map<Integer, Long> endOffsets() {
        return endOffsets(IsolationLevel.READ_UNCOMMITTED);
    }

    /** Whether every transaction has its mark. */
    boolean isSettled() {
        return endOffsets(IsolationLevel.READ_COMMITTED).equals(endOffsets());
    }

    private Map<Integer, Long> endOffsets(IsolationLevel isolation) {
        Map<TopicPartition, OffsetSpec> latest = IntStream.range(0, partitions)
                .mapToObj(partition -> new TopicPartition(name, partition))
                .collect(Collectors.toMap(partition -> partition, partition -> OffsetSpec.latest()));
        try (Admin admin = admin()) {
            Map<Integer, Long> offsets = new TreeMap<>();
            for (Map.Entry<TopicPartition, ListOffsetsResultInfo> end : admin.listOffsets(
                            latest, new ListOffsetsOptions(isolation))
                    .all()
                    .get()
                    .entrySet()) {
                offsets.put(end.getKey().partition(), end.getValue().offset());
            }
            return offsets;
        } catch (ExecutionException e) {
            throw new FeedFailure(
                    "Kafka at " + bootstrapServers + " did not say where " + name + " ends", e.getCause());
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    /** Has records deleted, as retention does; {@code offsets} are the first that stay, by partition. */
    public void deleteRecords(Map<Integer, Long> offsets) {
        try (Admin admin = admin()) {
            admin.deleteRecords(offsets.entrySet().stream()
                            .collect(Collectors.toMap(
                                    kept -> new TopicPartition(name, kept.getKey()),
                                    kept -> RecordsToDelete.beforeOffset(kept.getValue()))))
                    .all()
                    .get();
        } catch (ExecutionException e) {
            throw new FeedFailure("Kafka at " + bootstrapServers + " did not delete records of " + name, e.getCause());
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    private FeedFailure interrupted(InterruptedException e) {
        Thread.currentThread().interrupt();
        return new FeedFailure("Interrupted while Kafka at " + bootstrapServers + " was asked about " + name, e);
    }

    private Admin admin() {
        return Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers));
    }
}
