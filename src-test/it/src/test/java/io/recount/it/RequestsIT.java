package io.recount.it;

import static io.recount.it.Verdicts.assertExact;
import static org.assertj.core.api.Assertions.assertThat;

import io.recount.demo.DemoOptions;
import io.recount.demo.DemoRun;
import io.recount.demo.JobEnd;
import io.recount.demo.verdict.Verdict;
import io.recount.harness.feed.Scenario;
import io.recount.local.Await;
import io.recount.local.StandaloneFlink;
import io.recount.local.TaskManager;
import io.recount.pipeline.requests.RequestMessage;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What people ask the running job for, on real engines. */
class RequestsIT {

    private static final Path ROOT = Path.of(System.getProperty("recount.root"));
    private static final long SEED = 20_261_210;
    private static final Duration DEADLINE = Duration.ofMinutes(3);
    private static final String CELL = "register, shift, bucket";
    private static final String NEWEST = "ORDER BY " + CELL + ", version DESC LIMIT 1 BY " + CELL;

    @TempDir
    private Path folder;

    @Test
    void whatSomebodyChangedIsPublishedRightAndNoOtherRow() throws Exception {
        System.out.println("Seed " + SEED);
        try (DemoRun run = DemoRun.with(options(12_000))) {
            Verdict verdict = run.run();
            assertExact(verdict);
            execute(
                    run,
                    "CREATE TABLE before ENGINE = Memory AS SELECT * EXCEPT (version, epoch) FROM cells " + NEWEST);
            long newest = number(run, "SELECT max(version) FROM cells");
            long others = number(run, "SELECT count() FROM shifts") + number(run, "SELECT count() FROM field_cells");

            changeByHand(run);
            assertThat(differences(run)).isEqualTo(1_110);
            new Afterwards(run)
                    .ask(new RequestMessage.Ask(
                            "by-hand",
                            List.of(),
                            Instant.EPOCH,
                            Instant.parse("2100-01-01T00:00:00Z"),
                            "changed by hand",
                            0));
            awaitState(run, "by-hand", "done");

            assertThat(differences(run)).as("cells that differ from before").isZero();
            assertThat(number(run, "SELECT count() FROM cells WHERE version > " + newest))
                    .as("rows published for it")
                    .isEqualTo(1_110);
            assertThat(number(run, "SELECT changed FROM invalidations WHERE id = 'by-hand'"))
                    .isEqualTo(1_110);
            assertThat(number(run, "SELECT count() FROM shifts") + number(run, "SELECT count() FROM field_cells"))
                    .as("rows of shifts and field cells")
                    .isEqualTo(others);
            assertThat(number(run, "SELECT documents - expanded + remaining FROM invalidations WHERE id = 'by-hand'"))
                    .isZero();
        }
    }

    /** A thousand cells are changed, 50 deleted, 50 invented; 10 get a row of a version that nobody can outrank. */
    private static void changeByHand(DemoRun run) {
        execute(run, "SYSTEM STOP MERGES cells");
        execute(
                run,
                "CREATE TABLE picked ENGINE = Memory AS SELECT " + CELL
                        + ", row_number() OVER (ORDER BY cityHash64(" + CELL
                        + ")) AS n FROM before WHERE documents > 0 LIMIT 1110");
        execute(run, "SYSTEM START MERGES cells");
        execute(
                run,
                "ALTER TABLE cells UPDATE documents = documents + 1 WHERE (" + CELL + ") IN (SELECT " + CELL
                        + " FROM picked WHERE n <= 1000) SETTINGS mutations_sync = 2, allow_nondeterministic_mutations = 1");
        execute(
                run,
                "ALTER TABLE cells DELETE WHERE (" + CELL + ") IN (SELECT " + CELL
                        + " FROM picked WHERE n > 1000 AND n <= 1050) SETTINGS mutations_sync = 2, allow_nondeterministic_mutations = 1");
        execute(
                run,
                "INSERT INTO cells SELECT * REPLACE (bucket - 86400 * 400 AS bucket) FROM (SELECT * FROM cells WHERE ("
                        + CELL + ") IN (SELECT " + CELL + " FROM picked WHERE n > 1050 AND n <= 1100) " + NEWEST + ")");
        execute(
                run,
                "INSERT INTO cells SELECT * REPLACE (documents + 5 AS documents, 18446744073709551615 - n AS version) EXCEPT (n) FROM"
                        + " (SELECT cells.*, n FROM cells INNER JOIN (SELECT * FROM picked WHERE n > 1100) AS some USING ("
                        + CELL + ") " + NEWEST + ")");
    }

