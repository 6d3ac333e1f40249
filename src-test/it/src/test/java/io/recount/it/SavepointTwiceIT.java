package io.recount.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.recount.demo.DemoOptions;
import io.recount.demo.DemoRun;
import io.recount.demo.JobEnd;
import io.recount.demo.clickhouse.ClickHouseHttp;
import io.recount.demo.verdict.Verdict;
import io.recount.harness.feed.Scenario;
import io.recount.local.Await;
import io.recount.local.StandaloneFlink;
import io.recount.local.relay.Hold;
import io.recount.local.relay.Relay;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A savepoint is restored twice. The first to go on from it is killed in the middle of its search for rows of the run that
 * was abandoned: it has published some of them again, and not looked for the others. The second finds what both left.
 */
class SavepointTwiceIT {

    private static final Path ROOT = Path.of(System.getProperty("recount.root"));
    private static final long SEED = 20_261_205;
    private static final Duration DEADLINE = Duration.ofMinutes(2);

    /** Tables are searched one after the other, and shifts before cells. */
    private static final String SEARCH_OF_CELLS = " FROM cells WHERE 1 AND (";

    private static final String TIMELINE = "bitShiftRight(version, 31)";

    @TempDir
    private Path folder;

    @Test
    void whatBothRunsLeftIsComputedAgainBySecondOne() throws Exception {
        System.out.println("Seed " + SEED);
        StandaloneFlink first = cluster("first");
        DemoOptions options = DemoOptions.of(ROOT)
                .withFolder(folder.resolve("demo"))
                .withScenario(Scenario.of(SEED, 20_000))
                .withCheckpointInterval(Duration.ofSeconds(2));
        List<Long> timelines = new ArrayList<>();
        try (DemoRun run = DemoRun.with(options, first);
                Relay relay = Relay.before(run.engines().clickHouse().httpEndpoint());
                StandaloneFlink second = cluster("second")) {
            second.start();
            Verdict verdict = run.relayed(relay.endpoint())
                    .pausing(engines -> {
                        run.clickHouse().execute("SYSTEM STOP MERGES");
                        String savepoint = run.end(JobEnd.GO_BACK).orElseThrow();
                        killInSearch(run, relay, second, savepoint);
                        timelines.add(newestTimeline(run));
                        run.goOnAt(first, savepoint);
                    })
                    // What is fed after that, nobody but the last one can publish.
                    .midway(engines -> new Afterwards(run).awaitNothingAbandonedBy(timelines.get(0)))
                    .run();
            timelines.add(newestTimeline(run));

            assertThat(verdict.isExact()).as(verdict.toString()).isTrue();
            assertThat(timelines).doesNotHaveDuplicates().hasSize(2);
            for (long timeline : timelines) {
                assertNoTokenSwallowedARow(run.clickHouse(), timeline);
            }
        }
    }

    private static void killInSearch(DemoRun run, Relay relay, StandaloneFlink cluster, String savepoint) {
        long abandoned = newestTimeline(run);
        long cells = shown(run, "cells", abandoned);
        Hold search = new Hold("the search of cells");
        AtomicBoolean isHeld = new AtomicBoolean();
        relay.ask(statement -> !statement.contains(SEARCH_OF_CELLS) || isHeld.getAndSet(true) || search.pass());
        run.goOnAt(cluster, savepoint);
        search.awaitReached();
        long own = newestTimeline(run);
        Await.until(
                () -> shown(run, "shifts", own) > 0 && rowsByTheLedger(run.clickHouse(), own) > 0,
                DEADLINE,
                () -> "The first to go on has committed no shift that is still the newest");
        assertThat(shown(run, "cells", abandoned))
                .as("cells of the abandoned run that are still shown")
                .isPositive()
                .isLessThanOrEqualTo(cells);
        cluster.kill();
        search.open(false);
    }

    /** How many keys of a table have their newest row from a timeline. */
    private static long shown(DemoRun run, String table, long timeline) {
        String key = table.equals("shifts") ? "register, shift" : "register, shift, bucket";
        return run.clickHouse()
                .number("SELECT countIf(timeline = %d) FROM (SELECT bitShiftRight(max(version), 31) AS timeline FROM %s"
                                .formatted(timeline, table)
                        + " GROUP BY " + key + ")");
    }

    /** Nothing was merged; a block that a token took for another one would be missing. */
    private static void assertNoTokenSwallowedARow(ClickHouseHttp clickHouse, long timeline) {
        long there = clickHouse.number("""
                SELECT (SELECT count() FROM cells WHERE %1$s = %2$d) + (SELECT count() FROM shifts WHERE %1$s = %2$d)
                    + (SELECT count() FROM field_cells WHERE %1$s = %2$d)""".formatted(TIMELINE, timeline));
        long said = rowsByTheLedger(clickHouse, timeline);
        System.out.println("Timeline " + timeline + ": " + said + " rows by the ledger, " + there + " in the tables");
        assertThat(there).isGreaterThanOrEqualTo(said);
        assertThat(said).isPositive();
    }

    private static long rowsByTheLedger(ClickHouseHttp clickHouse, long timeline) {
        return clickHouse.number("SELECT sum(n) FROM (SELECT max(rows) AS n FROM commits WHERE kind = 'commit'"
                + " AND timeline = " + timeline + " GROUP BY checkpoint)");
    }

    private static long newestTimeline(DemoRun run) {
        return run.clickHouse().number("SELECT max(timeline) FROM commits");
    }

    private StandaloneFlink cluster(String name) {
        return StandaloneFlink.builder(folder.resolve(name))
                .taskManagers(1)
                .slots(2)
                .configuration(Map.of("parallelism.default", "2"))
                .build();
    }
}
