package io.recount.bench;

import io.recount.demo.DemoRun;
import io.recount.demo.clickhouse.ResultRow;
import io.recount.demo.clickhouse.ResultRows;
import io.recount.demo.clickhouse.Sql;
import io.recount.demo.feed.Feeding;
import io.recount.demo.feed.Paced;
import io.recount.demo.feed.Topic;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;

/** A while in which registers sell evenly, and how fresh their documents become visible then. */
final class LiveWindow {

    private static final Duration DEADLINE = Duration.ofMinutes(10);

    private final DemoRun run;
    private final int perSecond;
    private final Duration length;

    /** {@code run} has been run; {@code perSecond} is of all registers together. */
    LiveWindow(DemoRun run, int perSecond, Duration length) throws InterruptedException, ExecutionException {
        this.run = run;
        this.perSecond = perSecond;
        this.length = length;
        stampOnAppend(run.topic());
    }

    /** Returns once all is published; {@code beside} is fed already and has to be, too. {@code number} is used once. */
    Freshness measure(int number, List<Feeding> beside) {
        int receipts = Math.toIntExact(length.toSeconds() * perSecond);
        List<Feeding> feedings = new ArrayList<>(beside);
        feedings.add(Backlog.start(run, new Paced(Traffic.even(number, receipts), () -> perSecond)));
        Backlog.awaitPublished(run, feedings, DEADLINE);
        return Freshness.of(commits(), documents(Traffic.registersOf(number)));
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
    private static void stampOnAppend(Topic topic) throws InterruptedException, ExecutionException {
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
