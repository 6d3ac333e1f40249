package io.recount.it;

import io.recount.demo.clickhouse.ClickHouseHttp;
import io.recount.demo.clickhouse.QueryFailure;
import io.recount.demo.clickhouse.ResultRow;
import io.recount.demo.clickhouse.ResultRows;
import io.recount.demo.feed.Topic;
import io.recount.local.Await;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.common.TopicPartition;

/**
 * Looks again and again whether Kafka says "done" before ClickHouse does. The group's offsets are read first and the
 * ledger after them: offsets may fall behind meanwhile, never ahead. What does not answer gives no sample.
 */
final class OffsetWatch implements AutoCloseable {

    private static final String GROUP = "recount";
    private static final Duration INTERVAL = Duration.ofMillis(100);
    private static final Duration END = Duration.ofSeconds(30);
    /** A start row names the checkpoint that was taken up, which may not be published yet. */
    private static final String PUBLISHED = """
            SELECT positions.partition, positions.next_offset FROM commits WHERE kind = 'commit'
            ORDER BY timeline DESC, checkpoint DESC LIMIT 1""";

    private final Topic topic;
    private final ClickHouseHttp clickHouse;
    private final Thread thread = new Thread(this::watch, "offset-watch");
    private final AtomicLong samples = new AtomicLong();
    private final List<String> violations = new CopyOnWriteArrayList<>();
    private volatile boolean over;

    private OffsetWatch(Topic topic, ClickHouseHttp clickHouse) {
        this.topic = topic;
        this.clickHouse = clickHouse;
    }

    static OffsetWatch start(Topic topic, ClickHouseHttp clickHouse) {
        OffsetWatch watch = new OffsetWatch(topic, clickHouse);
        watch.thread.start();
        return watch;
    }

    /** Looks at which the group had offsets and the ledger had a commit. */
    long samples() {
        return samples.get();
    }

    /** What was ahead, and when. */
    List<String> violations() {
        return violations;
    }

    private void watch() {
        try (Admin admin = Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, topic.bootstrapServers()))) {
            while (!Await.within(() -> over, INTERVAL)) {
                look(admin);
            }
        }
    }

    private void look(Admin admin) {
        try {
            Map<Integer, Long> offsets = new HashMap<>();
            admin.listConsumerGroupOffsets(GROUP)
                    .partitionsToOffsetAndMetadata()
                    .get(END.toSeconds(), TimeUnit.SECONDS)
                    .forEach((partition, offset) -> offsets.put(partition(partition), offset.offset()));
            compare(offsets, published());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            over = true;
        } catch (ExecutionException | TimeoutException | QueryFailure away) {
            System.out.println("No sample: " + away.getMessage());
        }
    }

    private int partition(TopicPartition partition) {
        if (!partition.topic().equals(topic.name())) {
            violations.add("The group has an offset of " + partition);
        }
        return partition.partition();
    }

    private void compare(Map<Integer, Long> offsets, Map<Integer, Long> published) {
        if (!offsets.isEmpty()) {
            samples.incrementAndGet();
        }
        offsets.forEach((partition, offset) -> {
            if (offset > published.getOrDefault(partition, 0L)) {
                violations.add("Sample %d: partition %d is at %d, published is %s"
                        .formatted(samples.get(), partition, offset, published));
            }
        });
    }

    private Map<Integer, Long> published() {
        Map<Integer, Long> positions = new HashMap<>();
        try (ResultRows rows = clickHouse.rows(PUBLISHED)) {
            if (rows.hasNext()) {
                ResultRow row = rows.next();
                long[] partitions = row.numbers(0);
                for (int i = 0; i < partitions.length; i++) {
                    positions.put((int) partitions[i], row.numbers(1)[i]);
                }
            }
        }
        return positions;
    }

    @Override
    public void close() throws InterruptedException {
        over = true;
        thread.join(END.toMillis());
    }
}
