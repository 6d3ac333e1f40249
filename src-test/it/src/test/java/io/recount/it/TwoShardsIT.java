package io.recount.it;

import static io.recount.it.Verdicts.assertExact;
import static org.assertj.core.api.Assertions.assertThat;

import io.recount.demo.DemoOptions;
import io.recount.demo.DemoRun;
import io.recount.demo.JobEnd;
import io.recount.demo.clickhouse.ClickHouseHttp;
import io.recount.demo.verdict.Verdict;
import io.recount.harness.feed.Scenario;
import io.recount.local.Await;
import io.recount.local.LocalClickHouse;
import io.recount.pipeline.requests.RequestMessage;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The main job on two ClickHouse servers, of weights 1 and 2: what lies on both together is exact. */
class TwoShardsIT {

    private static final Path ROOT = Path.of(System.getProperty("recount.root"));
    private static final Duration SEARCH = Duration.ofMinutes(5);
    private static final long SEED = 20_261_201;
    private static final long STRANGE_SHIFT = 4_000_000_000L;

    /** Tables of a shard that nothing else brings back. */
    private static final List<String> KEPT = List.of("documents", "registers");

    @TempDir
    private Path folder;

    @Test
    void aShardKilledAndLostARunAbandonedAndStateLostChangeNoNumber() throws Exception {
        System.out.println("Seed " + SEED);
        DemoOptions options = DemoOptions.of(ROOT)
                .withFolder(folder.resolve("demo"))
                .withScenario(Scenario.of(SEED, 20_000))
                .withCheckpointInterval(Duration.ofSeconds(2));
        try (LocalClickHouse second =
                        LocalClickHouse.builder(folder.resolve("second")).build();
                DemoRun run = DemoRun.with(options).sharded(second, 2)) {
            second.start();
            Verdict verdict = run.midway(engines -> new Outage(run).ofClickHouse(second))
                    .midway(engines -> loseAndRestore(run, second))
                    .pausing(engines -> {
                        plant(published(second));
                        run.restart(JobEnd.GO_BACK);
                    })
                    // The last of the documents come after it: nobody compares before the third job has all.
                    .midway(engines -> {
                        awaitTaken(published(second));
                        awaitComputed(run);
                    })
                    .run();

            assertExact(verdict);
            ClickHouseHttp other = published(second);
            for (String table : new String[] {"documents", "cells", "shifts", "field_cells"}) {
                assertParted(run.clickHouse(), other, table);
            }
            assertThat(other.number("SELECT count() FROM commits")).isZero();
            assertThat(run.clickHouse().number("SELECT uniqExact(timeline) FROM commits WHERE kind = 'commit'"))
                    .as("submissions that published")
                    .isEqualTo(3);
        }
    }

    /** A shard comes back with an old copy of its documents: the ledger is taken back to before the copy, and the job begins there. */
    private void loseAndRestore(DemoRun run, LocalClickHouse second) {
        ClickHouseHttp shard = published(second);
        long copied = run.clickHouse().number("SELECT toUnixTimestamp64Milli(max(committed_at)) FROM commits");
        for (String table : KEPT) {
            shard.execute("INSERT INTO FUNCTION file('" + copy(table) + "') SELECT * FROM " + table);
        }
        long documents = shard.number("SELECT count() FROM documents");
        Await.until(
                () -> run.clickHouse().number("SELECT toUnixTimestamp64Milli(max(committed_at)) FROM commits") > copied
                        && shard.number("SELECT count() FROM documents") > documents,
                SEARCH,
                () -> "Nothing was committed after the copy");

        assertThat(run.end(JobEnd.LOSE_STATE)).isEmpty();
        shard.execute("DROP DATABASE recount SYNC");
        run.applySchema();
        for (String table : KEPT) {
            shard.execute("INSERT INTO " + table + " SELECT * FROM file('" + copy(table) + "')");
        }
        run.clickHouse()
                .execute("ALTER TABLE commits DELETE WHERE committed_at > fromUnixTimestamp64Milli(" + copied
                        + ", 'UTC') SETTINGS mutations_sync = 2");
        run.goOn(Optional.empty());
        Instant end = Instant.parse("2100-01-01T00:00:00Z");
        try {
            new Afterwards(run).ask(new RequestMessage.Ask("restored", List.of(), Instant.EPOCH, end, "restored", 0));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    private Path copy(String table) {
        return folder.resolve(table + ".native");
    }

    private static void awaitComputed(DemoRun run) {
        Await.until(
                () -> run.clickHouse().number("SELECT countIf(id = 'restored' AND state = 'done') FROM invalidations")
                        == 1,
                SEARCH,
                () -> "Cells of the lost shard are not computed");
    }

    /** A row of a timeline that the job does not descend from. */
    private static void plant(ClickHouseHttp shard) {
        shard.execute("INSERT INTO shifts (register, shift, documents, version, epoch) SELECT register, "
                + STRANGE_SHIFT + ", 7, bitShiftLeft(toUInt64(1), 31), 0 FROM shifts LIMIT 1");
        assertThat(shard.number("SELECT sum(documents) FROM shifts WHERE shift = " + STRANGE_SHIFT))
                .isEqualTo(7);
    }

    /** Until the job has published it again, with the documents that it knows of: none. */
    private static void awaitTaken(ClickHouseHttp shard) {
        Await.until(
                () -> shard.number("SELECT argMax(documents, version) FROM shifts WHERE shift = " + STRANGE_SHIFT) == 0,
                SEARCH,
                () -> "The row of another timeline on the second shard still stands");
    }

    private static ClickHouseHttp published(LocalClickHouse engine) {
        return new ClickHouseHttp(engine.httpEndpoint(), "recount");
    }

    private static void assertParted(ClickHouseHttp first, ClickHouseHttp second, String table) {
        String misplaced = "SELECT countIf(xxHash64(register) % 3 {} 0) FROM " + table;
        String registers = "SELECT uniqExact(register) FROM " + table;
        assertThat(first.number(misplaced.replace("{}", "!="))).as(table).isZero();
        assertThat(second.number(misplaced.replace("{}", "="))).as(table).isZero();
        assertThat(first.number(registers)).as(table).isPositive();
        assertThat(second.number(registers)).as(table).isPositive();
    }
}
