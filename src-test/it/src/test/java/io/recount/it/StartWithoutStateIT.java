package io.recount.it;

import static io.recount.it.Verdicts.assertExact;
import static org.assertj.core.api.Assertions.assertThat;

import io.recount.demo.DemoOptions;
import io.recount.demo.DemoRun;
import io.recount.demo.JobEnd;
import io.recount.demo.verdict.LedgerRow;
import io.recount.demo.verdict.Verdict;
import io.recount.harness.Feed;
import io.recount.harness.expectation.DeclaredModel;
import io.recount.harness.feed.Scenario;
import io.recount.local.Await;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The state of thousands of registers is lost on purpose: exact afterwards, and the log says how far the start is. Then it is
 * lost once more, to freeze half of the cells.
 */
class StartWithoutStateIT {

    private static final Path ROOT = Path.of(System.getProperty("recount.root"));
    private static final long SEED = 20_261_132;
    private static final int REGISTERS = 5_000;
    private static final Duration DEADLINE = Duration.ofMinutes(3);
    private static final Scenario SCENARIO = Scenario.of(SEED, 6 * REGISTERS)
            .withRegisters(REGISTERS)
            .withTime(Instant.parse("2026-10-14T00:00:00Z"), Duration.ofDays(2));
    private static final String LINE = "2026-10-15";
    private static final String FROZEN = "bucket < toDateTime('" + LINE + " 00:00:00', 'UTC')";

    @TempDir
    private Path folder;

    @Test
    void itIsExactAndTellsHowFarItIs() throws Exception {
        start(run -> {});
    }

    @Test
    @Tag("long")
    void whatIsFrozenStaysThoughItsDocumentsAreGoneAndComeAgain() throws Exception {
        start(this::freeze);
    }

    /** What a run goes on with. */
    private interface More {
        void of(DemoRun run) throws Exception;
    }

    private void start(More more) throws Exception {
        System.out.println("Seed " + SEED);
        DemoOptions options = DemoOptions.of(ROOT)
                .withFolder(folder.resolve("demo"))
                .withScenario(SCENARIO)
                .withCheckpointInterval(Duration.ofSeconds(2));
        try (DemoRun run = DemoRun.with(options)) {
            Verdict verdict = run.midway(engines -> run.restart(JobEnd.LOSE_STATE))
                    .midway(engines -> {})
                    .run();
            assertExact(verdict);

            List<String> said = Files.readAllLines(run.engines().flink().log(), StandardCharsets.UTF_8).stream()
                    .filter(line -> line.contains("Start without state"))
                    .toList();
            for (String subtask : List.of("(subtask 1 of 2): ", "(subtask 2 of 2): ")) {
                assertThat(said)
                        .anyMatch(line -> line.contains(subtask + "documents of "))
                        .anyMatch(line -> line.matches(".*registers known; \\d+ pages with \\d+ documents .*")
                                && line.contains(subtask));
            }
            more.of(run);
        }
    }

    private void freeze(DemoRun run) throws Exception {
        Afterwards afterwards = new Afterwards(run);
        long newest = run.clickHouse().number("SELECT max(version) FROM cells");
        Files.writeString(
                folder.resolve("demo/recount.yaml"),
                "retention.frozen.before: " + LINE + System.lineSeparator(),
                StandardOpenOption.APPEND);
        run.restart(JobEnd.LOSE_STATE);
        String requests = "SELECT id, state FROM invalidations";
        Await.until(
                () -> afterwards.lines(requests).equals(List.of("frozen-" + LINE + " done")),
                DEADLINE,
                () -> "Requests are " + afterwards.lines(requests));
        run.clickHouse()
                .execute("ALTER TABLE documents DELETE WHERE printed_at < toDateTime('" + LINE
                        + " 00:00:00', 'UTC') SETTINGS mutations_sync = 2");
        LedgerRow before = afterwards.ledger();

        DeclaredModel model = DeclaredModel.read(ROOT.resolve("job/models/receipts.yaml"));
        LedgerRow after = afterwards.publish(Feed.of(model, SCENARIO));

        assertThat(count(after, "ignored(frozen)") - count(before, "ignored(frozen)"))
                .isGreaterThan(2 * REGISTERS);
        assertThat(count(after, "duplicate") - count(before, "duplicate")).isGreaterThan(2 * REGISTERS);
        assertThat(run.clickHouse().number("SELECT count() FROM cells WHERE version > " + newest + " AND " + FROZEN))
                .as("rows published for frozen cells")
                .isZero();
        assertThat(run.clickHouse()
                        .number("SELECT count() FROM field_cells WHERE version > " + newest + " AND " + FROZEN))
                .as("rows published for frozen field cells")
                .isZero();
        assertThat(run.clickHouse().number("SELECT count() FROM shifts WHERE version > " + newest))
                .as("rows published for shifts")
                .isPositive();
        assertThat(afterwards.lines("SELECT register, shift, sum(counted) AS more FROM"
                        + " (SELECT register, shift, toInt64(documents) AS counted FROM (SELECT * FROM shifts"
                        + " ORDER BY register, shift, version DESC LIMIT 1 BY register, shift)"
                        + " UNION ALL SELECT register, shift, -toInt64(documents) FROM (SELECT * FROM cells"
                        + " ORDER BY register, shift, bucket, version DESC LIMIT 1 BY register, shift, bucket))"
                        + " GROUP BY register, shift HAVING more != 0"))
                .as("shifts that are not the sum of their cells")
                .isEmpty();
        assertThat(afterwards.lines(
                        "SELECT job FROM commits ORDER BY timeline DESC, checkpoint DESC, kind DESC LIMIT 1"))
                .singleElement()
                .asString()
                .endsWith(", frozen before " + LINE);
    }

    private static long count(LedgerRow row, String outcome) {
        return row.counters().getOrDefault(outcome, 0L);
    }
}
