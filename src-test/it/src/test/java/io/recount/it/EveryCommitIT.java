package io.recount.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.recount.demo.DemoOptions;
import io.recount.demo.DemoRun;
import io.recount.demo.audit.DocumentRoles;
import io.recount.demo.clickhouse.ClickHouseHttp;
import io.recount.demo.clickhouse.ResultRow;
import io.recount.demo.clickhouse.ResultRows;
import io.recount.demo.verdict.Judge;
import io.recount.harness.expectation.Comparison;
import io.recount.harness.expectation.DeclaredModel;
import io.recount.harness.feed.Scenario;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * At every commit, and not only at the last, what is published is the fold of the documents below its offsets. Merges are
 * stopped, so that what a reader saw at a commit is still there: rows of the checkpoints up to it, and of each key the
 * newest.
 */
class EveryCommitIT {

    private static final Path ROOT = Path.of(System.getProperty("recount.root"));
    private static final Path MODEL = ROOT.resolve("job/models/receipts.yaml");
    private static final long SEED = 20_261_208;
    private static final int RECEIPTS_OF_A_PORTION = 150;

    @TempDir
    private Path folder;

    /** A commit covers what of its partitions is below its next offsets; both as arrays in SQL. */
    private record Commit(long checkpoint, String partitions, String nextOffsets) {}

    @Test
    void whatIsPublishedIsTheFoldOfTheDocumentsBelowItsOffsets() throws Exception {
        feed(20, 15);
    }

    @Test
    @Tag("long")
    void soItIsAtEachOfFiftyCommits() throws Exception {
        feed(60, 50);
    }

    /** A portion is fed when some of the one before is published: so there are at least as many commits. */
    private void feed(int portions, int leastCommits) throws Exception {
        System.out.println("Seed " + SEED);
        try (DemoRun run = DemoRun.with(DemoOptions.of(ROOT)
                .withFolder(folder.resolve("demo"))
                .withScenario(Scenario.of(SEED, portions * RECEIPTS_OF_A_PORTION))
                .withCheckpointInterval(Duration.ofSeconds(1)))) {
            List<Long> unmerged = new ArrayList<>();
            run.midway(engines -> unmerged.add(stopMerges(run.clickHouse())));
            for (int portion = 2; portion < portions; portion++) {
                run.midway(engines -> {});
            }
            assertThat(run.run().isExact()).isTrue();

            List<Commit> commits = commits(run.clickHouse(), unmerged.get(0));
            assertThat(commits).hasSizeGreaterThanOrEqualTo(leastCommits);
            for (Commit commit : commits) {
                assertExact(run, commit);
            }
        }
    }

    /** Returns the newest commit: of those before it, rows may be merged away. */
    private static long stopMerges(ClickHouseHttp clickHouse) {
        clickHouse.execute("SYSTEM STOP MERGES");
        return clickHouse.number("SELECT max(checkpoint) FROM commits");
    }

    private static List<Commit> commits(ClickHouseHttp clickHouse, long after) {
        List<Commit> commits = new ArrayList<>();
        try (ResultRows rows =
                clickHouse.rows("SELECT checkpoint, positions.partition, positions.next_offset FROM commits"
                        + " WHERE kind = 'commit' AND rows > 0 AND checkpoint > " + after + " ORDER BY checkpoint")) {
            rows.forEachRemaining(row -> commits.add(commit(row)));
        }
        return commits;
    }

    private static Commit commit(ResultRow row) {
        return new Commit(row.number(0), list(row.numbers(1)), list(row.numbers(2)));
    }

    private static void assertExact(DemoRun run, Commit commit) throws Exception {
        String database = "at_" + commit.checkpoint();
        ClickHouseHttp now = run.clickHouse();
        now.execute("CREATE DATABASE " + database);
        now.execute(
                "CREATE VIEW %s.documents AS SELECT * FROM documents WHERE _offset < transform(_partition, %s, %s, 0)"
                        .formatted(database, commit.partitions(), commit.nextOffsets()));
        for (String table : List.of("cells", "shifts", "field_cells")) {
            // Rows before the first barrier have the greatest epoch, and belong to the first checkpoint.
            now.execute("CREATE VIEW %s.%s AS SELECT * FROM %s WHERE epoch < %d OR epoch = %d"
                    .formatted(database, table, table, commit.checkpoint(), Long.MAX_VALUE));
        }
        ClickHouseHttp then = new ClickHouseHttp(run.engines().clickHouse().httpEndpoint(), database);
        Judge judge = new Judge(then, DeclaredModel.read(MODEL), DocumentRoles.read(MODEL), words -> {});
        for (Comparison comparison : judge.auditedRows()) {
            assertThat(comparison.differences())
                    .as("%s at checkpoint %d", comparison.table(), commit.checkpoint())
                    .isEmpty();
        }
        now.execute("DROP DATABASE " + database);
    }

    private static String list(long[] numbers) {
        return LongStream.of(numbers)
                .mapToObj(number -> "toUInt64(" + number + ")")
                .collect(Collectors.joining(", ", "[", "]"));
    }
}
