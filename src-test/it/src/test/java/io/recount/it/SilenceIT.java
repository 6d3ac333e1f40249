package io.recount.it;

import static io.recount.it.Verdicts.assertExact;
import static org.assertj.core.api.Assertions.assertThat;

import io.recount.demo.DemoOptions;
import io.recount.demo.DemoRun;
import io.recount.demo.verdict.LedgerRow;
import io.recount.demo.verdict.Verdict;
import io.recount.harness.Feed;
import io.recount.harness.expectation.DeclaredModel;
import io.recount.harness.feed.Delivery;
import io.recount.harness.feed.Scenario;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What repetition, lateness and silence do to a job that has published all it was fed. One run of the engines; every test
 * puts messages of its own into the topic, waits until they are published, and needs nothing of the others.
 */
class SilenceIT {

    private static final Path ROOT = Path.of(System.getProperty("recount.root"));
    private static final long SEED = 20_261_130;
    private static final Scenario SCENARIO = Scenario.of(SEED, 3_000).mixed();
    private static final Duration CHECKPOINT_INTERVAL = Duration.ofSeconds(4);

    /** Merges take rows away, never the greatest version, and of documents none at all that differ. */
    private static final String PUBLISHED = """
            SELECT (SELECT sum(rows) FROM commits), (SELECT count() FROM documents), (SELECT max(version) FROM cells),
                (SELECT max(version) FROM shifts), (SELECT max(version) FROM field_cells)""";

    @TempDir
    private static Path folder;

    private static DemoRun run;

    @BeforeAll
    static void publishEverythingOnce() throws Exception {
        System.out.println("Seed " + SEED);
        run = DemoRun.with(DemoOptions.of(ROOT)
                .withFolder(folder.resolve("demo"))
                .withScenario(SCENARIO)
                .withCheckpointInterval(CHECKPOINT_INTERVAL));
        Verdict verdict = run.run();
        assertExact(verdict);
    }

    @AfterAll
    static void stopEngines() {
        run.close();
    }

    @Test
    void secondPassOfATopicIsAllDuplicatesAndPublishesNothing() throws IOException {
        LedgerRow before = ledger();
        List<String> published = lines(PUBLISHED);
        DeclaredModel model = DeclaredModel.read(ROOT.resolve("job/models/receipts.yaml"));
        List<Delivery> deliveries = new ArrayList<>();
        Feed.of(model, SCENARIO).forEachRemaining(deliveries::add);

        LedgerRow after = publish(deliveries.iterator());

        Map<String, Long> outcomes = outcomesBetween(before, after);
        long noDocuments = outcomes.entrySet().stream()
                .filter(count ->
                        count.getKey().startsWith("ignored(") || count.getKey().startsWith("rejected("))
                .mapToLong(Map.Entry::getValue)
                .sum();
        assertThat(noDocuments).as(outcomes.toString()).isPositive().isLessThan(deliveries.size());
        assertThat(outcomes)
                .containsEntry("read", (long) deliveries.size())
                .containsEntry("duplicate", deliveries.size() - noDocuments)
                .doesNotContainKeys("new", "corrected", "superseded", "bad");
        assertThat(lines(PUBLISHED)).isEqualTo(published);
    }

    /** The watermark stands still from then on: what makes it visible is the next barrier. */
    @Test
    void lateDocumentBeforeASilenceIsVisibleBySecondCommit() {
        LedgerRow before = ledger();

        LedgerRow after = publish(messages("R-LATE", sale(1, 0, "7.50")));

        assertThat(outcomesBetween(before, after)).containsEntry("new", 1L).containsEntry("late", 1L);
        assertThat(cell("R-LATE")).isEqualTo("documents 1, errors 0, late 1, net 7.50");
        // A row belongs to the checkpoint after the last barrier that it has seen.
        long publishedBy = run.clickHouse().number("SELECT max(epoch) + 1 FROM cells WHERE register = 'R-LATE'");
        long secondCommit = run.clickHouse().number("""
                SELECT max(checkpoint) FROM (SELECT checkpoint FROM commits WHERE kind = 'commit' AND committed_at >=
                    (SELECT max(_appended_at) FROM documents WHERE register = 'R-LATE') ORDER BY checkpoint LIMIT 2)""");
        assertThat(publishedBy).isLessThanOrEqualTo(secondCommit);
        assertThat(after.checkpoint()).isGreaterThanOrEqualTo(publishedBy);
    }

    @Test
    void badVersionIsOneErrorHoweverOftenDeliveredAndGoneOnceMended() {
        LedgerRow before = ledger();
        String neighbour = sale(1, 0, "10.00");
        String good = sale(2, 0, "5.25");
        String bad = sale(2, 1, "five");
        String mended = sale(2, 2, "5.75");

        LedgerRow spoilt = publish(messages("R-BAD", neighbour, good, bad, bad, bad, bad, bad));
        assertThat(cell("R-BAD")).isEqualTo("documents 1, errors 1, late 1, net 10.00");
        assertThat(outcomesBetween(before, spoilt))
                .containsEntry("new", 2L)
                .containsEntry("bad", 1L)
                .containsEntry("duplicate", 4L);
        assertThat(lines("SELECT kind, open FROM errors WHERE register = 'R-BAD'"))
                .containsExactly("bad version 1");

        LedgerRow whole = publish(messages("R-BAD", mended));
        assertThat(cell("R-BAD")).isEqualTo("documents 2, errors 0, late 2, net 15.75");
        assertThat(outcomesBetween(spoilt, whole)).containsEntry("corrected", 1L);
        assertThat(lines("SELECT kind, open FROM errors WHERE register = 'R-BAD'"))
                .containsExactly("bad version 0");
    }

