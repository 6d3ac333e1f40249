package io.recount.bench;

import io.recount.demo.DemoRun;
import io.recount.demo.clickhouse.ResultRow;
import io.recount.demo.clickhouse.ResultRows;
import io.recount.demo.clickhouse.Sql;
import io.recount.demo.feed.Feeding;
import io.recount.demo.feed.Topic;
import io.recount.harness.feed.Delivery;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;

/**
 * Windows without and with a hot register in turn, so that what changes over time changes both. Within a window other
 * registers sell evenly; a window ends when all of it is published.
 */
final class HotRegisterMeasurement {

    private static final Duration DEADLINE = Duration.ofMinutes(10);
    private static final int RECEIPTS_PER_SECOND = Traffic.REGISTERS;

    private final DemoRun run;
    private final Topic topic;
    private final int hotReceipts;
    private final int windows;
    private final Duration length;
    private final Consumer<String> words;

    /** {@code run} has been run; {@code words} takes a line about each window. */
    HotRegisterMeasurement(DemoRun run, int hotReceipts, int windows, Duration length, Consumer<String> words) {
        this.run = run;
        this.topic = run.topic();
        this.hotReceipts = hotReceipts;
        this.windows = windows;
        this.length = length;
        this.words = words;
    }

    HotRegisterResult measure() throws InterruptedException, ExecutionException {
        stampOnAppend();
        Freshness quiet = new Freshness(List.of());
        Freshness hot = new Freshness(List.of());
        for (int window = 0; window < 2 * windows; window += 2) {
            quiet = quiet.and(window(window, false));
            hot = hot.and(window(window + 1, true));
        }
        CheckpointSize checkpoint = new CheckpointSize(run.engines().flink().rest());
        long before = checkpoint.settledBytes();
        publish(List.of(start(Traffic.hot(1, hotReceipts))));
        long afterwards = checkpoint.settledBytes();
        return new HotRegisterResult(hotReceipts, quiet, hot, before, afterwards);
    }

    private Freshness window(int number, boolean isHot) {
        int receipts = Math.toIntExact(length.toSeconds() * RECEIPTS_PER_SECOND);
        List<Feeding> feedings = new ArrayList<>();
        feedings.add(start(new Paced(Traffic.even(number, receipts), RECEIPTS_PER_SECOND)));
        if (isHot) {
            feedings.add(start(Traffic.hot(number, hotReceipts)));
        }
        publish(feedings);
        Freshness freshness = Freshness.of(commits(), documents(Traffic.registersOf(number)));
        words.accept("window %d, %s: p50 %,d ms, p99 %,d ms"
                .formatted(
                        number,
                        isHot ? "hot" : "quiet",
                        freshness.percentileMillis(0.5),
                        freshness.percentileMillis(0.99)));
        return freshness;
    }

    private Feeding start(Iterator<Delivery> deliveries) {
        return Backlog.start(run, deliveries);
    }

    private void publish(List<Feeding> feedings) {
        Backlog.awaitPublished(run, feedings, DEADLINE);
    }

    private List<Freshness.Commit> commits() {
        List<Freshness.Commit> commits = new ArrayList<>();
        try (ResultRows rows = run.clickHouse().rows("""
                SELECT checkpoint, toUnixTimestamp64Milli(committed_at), `positions.partition`, `positions.next_offset`
                FROM commits WHERE kind = 'commit'""")) {
            rows.forEachRemaining(row -> commits.add(commit(row)));
        }
        return commits;
    }

    private static Freshness.Commit commit(ResultRow row) {
        Map<Integer, Long> nextOffsets = new HashMap<>();
        for (int i = 0; i < row.numbers(2).length; i++) {
            nextOffsets.put((int) row.numbers(2)[i], row.numbers(3)[i]);
        }
        return new Freshness.Commit(row.number(0), row.number(1), nextOffsets);
    }

    private List<Freshness.Read> documents(String registers) {
        List<Freshness.Read> documents = new ArrayList<>();
        try (ResultRows rows = run.clickHouse()
                .rows("SELECT register, _partition, _offset, toUnixTimestamp64Milli(_appended_at) FROM documents"
                        + " WHERE startsWith(register, " + Sql.text(registers) + ")")) {
            rows.forEachRemaining(row -> documents.add(
                    new Freshness.Read(row.present(0), (int) row.number(1), row.number(2), row.number(3))));
        }
        return documents;
    }

    /** The broker's clock says when a message was there, not the sender's. */
    private void stampOnAppend() throws InterruptedException, ExecutionException {
        try (Admin admin = Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, topic.bootstrapServers()))) {
            AlterConfigOp onAppend = new AlterConfigOp(
                    new ConfigEntry(TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG, "LogAppendTime"),
                    AlterConfigOp.OpType.SET);
            admin.incrementalAlterConfigs(
                            Map.of(new ConfigResource(ConfigResource.Type.TOPIC, topic.name()), List.of(onAppend)))
                    .all()
                    .get();
        }
    }
}
