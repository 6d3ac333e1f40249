package io.recount.it;

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
                        run.restart(JobEnd.GO_BACK);
                    })
                    .midway(engines -> new Afterwards(run).awaitNothingAbandonedBy(abandoned.get()))
                    .run();

            assertThat(verdict.isExact()).as(verdict.line()).isTrue();
            assertThat(number(
                            run,
                            "SELECT sum(rows) FROM commits WHERE kind = 'commit' AND timeline < " + SECOND
                                    + " AND checkpoint > (SELECT any(ancestors.checkpoint[1]) FROM commits WHERE timeline = "
                                    + SECOND + ")"))
                    .as("rows that the first job published after the savepoint")
                    .isPositive();
        }
    }

    @Test
    void withoutStateDocumentsAreReadBack() throws Exception {
        try (DemoRun run = run()) {
            Verdict verdict = run.midway(engines -> run.restart(JobEnd.LOSE_STATE))
                    .midway(FED_AFTERWARDS)
                    .run();

            assertThat(verdict.isExact()).as(verdict.line()).isTrue();
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
