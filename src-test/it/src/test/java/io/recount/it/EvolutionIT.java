package io.recount.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.recount.demo.DemoOptions;
import io.recount.demo.DemoRun;
import io.recount.demo.JobEnd;
import io.recount.demo.audit.DocumentRoles;
import io.recount.demo.verdict.Judge;
import io.recount.demo.verdict.Verdict;
import io.recount.harness.expectation.Comparison;
import io.recount.harness.expectation.DeclaredModel;
import io.recount.harness.expectation.Difference;
import io.recount.harness.feed.Scenario;
import io.recount.local.Await;
import io.recount.local.StandaloneFlink;
import io.recount.local.TaskManager;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A job goes on under a fuller model, and computes its cells again by itself. */
class EvolutionIT {

    private static final Path ROOT = Path.of(System.getProperty("recount.root"));
    private static final long SEED = 20_261_220;
    private static final int RECEIPTS = 6_000;
    private static final Duration DEADLINE = Duration.ofMinutes(2);
    private static final String CELL = "register, shift, bucket";
    private static final String NEWEST =
            "(SELECT * FROM cells ORDER BY " + CELL + ", version DESC LIMIT 1 BY " + CELL + ")";
    /** Of online_total, tips_total and bonus_total. */
    private static final String CHANGED_IDS = "(13, 12, 15)";

    private static final String SECOND = "(SELECT max(timeline) FROM models)";
    private static final String FILL = "(SELECT concat('fill-', toString(max(timeline))) FROM models)";
    private static final Pattern BUCKET = Pattern.compile("bucket=([0-9T:.Z-]+)");

    @TempDir
    private Path folder;

    private String full = "";
    private int samples;

    /** The earlier model has a measure more, and two less, one of them with its field. */
    private static String earlier(String full) {
        String earlier = full.replaceAll("(?m)^  tips: .*\n", "")
                .replaceAll("(?m)^  - \\{name: (tips|online)_total.*\n", "")
                .replace("measures:\n  - ", "measures:\n  - {name: bonus_total, id: 15, sum: bonus}\n  - ");
        assertThat(earlier.lines().count()).isEqualTo(full.lines().count() - 2);
        return earlier;
    }

    @Test
    void aFullerModelIsFilledWhileReceiptsCome() throws Exception {
        evolve(JobEnd.STOP);
    }

    @Test
    @Tag("long")
    void aFullerModelIsFilledWithoutAnyState() throws Exception {
        evolve(JobEnd.LOSE_STATE);
    }

    private void evolve(JobEnd end) throws Exception {
        Instant from = Clock.systemUTC().instant().truncatedTo(ChronoUnit.HOURS).minus(Duration.ofDays(1));
        System.out.println("Seed " + SEED + ", receipts from " + from);
        full = Files.readString(ROOT.resolve("job/models/receipts.yaml"));
        write(full);
        StandaloneFlink flink = StandaloneFlink.builder(folder.resolve("flink"))
                .configuration(Map.of(
                        "parallelism.default", "2",
                        "restart-strategy.type", "fixed-delay",
                        "restart-strategy.fixed-delay.attempts", "1000",
                        "restart-strategy.fixed-delay.delay", "500 ms"))
                .build();
        DemoOptions options = DemoOptions.of(ROOT)
                .withFolder(folder.resolve("demo"))
                .withModel(model())
                .withScenario(Scenario.of(SEED, RECEIPTS).withTime(from, Duration.ofDays(3)))
                .withCheckpointInterval(Duration.ofSeconds(1));
        // What is expected is expected of the full model.
        try (DemoRun run = DemoRun.with(options, flink)) {
            write(earlier(full));
            Verdict verdict = run.configured("invalidations.document.rate", "200")
                    .pausing(engines -> evolve(run, end))
                    .midway(engines -> fill(run, flink))
                    .run();

            checkMeasures(run, verdict);
            // The fill takes it along, unless the job was killed since: then it comes behind the fill.
            Await.until(
                    () -> new Afterwards(run)
                            .lines("SELECT DISTINCT state FROM invalidations WHERE id LIKE 'sweep-%'")
                            .equals(List.of("done")),
                    DEADLINE,
                    () -> "The sweep of yesterday is not done: " + requests(run));
            assertThat(number(run, "SELECT count() FROM " + NEWEST + " WHERE has(m_id, 15)"))
                    .as("cells with the measure that is gone")
                    .isZero();
            assertThat(unsteady(run))
                    .as("cells whose old measures differed in a sample")
                    .isZero();
            assertThat(samples).isGreaterThan(3);
            for (Comparison comparison : new Judge(
                            run.clickHouse(), DeclaredModel.read(model()), DocumentRoles.read(model()), words -> {})
                    .auditedRows()) {
                assertThat(comparison.differences()).as(comparison.table()).isEmpty();
            }
        }
    }

    /** The job is stopped; a model that means something else is refused, and the full one goes on. */
    private void evolve(DemoRun run, JobEnd end) {
        new Afterwards(run).awaitPublished();
        run.clickHouse()
                .execute("CREATE TABLE samples (number UInt32, register String, shift UInt64, bucket DateTime('UTC'),"
                        + " hash UInt64) ENGINE = MergeTree ORDER BY (register, shift, bucket, number)");
        sample(run);
        Optional<String> savepoint = run.end(end);

        // All of yesterday is there by now.
        run.configured("sweep.daily.time", "00:00");
        write(full);
        run.applySchema();
        write(full.replace("id: 10, max: total", "id: 10, max: bonus"));
        assertThatThrownBy(() -> run.goOn(savepoint)).hasMessageContaining("recount was refused");
        assertThat(folder.resolve("flink/submit.log"))
                .content()
                .contains(
                        "receipts.yaml:112:5: measure 10 ('largest_total') was max of total where type is 'SALE' and is"
                                + " max of bonus where type is 'SALE': cells in the tables hold the other. Write it as it was");
        write(full);
        run.goOn(savepoint);
    }