    /** Cells that say something else than before, are there no more, or were not there and are not empty. */
    private static long differences(DemoRun run) {
        return number(
                run,
                "SELECT count() FROM (SELECT " + CELL
                        + " FROM ((SELECT * FROM before WHERE documents + errors > 0 EXCEPT SELECT * EXCEPT (version, epoch) FROM (SELECT * FROM cells "
                        + NEWEST + ")) UNION ALL (SELECT * EXCEPT (version, epoch) FROM (SELECT * FROM cells " + NEWEST
                        + ") WHERE documents + errors > 0 EXCEPT SELECT * FROM before)) GROUP BY " + CELL + ")");
    }

    /** Every register's documents come once more, from somewhere else, as those of another register. */
    @Test
    void loadedDocumentsBecomeCellsHoweverOftenTheJobIsKilled() throws Exception {
        System.out.println("Seed " + SEED);
        StandaloneFlink flink = StandaloneFlink.builder(folder.resolve("flink"))
                .configuration(Map.of(
                        "parallelism.default", "2",
                        "restart-strategy.type", "fixed-delay",
                        "restart-strategy.fixed-delay.attempts", "1000",
                        "restart-strategy.fixed-delay.delay", "500 ms"))
                .build();
        try (DemoRun run = DemoRun.with(options(6_000), flink)) {
            Verdict verdict = run.run();
            assertExact(verdict);
            execute(
                    run,
                    "INSERT INTO documents SELECT * REPLACE (concat('L-', register) AS register, 0 AS _timeline, 'archive' AS _topic, 0 AS _partition) FROM documents");
            long loaded = number(run, "SELECT count() FROM documents WHERE _timeline = 0");

            new Afterwards(run)
                    .ask(new RequestMessage.Ask(
                            "loaded",
                            List.of(),
                            Instant.EPOCH,
                            Instant.parse("2100-01-01T00:00:00Z"),
                            "archive",
                            loaded / 10));
            for (int kill = 1; kill <= 3; kill++) {
                long least = kill * loaded / 4;
                Await.until(
                        () -> {
                            flink.reviveTaskManagers();
                            return number(run, "SELECT sum(expanded) FROM invalidations") > least;
                        },
                        DEADLINE,
                        () -> "It stands still at " + requests(run));
                TaskManager victim = flink.taskManagers().get(kill % 2);
                victim.kill();
                victim.start();
            }
            new Afterwards(run).ask(new RequestMessage.Order("loaded", RequestMessage.Verb.PAUSE));
            awaitState(run, "loaded", "paused");
            run.restart(JobEnd.STOP);
            run.restart(JobEnd.LOSE_STATE);
            new Afterwards(run).ask(new RequestMessage.Order("loaded", RequestMessage.Verb.RESUME));
            awaitState(run, "loaded", "done");

            assertSame(run, "cells", "shift, bucket");
            assertSame(run, "shifts", "shift");
            assertSame(run, "field_cells", "shift, bucket, field, value");
        }
    }

    /** Rows of a register and of the one that has its documents from elsewhere; flags of lateness are facts about arrival. */
    private static void assertSame(DemoRun run, String table, String key) {
        String newest = "(SELECT * FROM " + table + " WHERE register %s 'L-%%' ORDER BY register, " + key
                + ", version DESC LIMIT 1 BY register, " + key + ")";
        String said =
                " * EXCEPT (version, epoch, late_documents, register) FROM " + newest + " WHERE documents + errors > 0";
        String original = "SELECT register," + said.formatted("NOT LIKE");
        String loaded = "SELECT substring(register, 3)," + said.formatted("LIKE");
        assertThat(number(run, "SELECT count() FROM (" + original + ")"))
                .as(table)
                .isPositive();
        assertThat(number(run, "SELECT count() FROM (" + original + " EXCEPT " + loaded + ")"))
                .as(table + " that loaded documents lack")
                .isZero();
        assertThat(number(run, "SELECT count() FROM (" + loaded + " EXCEPT " + original + ")"))
                .as(table + " that only loaded documents have")
                .isZero();
    }

    private DemoOptions options(int receipts) {
        return DemoOptions.of(ROOT)
                .withFolder(folder.resolve("demo"))
                .withScenario(Scenario.of(SEED, receipts))
                .withCheckpointInterval(Duration.ofSeconds(2));
    }

    private static void awaitState(DemoRun run, String id, String state) {
        Await.until(
                () -> new Afterwards(run)
                        .lines("SELECT state FROM invalidations WHERE id = '" + id + "'")
                        .equals(List.of(state)),
                DEADLINE,
                () -> id + " is not " + state + ": " + requests(run));
    }

    private static List<String> requests(DemoRun run) {
        return new Afterwards(run)
                .lines("SELECT id, state, message, documents, expanded, pages, recomputed, changed FROM invalidations");
    }

    private static void execute(DemoRun run, String sql) {
        run.clickHouse().execute(sql);
    }

    private static long number(DemoRun run, String sql) {
        return run.clickHouse().number(sql);
    }
}