    /** Half before, half after one whose clock runs ten years ahead: it is counted in its own cell and makes none late. */
    @Test
    void documentFromTheFutureMakesNoOtherLate() {
        Instant now = Clock.systemUTC().instant().truncatedTo(ChronoUnit.SECONDS);
        LedgerRow before = ledger();
        publish(messages("R-FUTURE", salesAt(now, 1, 50)));
        LedgerRow ahead = publish(messages("R-FUTURE", salesAt(now.plus(3_650, ChronoUnit.DAYS), 51, 51)));
        LedgerRow after = publish(messages("R-FUTURE", salesAt(now, 52, 151)));

        assertThat(outcomesBetween(before, ahead)).containsEntry("new", 51L).doesNotContainKey("late");
        assertThat(outcomesBetween(ahead, after)).containsEntry("new", 100L).doesNotContainKey("late");
        assertThat(lines("SELECT documents, net_total FROM cell_report WHERE register = 'R-FUTURE' ORDER BY bucket"))
                .containsExactly("150 150.00", "1 1.00");
    }

    @Test
    void refundsAreSubtractedInEveryReport() {
        run.clickHouse()
                .execute("INSERT INTO registers (register, store, zone) VALUES ('R-REFUND', 'S-REFUND', 'UTC')");
        String refund = sale(2, 0, "20.00").replace("\"SALE\"", "\"SALE_REFUND\"");
        String inNextShift =
                sale(4, 0, "30.00").replace("\"SALE\"", "\"SALE_REFUND\"").replace("\"shift\":1", "\"shift\":2");
        publish(messages("R-REFUND", sale(1, 0, "100.00"), refund, sale(3, 0, "-20.00"), inNextShift));

        String amounts = "net_total, sale_total, sale_refund_total";
        assertThat(lines("SELECT " + amounts + " FROM cell_report WHERE register = 'R-REFUND' ORDER BY shift"))
                .containsExactly("60.00 80.00 20.00", "-30.00 0.00 30.00");
        assertThat(lines("SELECT " + amounts + " FROM shift_report WHERE register = 'R-REFUND' ORDER BY shift"))
                .containsExactly("60.00 80.00 20.00", "-30.00 0.00 30.00");
        assertThat(lines("SELECT " + amounts + " FROM store_hour_report WHERE store = 'S-REFUND'"))
                .containsExactly("30.00 80.00 50.00");
        assertThat(lines("SELECT day, " + amounts + " FROM store_day_report WHERE store = 'S-REFUND'"))
                .containsExactly("2020-09-01 30.00 80.00 50.00");
        assertThat(lines("SELECT toStartOfMonth(day) AS month, sum(net_total) FROM store_day_report"
                        + " WHERE store = 'S-REFUND' GROUP BY month"))
                .containsExactly("2020-09-01 30.00");
    }

    private static String[] salesAt(Instant time, int first, int last) {
        return IntStream.rangeClosed(first, last)
                .mapToObj(number -> sale(number, 0, "1.00").replace("2020-09-01T12:00:00Z", time.toString()))
                .toArray(String[]::new);
    }

    private static LedgerRow publish(Iterator<Delivery> deliveries) {
        return new Afterwards(run).publish(deliveries);
    }

    private static LedgerRow ledger() {
        return LedgerRow.newest(run.clickHouse()).orElseThrow();
    }

    /** What was counted meanwhile; what was not is not there. */
    private static Map<String, Long> outcomesBetween(LedgerRow before, LedgerRow after) {
        Map<String, Long> counts = new TreeMap<>(after.counters());
        before.counters().forEach((name, count) -> counts.merge(name, -count, Long::sum));
        counts.values().removeAll(Collections.singleton(0L));
        return counts;
    }

    private static String cell(String register) {
        List<String> cells = lines("""
                SELECT 'documents', documents || ',', 'errors', errors || ',', 'late', late_documents || ',', 'net', net_total
                FROM cell_report WHERE register = '%s'""".formatted(register));
        assertThat(cells).hasSize(1);
        return cells.get(0);
    }

    private static Iterator<Delivery> messages(String register, String... messages) {
        return Afterwards.messages(register, messages);
    }

    /** A sale of years before everything else that is fed; its register is left open. */
    private static String sale(int number, int minutesLater, String total) {
        return """
                {"kind":"receipt","register":"%%s","drive":"9960440300000001","number":%d,"shift":1,\
                "printedAt":"2020-09-01T12:00:00Z","writtenAt":"2020-09-01T12:%02d:00Z","type":"SALE","total":"%s"}""".formatted(number, minutesLater, total);
    }

    private static List<String> lines(String query) {
        return new Afterwards(run).lines(query);
    }
}
