package io.recount.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.recount.demo.DemoOptions;
import io.recount.demo.DemoRun;
import io.recount.demo.JobEnd;
import io.recount.harness.feed.Scenario;
import io.recount.local.Await;
import io.recount.pipeline.requests.RequestMessage;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The documents and the ledger are all that has to be kept. */
class BackupIT {

    private static final Path ROOT = Path.of(System.getProperty("recount.root"));
    private static final long SEED = 20_261_211;
    private static final Duration DEADLINE = Duration.ofMinutes(3);

    @TempDir
    private Path folder;

    /** While the job runs they are copied, the ledger first; then everything is lost, and what came meanwhile is read again. */
    @Test
    void fromDocumentsAndLedgerEverythingComesBackAndTheJobGoesOn() throws Exception {
        System.out.println("Seed " + SEED);
        try (DemoRun run = DemoRun.with(DemoOptions.of(ROOT)
                .withFolder(folder.resolve("demo"))
                .withScenario(Scenario.of(SEED, 12_000))
                .withCheckpointInterval(Duration.ofSeconds(2)))) {
            run.midway(engines -> {
                backUp(run, "commits");
                backUp(run, "documents");
            });
            assertThat(run.run().isExact()).isTrue();
            for (String table : List.of("cells", "shifts", "field_cells")) {
                execute(
                        run,
                        "CREATE TABLE default." + table + " ENGINE = Memory AS SELECT " + said() + " FROM "
                                + newest(table));
            }

            Optional<String> nothing = run.end(JobEnd.LOSE_STATE);
            assertThat(nothing).isEmpty();
            execute(run, "DROP DATABASE recount SYNC");
            run.applySchema();
            restore(run, "commits");
            restore(run, "documents");
            run.goOn(Optional.empty());
            new Afterwards(run)
                    .ask(new RequestMessage.Ask(
                            "restored",
                            List.of(),
                            Instant.EPOCH,
                            Instant.parse("2100-01-01T00:00:00Z"),
                            "restored",
                            0));
            new Afterwards(run).awaitPublished();
            Await.until(
                    () -> run.clickHouse().number("SELECT count() FROM invalidations WHERE state = 'done'") == 1,
                    DEADLINE,
                    () -> "It is not done");

            for (String table : List.of("cells", "shifts", "field_cells")) {
                String kept = "SELECT * FROM default." + table;
                String now = "SELECT " + said() + " FROM " + newest(table);
                assertThat(run.clickHouse().number("SELECT count() FROM (" + kept + ")"))
                        .as("rows of " + table)
                        .isPositive();
                assertThat(run.clickHouse().number("SELECT count() FROM (" + kept + " EXCEPT " + now + ")"))
                        .as("rows of " + table + " that did not come back")
                        .isZero();
                assertThat(run.clickHouse().number("SELECT count() FROM (" + now + " EXCEPT " + kept + ")"))
                        .as("rows of " + table + " that were not there")
                        .isZero();
            }
        }
    }

    /** Lateness is a fact about arrival, and some arrive once more. */
    private static String said() {
        return "* EXCEPT (version, epoch, late_documents)";
    }

    private static String newest(String table) {
        String key = switch (table) {
            case "shifts" -> "register, shift";
            case "cells" -> "register, shift, bucket";
            default -> "register, shift, bucket, field, value";
        };
        return "(SELECT * FROM recount." + table + " ORDER BY " + key + ", version DESC LIMIT 1 BY " + key
                + ") WHERE documents + errors > 0";
    }

    private void backUp(DemoRun run, String table) {
        execute(run, "INSERT INTO FUNCTION file('" + file(table) + "') SELECT * FROM " + table);
    }

    private void restore(DemoRun run, String table) {
        execute(run, "INSERT INTO " + table + " SELECT * FROM file('" + file(table) + "')");
    }

    private Path file(String table) {
        return folder.resolve(table + ".native");
    }

    private static void execute(DemoRun run, String sql) {
        run.clickHouse().execute(sql);
    }
}
