package io.recount.it;

import static io.recount.it.Verdicts.assertExact;
import static org.assertj.core.api.Assertions.assertThat;

import io.recount.demo.DemoOptions;
import io.recount.demo.DemoRun;
import io.recount.demo.Incident;
import io.recount.demo.JobEnd;
import io.recount.demo.verdict.Verdict;
import io.recount.harness.feed.Scenario;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A job that does not know all that is published, because it goes back or has nothing of its state, is exact. */
class HistoryIT {

    private static final Path ROOT = Path.of(System.getProperty("recount.root"));
    private static final long SEED = 20_261_130;
    private static final int RECEIPTS = 20_000;
    private static final String SECOND = "(SELECT max(timeline) FROM commits)";

    /** Nobody compares before the second job has all: the last documents come when it runs. */
    private static final Incident FED_AFTERWARDS = engines -> {};

    @TempDir
    private Path folder;

    @Test
    void rowsOfTheAbandonedRunAreComputedAgain() throws Exception {
        try (DemoRun run = run()) {
            AtomicLong abandoned = new AtomicLong();
            Verdict verdict = run.pausing(engines -> {
                        abandoned.set(new Afterwards(run).newestTimeline());
                        // What merges leave of a cell is its newest row.
                        run.clickHouse().execute("SYSTEM STOP MERGES cells");
                        run.restart(JobEnd.GO_BACK);
                    })
                    .midway(engines -> new Afterwards(run).awaitNothingAbandonedBy(abandoned.get()))
                    .run();

            assertExact(verdict);
            assertThat(number(
                            run,
                            "SELECT sum(rows) FROM commits WHERE kind = 'commit' AND timeline < " + SECOND
                                    + " AND checkpoint > (SELECT any(ancestors.checkpoint[1]) FROM commits WHERE timeline = "
                                    + SECOND + ")"))
                    .as("rows that the first job published after the savepoint")
                    .isPositive();
            assertThatARollbackIsTold(run, abandoned.get());
        }
    }

    /** Of a cell with a receipt that the first job had counted after the savepoint, and the second one counted again. */
    private void assertThatARollbackIsTold(DemoRun run, long first) throws Exception {
        Afterwards afterwards = new Afterwards(run);
        long second = afterwards.newestTimeline();
        String cut = afterwards
                .lines("SELECT DISTINCT ancestors.checkpoint[1] FROM commits WHERE kind = 'commit' AND timeline = "
                        + second)
                .get(0);
        String[] cell =
                afterwards.lines("""
                        SELECT register, shift, formatDateTime(bucket, '%%Y-%%m-%%dT%%H:%%i:%%SZ') FROM cells
                        WHERE bitShiftRight(version, 31) = %1$d AND epoch >= %3$s AND epoch < 9223372036854775807
                            AND (register, shift, bucket) IN (SELECT register, shift, bucket FROM cells
                                WHERE bitShiftRight(version, 31) = %2$d AND epoch < 9223372036854775807)
                            AND (register, shift, bucket) IN (SELECT register, shift, toStartOfHour(printed_at) FROM documents
                                WHERE _timeline = %1$d AND _state = 'good'
                                    AND (register, drive, number, written_at, _hash) IN
                                        (SELECT register, drive, number, written_at, _hash FROM documents WHERE _timeline = %2$d)
                                    AND (register, drive, number) IN (SELECT register, drive, number FROM documents
                                        GROUP BY register, drive, number HAVING uniqExact(_hash) = 1))
                        GROUP BY register, shift, bucket ORDER BY register, shift, bucket LIMIT 1""".formatted(first, second, cut)).get(0).split(" ");

        Recount.Ended told = new Recount(folder.resolve("demo/recount.yaml"), folder)
                .run("explain", cell[0], cell[1], cell[2], "net_total");
        assertThat(told.exitCode()).as(told.toString()).isZero();
        assertThat(told.out().lines())
                .as("versions, published rows and history of %s", told.out())
                .anyMatch(line -> line.matches(".* not counted: abandoned, the job went back behind it .* " + first))
                .anyMatch(line -> line.matches(".* counted +new.* receipts@.* " + second))
                .anyMatch(line -> line.matches("[0-9]+ +" + first
                        + " .* abandoned, does not count: the job went back to checkpoint " + cut + " of timeline "
                        + first))
                .anyMatch(line -> line.matches("[0-9]+ +" + second + " +[0-9]+ +[0-9]+ +[0-9]+ +20.* new.*"))
                .anyMatch(line -> line.matches("Up to checkpoint [0-9]+ of timeline " + second
                        + ", which descends from timeline " + first + " up to checkpoint " + cut + "\\."));
    }

    @Test
    void withoutStateDocumentsAreReadBack() throws Exception {
        try (DemoRun run = run()) {
            Verdict verdict = run.midway(engines -> run.restart(JobEnd.LOSE_STATE))
                    .midway(FED_AFTERWARDS)
                    .run();

            assertExact(verdict);
            assertThat(number(run, "SELECT uniqExact(timeline) FROM commits WHERE kind = 'commit'"))
                    .as("submissions that published")
                    .isEqualTo(2);
            assertThat(number(
                            run,
                            "SELECT count() FROM documents WHERE _timeline = " + SECOND + " AND (register, number) IN"
                                    + " (SELECT register, number FROM documents WHERE _timeline < " + SECOND + ")"))
                    .as("versions of documents that only the first job had seen")
                    .isPositive();
        }
    }

    private DemoRun run() {
        System.out.println("Seed " + SEED);
        return DemoRun.with(DemoOptions.of(ROOT)
                .withFolder(folder.resolve("demo"))
                .withScenario(Scenario.of(SEED, RECEIPTS))
                .withCheckpointInterval(Duration.ofSeconds(2)));
    }

    private static long number(DemoRun run, String select) {
        return run.clickHouse().number(select);
    }
}
