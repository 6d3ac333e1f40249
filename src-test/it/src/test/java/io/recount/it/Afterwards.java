package io.recount.it;

import io.recount.demo.DemoRun;
import io.recount.demo.clickhouse.ClickHouseHttp;
import io.recount.demo.clickhouse.ResultRow;
import io.recount.demo.clickhouse.ResultRows;
import io.recount.demo.feed.Feeding;
import io.recount.demo.feed.MessageBag;
import io.recount.demo.verdict.LedgerRow;
import io.recount.harness.feed.Delivery;
import io.recount.kafka.ControlSender;
import io.recount.kafka.KafkaAccess;
import io.recount.local.Await;
import io.recount.pipeline.requests.RequestMessage;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What is put into the topic of a run that has published all it was fed; the job is still there. */
record Afterwards(DemoRun run) {

    private static final Duration DEADLINE = Duration.ofMinutes(3);
    private static final Pattern REGISTER = Pattern.compile("\"register\":\"([^\"]*)\"");

    /** Messages of a register; each has a place left open for it. Equal registers have one partition. */
    static Iterator<Delivery> messages(String register, String... messages) {
        return Stream.of(messages)
                .map(message -> message.formatted(register).getBytes(StandardCharsets.UTF_8))
                .map(bytes -> new Delivery(register, bytes, register.hashCode() >>> 1))
                .iterator();
    }

    /** Messages, one a line, each into the partition of its register; those without one go into one of their own. */
    static Iterator<Delivery> deliveries(String lines) {
        return lines.lines()
                .map(line -> {
                    Matcher register = REGISTER.matcher(line);
                    String key = register.find() ? register.group(1) : "";
                    return new Delivery(key, line.getBytes(StandardCharsets.UTF_8), key.hashCode() >>> 1);
                })
                .iterator();
    }

    /** Sends a request to the job. */
    void ask(RequestMessage message) throws InterruptedException {
        KafkaAccess access =
                new KafkaAccess(run.engines().kafka().bootstrapServers(), List.of("receipts"), "recount", Map.of());
        try (ControlSender sender = new ControlSender(access, "recount.invalidations")) {
            sender.send(message.id().getBytes(StandardCharsets.UTF_8), message.toJson());
        }
    }

    /** Returns the ledger once all of it is published. */
    LedgerRow publish(Iterator<Delivery> deliveries) {
        feed(deliveries);
        return awaitPublished();
    }

    /** Returns once Kafka has all of it. */
    void feed(Iterator<Delivery> deliveries) {
        Feeding feeding = new Feeding(run.topic(), deliveries, bytes -> {}).start();
        Await.until(() -> isComplete(feeding), DEADLINE, () -> "Kafka took only " + feeding.fed() + " deliveries");
    }

    /** Returns the ledger once all that is in the topic is published. */
    LedgerRow awaitPublished() {
        Map<Integer, Long> ends = run.topic().endOffsets();
        Await.until(
                () -> ledger().reaches(ends),
                DEADLINE,
                () -> "Published up to " + ledger().positions() + ", and not up to " + ends);
        return ledger();
    }

    /** The newest submission that the ledger knows. */
    long newestTimeline() {
        return run.clickHouse().number("SELECT max(timeline) FROM commits");
    }

    /**
     * Returns once a later submission has committed, and of no value readers see a row that is not part of its history: its search has found them, and what it computed again is in.
     */
    void awaitNothingAbandonedBy(long timeline) {
        Await.until(
                () -> newestTimeline() > timeline && abandoned() == 0,
                DEADLINE,
                () -> abandoned() + " rows of abandoned runs are still shown");
    }

    private long abandoned() {
        return run.clickHouse().number("""
                WITH (SELECT (max(timeline), argMax(ancestors.timeline, timeline), argMax(ancestors.checkpoint, timeline)) FROM commits) AS own
                SELECT count() FROM
                (
                    SELECT max((version, epoch)) AS newest FROM cells GROUP BY register, shift, bucket
                    UNION ALL
                    SELECT max((version, epoch)) FROM shifts GROUP BY register, shift
                    UNION ALL
                    SELECT max((version, epoch)) FROM field_cells GROUP BY register, shift, bucket, field, value
                )
                WHERE bitShiftRight(newest.1, 31) != own.1 AND NOT (has(own.2, bitShiftRight(newest.1, 31))
                    AND newest.2 < own.3[indexOf(own.2, bitShiftRight(newest.1, 31))])""");
    }

    /** Offsets in the topic that no commit covers. */
    long unpublished() {
        long published = ledger().committed();
        return inTopic() - published;
    }

    /** Offsets in the topic. */
    long inTopic() {
        return run.topic().endOffsets().values().stream()
                .mapToLong(Long::longValue)
                .sum();
    }

    boolean isPublished() {
        return ledger().reaches(run.topic().endOffsets());
    }

    /** Messages in the topic; offsets count the marks of transactions, too. */
    long fed() {
        return MessageBag.committed(run.topic()).count();
    }

    private static boolean isComplete(Feeding feeding) {
        feeding.failure().ifPresent(failure -> {
            throw failure;
        });
        return feeding.isComplete();
    }

    LedgerRow ledger() {
        return LedgerRow.newest(run.clickHouse()).orElseThrow();
    }

    /** Rows as lines, a blank between values. */
    List<String> lines(String query) {
        return lines(run.clickHouse(), query);
    }

    /** The same of another server or database. */
    static List<String> lines(ClickHouseHttp clickHouse, String query) {
        List<String> lines = new ArrayList<>();
        try (ResultRows rows = clickHouse.readableRows(query)) {
            int columns = rows.names().size();
            rows.forEachRemaining(row -> lines.add(line(row, columns)));
        }
        return lines;
    }

    private static String line(ResultRow row, int columns) {
        List<String> values = new ArrayList<>();
        for (int column = 0; column < columns; column++) {
            values.add(row.present(column));
        }
        return String.join(" ", values);
    }
}
