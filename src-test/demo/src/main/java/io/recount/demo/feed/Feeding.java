package io.recount.demo.feed;

import io.recount.harness.feed.Delivery;
import io.recount.local.Await;
import java.time.Duration;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;

/**
 * Puts deliveries into the topic, each exactly once, in a thread of its own. A broker that goes away is waited for; what
 * it refuses, or a source that fails, ends the feeding and is kept as its {@link #failure}.
 */
public final class Feeding {

    private static final int PATIENCE_MILLIS = 600_000;
    private static final int REQUEST_MILLIS = 15_000;
    private static final int SAMPLE_EVERY = 500;
    private static final Duration MARKED = Duration.ofMinutes(1);

    private final Topic topic;
    private final Iterator<Delivery> deliveries;
    private final Consumer<byte[]> witness;
    private final Thread thread = new Thread(this::feed, "feeding");
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    private final NavigableMap<Long, Long> nanosByCount = new ConcurrentSkipListMap<>();
    private volatile long fed;
    private volatile boolean complete;
    private boolean transactional;
    private volatile long marks;

    /** {@code witness} sees every message that is fed, in the feeding's thread. */
    public Feeding(Topic topic, Iterator<Delivery> deliveries, Consumer<byte[]> witness) {
        this.topic = topic;
        this.deliveries = deliveries;
        this.witness = witness;
        thread.setDaemon(true);
    }

    /** Feeds in transactions, as other writers than the load do it; they leave marks in the topic. */
    public Feeding inTransactions() {
        transactional = true;
        return this;
    }

    public Feeding start() {
        thread.start();
        return this;
    }

    /** Deliveries handed to Kafka's client so far. */
    public long fed() {
        return fed;
    }

    /** Whether Kafka has acknowledged all deliveries. */
    public boolean isComplete() {
        return complete;
    }

    /** Offsets that no message has, once it is complete. */
    public long marks() {
        return marks;
    }

    public Optional<FeedFailure> failure() {
        return Optional.ofNullable(failure.get())
                .map(cause -> new FeedFailure(
                        "Feeding " + topic.name() + " at " + topic.bootstrapServers() + " ended after " + fed
                                + " deliveries",
                        cause));
    }

    /** How long ago about so many deliveries had been fed. */
    public Duration ageOf(long count) {
        Map.Entry<Long, Long> sample = nanosByCount.ceilingEntry(count);
        return sample == null ? Duration.ZERO : Duration.ofNanos(System.nanoTime() - sample.getValue());
    }

    private void feed() {
        try (Producer<String, byte[]> producer = producer()) {
            long count = 0;
            Transactions transactions =
                    transactional ? Transactions.of(producer, refused -> failure.compareAndSet(null, refused)) : null;
            while (deliveries.hasNext() && failure.get() == null) {
                Delivery delivery = deliveries.next();
                witness.accept(delivery.value());
                if (transactions == null) {
                    send(producer, delivery);
                } else {
                    transactions.send(delivery.partition(topic.partitions()), () -> send(producer, delivery));
                }
                count++;
                fed = count;
                if (count % SAMPLE_EVERY == 0) {
                    nanosByCount.put(count, System.nanoTime());
                }
            }
            producer.flush();
            if (transactions != null) {
                transactions.close();
                Await.until(topic::isSettled, MARKED, () -> topic.name() + " has open transactions");
                marks = transactions.marks();
            }
            nanosByCount.put(count, System.nanoTime());
            complete = failure.get() == null;
        } catch (RuntimeException e) {
            failure.compareAndSet(null, e);
        }
    }

    private void send(Producer<String, byte[]> producer, Delivery delivery) {
        var unused = producer.send(
                new ProducerRecord<>(
                        topic.name(), delivery.partition(topic.partitions()), delivery.key(), delivery.value()),
                (metadata, refused) -> {
                    if (refused != null) {
                        failure.compareAndSet(null, refused);
                    }
                });
    }

    private Producer<String, byte[]> producer() {
        Map<String, Object> properties = new HashMap<>(Map.of(
                ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
                topic.bootstrapServers(),
                ProducerConfig.ACKS_CONFIG,
                "all",
                ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG,
                true,
                ProducerConfig.COMPRESSION_TYPE_CONFIG,
                "lz4",
                ProducerConfig.LINGER_MS_CONFIG,
                20,
                ProducerConfig.BATCH_SIZE_CONFIG,
                1 << 16,
                ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG,
                REQUEST_MILLIS,
                ProducerConfig.MAX_BLOCK_MS_CONFIG,
                PATIENCE_MILLIS,
                ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG,
                PATIENCE_MILLIS));
        if (transactional) {
            properties.put(ProducerConfig.TRANSACTIONAL_ID_CONFIG, "feeding");
        }
        return new KafkaProducer<>(properties, new StringSerializer(), new ByteArraySerializer());
    }
}
