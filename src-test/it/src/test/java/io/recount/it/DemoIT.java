package io.recount.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.recount.demo.DemoOptions;
import io.recount.demo.DemoRun;
import io.recount.demo.audit.DocumentRoles;
import io.recount.demo.clickhouse.ResultRow;
import io.recount.demo.clickhouse.ResultRows;
import io.recount.demo.verdict.Check;
import io.recount.demo.verdict.Judge;
import io.recount.demo.verdict.LedgerRow;
import io.recount.demo.verdict.PopularColumns;
import io.recount.demo.verdict.Tampering;
import io.recount.demo.verdict.Verdict;
import io.recount.harness.expectation.Comparison;
import io.recount.harness.expectation.DeclaredModel;
import io.recount.harness.expectation.Difference;
import io.recount.harness.feed.Scenario;
import io.recount.local.Await;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The main job on real engines, from messages in Kafka to reports in ClickHouse. */
class DemoIT {

    private static final Path ROOT = Path.of(System.getProperty("recount.root"));
    private static final Path SAMPLE = ROOT.resolve("job/models/receipts.sample.jsonl");
    private static final long SEED = 20_261_012;
    private static final Duration DEADLINE = Duration.ofMinutes(1);

    @TempDir
    private Path folder;

    @Test
    void everyNumberIsRightAndExactlyTheFalsifiedOnesAreFound() throws Exception {
        try (DemoRun run = DemoRun.with(options(20_000))) {
            Verdict verdict = run.run();
            assertExact(verdict);
            assertThat(rowsOf(verdict, "shifts")).isPositive();
            assertThat(verdict.unseenMeasures()).isZero();
            assertThat(verdict.documents()).isEqualTo(20_000);
            assertExact(audited(run, verdict.deliveries()));

            assertThat(tampering(run).cells(17)).isEqualTo(17);
            Verdict falsified = audited(run, verdict.deliveries());
            assertThat(falsified.isExact()).isFalse();
            assertThat(falsified.mismatches()).isEqualTo(17);
        }
    }

    @Test
    @Tag("long")
    void expectationFindsExactlyTheFalsifiedCells() throws Exception {
        try (DemoRun run = DemoRun.with(options(2_000).withTamper(17))) {
            Verdict verdict = run.run();
            assertThat(verdict.isExact()).isFalse();
            assertThat(verdict.mismatches()).isEqualTo(17);
            assertThat(verdict.differences())
                    .hasSize(17)
                    .allMatch(difference -> difference.table().equals("cells"))
                    .extracting(Difference::key)
                    .doesNotHaveDuplicates();
        }
    }

    /** Quarters of an hour, texts as ids, no shifts. */
    @Test
    void muchOfEverythingLeavesTheNumbersOfAnotherTradeRight() throws Exception {
        DemoOptions options = options(10_000).withModel(ROOT.resolve("job/models/meters.yaml"));
        try (DemoRun run = DemoRun.with(options.withScenario(options.scenario().mixed()))) {
            Verdict verdict = run.run();
            assertExact(verdict);
            assertThat(rowsOf(verdict, "shifts")).isZero();
            assertThat(verdict.documents()).isEqualTo(10_000);
        }
    }

    @Test
    void kafkaKilledInTheMiddleChangesNoNumber() throws Exception {
        try (DemoRun run = DemoRun.with(options(20_000))) {
            assertExact(run.midway(engines -> new Outage(run).ofKafka(engines.kafka()))
                    .run());
        }
    }

