package io.recount.bench.throughput;

import io.recount.demo.feed.Feeding;
import io.recount.demo.feed.Topic;
import io.recount.harness.Feed;
import io.recount.harness.expectation.DeclaredModel;
import io.recount.local.Await;
import java.time.Duration;
import java.util.concurrent.atomic.LongAdder;

/**
 * A topic with all that is read.
 *
 * @param messages more than documents: versions, duplicates, and what is no document
 * @param bytes of all messages
 */
record FilledLog(LogShape shape, String bootstrapServers, String topic, long messages, long bytes) {

    private static final int PARTITIONS = 4;
    private static final Duration DEADLINE = Duration.ofHours(2);

    /** Returns when the broker has taken all of it. */
    static FilledLog fill(LogShape shape, DeclaredModel model, String bootstrapServers) {
        Topic topic = new Topic(
                bootstrapServers, "receipts-%d-%d".formatted(shape.documents(), shape.registers()), PARTITIONS);
        topic.create();
        LongAdder bytes = new LongAdder();
        Feeding feeding =
                new Feeding(topic, Feed.of(model, shape.scenario()), message -> bytes.add(message.length)).start();
        Await.until(
                () -> feeding.isComplete() || feeding.failure().isPresent(),
                DEADLINE,
                () -> "Kafka took only " + feeding.fed() + " messages within " + DEADLINE.toMinutes() + " min");
        feeding.failure().ifPresent(failure -> {
            throw failure;
        });
        return new FilledLog(shape, bootstrapServers, topic.name(), feeding.fed(), bytes.sum());
    }

    /** The same topic, of which nothing is read. */
    static FilledLog empty(String bootstrapServers) {
        Topic topic = new Topic(bootstrapServers, "receipts-none", PARTITIONS);
        topic.create();
        return new FilledLog(new LogShape(0, 1), bootstrapServers, topic.name(), 0, 0);
    }
}
