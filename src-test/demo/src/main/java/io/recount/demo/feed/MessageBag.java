package io.recount.demo.feed;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import net.jpountz.xxhash.XXHash64;
import net.jpountz.xxhash.XXHashFactory;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;

/**
 * Which messages there are and how often each is, in any order, in a few bytes: two bags that are equal hold the same
 * messages, as surely as two hashes of 64 bits are of the same bytes.
 */
public final class MessageBag {

    private static final XXHash64 HASH = XXHashFactory.fastestJavaInstance().hash64();
    private static final long ANOTHER_SEED = 0x9E37_79B9_7F4A_7C15L;
    private static final byte[] NOTHING = {};
    private static final Duration POLL = Duration.ofMillis(500);

    private long count;
    private long sum;
    private long otherSum;

    /** A message; none is one without a byte. */
    public void add(byte @Nullable [] value) {
        byte[] message = value == null ? NOTHING : value;
        count++;
        sum += HASH.hash(message, 0, message.length, 0);
        otherSum += HASH.hash(message, 0, message.length, ANOTHER_SEED);
    }

    public long count() {
        return count;
    }

    public boolean holdsTheSameAs(MessageBag other) {
        return count == other.count && sum == other.sum && otherSum == other.otherSum;
    }

    /** All that readers of committed messages see. */
    public static MessageBag committed(Topic topic) {
        return of(topic, "read_committed");
    }

    /** Also what is part of transactions that were given up. */
    public static MessageBag written(Topic topic) {
        return of(topic, "read_uncommitted");
    }

    private static MessageBag of(Topic topic, String isolation) {
        List<TopicPartition> partitions = IntStream.range(0, topic.partitions())
                .mapToObj(number -> new TopicPartition(topic.name(), number))
                .toList();
        MessageBag bag = new MessageBag();
        try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(
                Map.of(
                        ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
                        topic.bootstrapServers(),
                        ConsumerConfig.ISOLATION_LEVEL_CONFIG,
                        isolation),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer())) {
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            while (partitions.stream()
                    .anyMatch(partition -> consumer.position(partition) < ends.getOrDefault(partition, 0L))) {
                consumer.poll(POLL).forEach(record -> bag.add(record.value()));
            }
        }
        return bag;
    }

    @Override
    public String toString() {
        return "%,d messages, sums %016x and %016x".formatted(count, sum, otherSum);
    }
}