    /** Worked out by hand from the eleven lines; README says why. */
    @Test
    void sampleGivesTheNumbersWorkedOutByHand() throws Exception {
        try (DemoRun run = DemoRun.with(options(1).withInput(SAMPLE))) {
            Verdict verdict = run.run();
            assertExact(verdict);
            assertThat(verdict.documents()).isEqualTo(6);
            assertThat(verdict.deliveries()).isEqualTo(11);
            assertThat(rows(run, """
                            SELECT register, shift, bucket, documents, errors, net_total, sale_count, sale_refund_count,
                                sale_cash_total, sale_card_total, sale_r20_total, buy_total
                            FROM cell_report ORDER BY ALL"""))
                    .containsExactly(
                            "R-000017 212 2026-10-12 06:00:00 2 0 1125.20 1 1 0.00 1250.40 180.07 0.00",
                            "R-000411 1 2026-09-10 20:00:00 1 0 99.00 1 0 0.00 99.00 0.00 0.00",
                            "R-000411 1 2026-09-10 21:00:00 1 0 0.00 0 0 0.00 0.00 0.00 5000.00",
                            "R-000900 4 2026-10-12 06:00:00 1 0 12.50 1 0 12.50 0.00 2.08 0.00");
            assertThat(rows(run, """
                            SELECT register, shift, documents, net_total, first_number, last_number, first_number_at
                            FROM shift_report ORDER BY ALL"""))
                    .containsExactly(
                            "R-000017 212 2 1125.20 48211 48212 2026-10-12 06:41:07.000000",
                            "R-000411 1 2 99.00 7 8 2026-09-10 20:58:30.000000",
                            "R-000900 4 1 12.50 31 31 2026-10-12 06:55:00.000000");
            assertThat(rows(run, "SELECT field, value, sale_total FROM field_report ORDER BY ALL"))
                    .containsExactly("delivery pickup 1250.40", "promo Ночь \"скидок\" 50% 99.00");
            assertThat(rows(run, "SELECT reason, uniqExact(message_hash) FROM dead_letters GROUP BY reason"))
                    .containsExactly("NOT_JSON 1");
            Map<String, Long> counters =
                    LedgerRow.newest(run.clickHouse()).orElseThrow().counters();
            assertThat(counters)
                    .containsEntry("ignored(status_update)", 1L)
                    .containsEntry("rejected(not_json)", 1L)
                    .containsEntry("duplicate", 1L);
            Await.until(
                    () -> run.engines().flink().rest().accumulated(run.jobId()).equals(counters),
                    DEADLINE,
                    () -> "The web UI shows " + run.engines().flink().rest().accumulated(run.jobId()));
        }
    }

    private DemoOptions options(int receipts) {
        System.out.println("Seed " + SEED);
        return DemoOptions.of(ROOT)
                .withFolder(folder.resolve("demo"))
                .withScenario(Scenario.of(SEED, receipts))
                .withCheckpointInterval(Duration.ofSeconds(2));
    }

    private static void assertExact(Verdict verdict) {
        assertThat(verdict.checks()).allMatch(Check::holds);
        assertThat(verdict.tables())
                .allMatch(Comparison::isExact)
                .filteredOn(table -> !table.table().equals("shifts"))
                .allMatch(table -> table.rows() > 0);
        assertThat(verdict.isExact()).isTrue();
    }

    private static long rowsOf(Verdict verdict, String table) {
        return verdict.tables().stream()
                .filter(comparison -> comparison.table().equals(table))
                .mapToLong(Comparison::rows)
                .sum();
    }

    private static Verdict audited(DemoRun run, long deliveries) throws IOException {
        Path model = ROOT.resolve("job/models/receipts.yaml");
        return new Judge(run.clickHouse(), DeclaredModel.read(model), DocumentRoles.read(model), System.out::println)
                .audited(deliveries, LedgerRow.newest(run.clickHouse()).orElseThrow());
    }

    private static Tampering tampering(DemoRun run) throws IOException {
        Path model = ROOT.resolve("job/models/receipts.yaml");
        return new Tampering(
                run.clickHouse(),
                DocumentRoles.read(model),
                PopularColumns.of(run.clickHouse(), DeclaredModel.read(model)));
    }

    private static List<String> rows(DemoRun run, String query) {
        List<String> lines = new ArrayList<>();
        try (ResultRows rows = run.clickHouse().readableRows(query)) {
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