    private void fill(DemoRun run, StandaloneFlink flink) {
        long documents = number(run, "SELECT count() FROM documents WHERE _timeline < " + SECOND);
        awaitExpanded(run, flink, documents / 4);
        List<String> filling = measures(run);
        assertThat(filling)
                .as("while it is filled")
                .anyMatch(line -> line.matches("12 tips_total money\\(2\\) 1 R-\\d+ there"))
                .anyMatch(line -> line.matches("13 online_total money\\(2\\) 1 R-\\d+ there"))
                .contains("15 bonus_total money(2) 0 done removed", "2 net_total money(2) 0 done there");
        TaskManager victim = flink.taskManagers().get(1);
        victim.kill();
        sample(run);
        victim.start();
        awaitExpanded(run, flink, documents / 2);
        sample(run);
        Await.until(
                () -> {
                    flink.reviveTaskManagers();
                    return new Afterwards(run)
                            .lines("SELECT state FROM invalidations WHERE id = " + FILL)
                            .equals(List.of("done"));
                },
                DEADLINE,
                () -> "Not done: " + requests(run));
        sample(run);
    }

    private void awaitExpanded(DemoRun run, StandaloneFlink flink, long least) {
        Await.until(
                () -> {
                    flink.reviveTaskManagers();
                    sample(run);
                    return number(run, "SELECT max(expanded) FROM invalidations WHERE id = " + FILL) >= least;
                },
                DEADLINE,
                () -> "It stands still at " + requests(run));
    }

    /** From when on measures are valid: as a number of submissions, of which the second is 1. */
    private static List<String> measures(DemoRun run) {
        return new Afterwards(run)
                .lines("SELECT id, name, unit, toUInt64(toUnixTimestamp(valid_from)) = " + SECOND
                        + ", ifNull(filled_to, 'done'), if(removed_at IS NULL, 'there', 'removed') FROM measures");
    }

    private static void checkMeasures(DemoRun run, Verdict verdict) {
        assertThat(measures(run))
                .hasSize(252)
                .contains(
                        "12 tips_total money(2) 1 done there",
                        "13 online_total money(2) 0 done there",
                        "15 bonus_total money(2) 0 done removed");
        assertThat(number(run, "SELECT toUInt64(toUnixTimestamp(valid_from)) FROM measures WHERE id = 13"))
                .isZero();
        assertThat(number(run, "SELECT count() FROM invalidations WHERE id LIKE 'fill-%'"))
                .as("requests of the job itself")
                .isEqualTo(1);
        Instant valid = Instant.ofEpochSecond(
                number(run, "SELECT toUInt64(toUnixTimestamp(valid_from)) FROM measures WHERE id = 12"));
        long promised = number(
                run,
                "SELECT countIf(has(m_id, 12)) FROM " + NEWEST + " WHERE bucket >= toDateTime(" + valid.getEpochSecond()
                        + ")");
        assertThat(promised).as("cells with tips since they are promised").isPositive();
        for (Difference difference : verdict.differences()) {
            assertThat(difference.measure()).as(difference.toString()).isEqualTo("tips_total");
            Matcher bucket = BUCKET.matcher(difference.key());
            if (bucket.find()) {
                assertThat(Instant.parse(bucket.group(1)))
                        .as(difference.toString())
                        .isBefore(valid);
            }
        }
        assertThat(verdict.checks()).allMatch(check -> check.holds());
        System.out.println(promised + " cells are promised to have tips; " + verdict.line());
    }

    /** What every cell says by measures of both models. */
    private void sample(DemoRun run) {
        run.clickHouse()
                .execute("INSERT INTO samples SELECT " + samples++ + ", " + CELL
                        + ", cityHash64(documents, errors, late_documents, net_total, receipts, arrayFilter(one -> one.1 NOT IN "
                        + CHANGED_IDS + ", arrayZip(m_id, m_val))) FROM " + NEWEST + " WHERE documents + errors > 0");
    }

    /** Of cells that none of the documents concern that came later. */
    private static long unsteady(DemoRun run) {
        return number(
                run,
                "SELECT count() FROM (SELECT uniqExact(hash) AS values, count() AS times FROM samples WHERE (" + CELL
                        + ") IN (SELECT " + CELL + " FROM samples WHERE number = 0) AND (" + CELL
                        + ") NOT IN (SELECT register, shift, toStartOfHour(printed_at) FROM documents"
                        + " WHERE (register, drive, number) IN (SELECT register, drive, number FROM documents"
                        + " WHERE _timeline = " + SECOND + ")) GROUP BY " + CELL
                        + " HAVING values > 1 OR times < (SELECT max(number) + 1 FROM samples))");
    }

    private static List<String> requests(DemoRun run) {
        return new Afterwards(run).lines("SELECT id, state, message, documents, expanded FROM invalidations");
    }

    private Path model() {
        return folder.resolve("receipts.yaml");
    }

    private void write(String text) {
        try {
            Files.writeString(model(), text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static long number(DemoRun run, String sql) {
        return run.clickHouse().number(sql);
    }
}
