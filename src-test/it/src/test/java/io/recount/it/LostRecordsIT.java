package io.recount.it;

import static io.recount.it.Verdicts.assertExact;
import static org.assertj.core.api.Assertions.assertThat;

import io.recount.demo.DemoOptions;
import io.recount.demo.DemoRun;
import io.recount.demo.JobEnd;
import io.recount.demo.audit.DocumentRoles;
import io.recount.demo.verdict.Judge;
import io.recount.harness.Feed;
import io.recount.harness.expectation.Comparison;
import io.recount.harness.expectation.DeclaredModel;
import io.recount.harness.expectation.Expectation;
import io.recount.harness.feed.Delivery;
import io.recount.harness.feed.RegisterAssignment;
import io.recount.harness.feed.Scenario;
import io.recount.local.Await;
import io.recount.local.FlinkRest;
import io.recount.local.JobState;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The log has lost records that the job had not read: it goes on behind them, says so, and is right once they are loaded. */
@Tag("long")
class LostRecordsIT {

    private static final Path ROOT = Path.of(System.getProperty("recount.root"));
    private static final long SEED = 20_261_201;
    private static final int RECEIPTS = 4_000;
    private static final Duration DEADLINE = Duration.ofMinutes(3);

    @TempDir
    private Path folder;

    private final DeclaredModel model = model();

    @Test
    void jobGoesOnBehindThemAndIsExactOnceTheyAreLoaded() throws Exception {
        System.out.println("Seed " + SEED);
        DemoOptions options = DemoOptions.of(ROOT)
                .withFolder(folder.resolve("demo"))
                .withScenario(scenario(0))
                .withCheckpointInterval(Duration.ofSeconds(2));
        try (DemoRun run = DemoRun.with(options).configured("kafka.gap.policy", "record")) {
            assertExact(run.run());
            Afterwards afterwards = new Afterwards(run);
            String savepoint = run.end(JobEnd.STOP).orElseThrow();
            afterwards.feed(deliveries(1));
            run.topic().deleteRecords(run.topic().endOffsets());
            afterwards.feed(deliveries(2));

            run.goOn(Optional.of(savepoint));
            FlinkRest flink = run.engines().flink().rest();
            Await.until(
                    () -> flink.state(run.jobId()) == JobState.FAILED,
                    DEADLINE,
                    () -> "A job with state is " + flink.state(run.jobId()));
            assertThat(flink.rootException(run.jobId())).contains("begin without state", "start.from=ledger");

            run.goOn(Optional.empty());
            afterwards.awaitPublished();
            String requests = "SELECT replaceRegexpOne(id, '[0-9-]+$', ''), state FROM invalidations";
            Await.until(
                    () -> afterwards.lines(requests).equals(List.of("gaps done")),
                    DEADLINE,
                    () -> "Requests are " + afterwards.lines(requests));
            assertThat(wrong(run, 0, 2))
                    .as("rows that lack more than what is lost")
                    .isZero();
            assertThat(wrong(run, 0, 1, 2)).as("rows that lack what is lost").isPositive();

            List<String> gaps = openGaps();
            assertThat(gaps).as("a gap a partition").hasSize(run.topic().partitions());
            afterwards.publish(deliveries(1));
            for (String gap : gaps) {
                Recount.Ended closed = recount("gaps", "close", gap, "--reason", "loaded once more");
                assertThat(closed.exitCode()).as(closed.toString()).isZero();
            }
            assertThat(openGaps()).isEmpty();
            assertThat(wrong(run, 0, 1, 2)).isZero();
        }
    }

    /** Other documents of the same registers each. */
    private static Scenario scenario(int part) {
        return Scenario.of(SEED + part, RECEIPTS);
    }

    private Iterator<Delivery> deliveries(int part) {
        return Feed.of(model, scenario(part));
    }

    /** Rows of all tables that are not what comes of some parts. */
    private long wrong(DemoRun run, int... parts) throws Exception {
        List<RegisterAssignment> registers = Feed.of(model, scenario(0)).registers();
        Expectation expectation = new Expectation(model, registers);
        for (int part : parts) {
            deliveries(part).forEachRemaining(delivery -> expectation.add(delivery.value()));
        }
        DocumentRoles roles = DocumentRoles.read(ROOT.resolve("job/models/receipts.yaml"));
        return new Judge(run.clickHouse(), model, roles, System.out::println)
                .rowsOf(registers.stream().map(RegisterAssignment::register).toList(), expectation).stream()
                        .mapToLong(Comparison::differingRows)
                        .sum();
    }

    private List<String> openGaps() throws Exception {
        Recount.Ended told = recount("gaps");
        assertThat(told.exitCode()).as(told.toString()).isZero();
        return told.out()
                .lines()
                .filter(line -> line.contains("receipts") && !line.contains("loaded once more"))
                .map(line -> line.strip().split(" +")[0])
                .toList();
    }

    private Recount.Ended recount(String... arguments) throws Exception {
        return new Recount(folder.resolve("demo/recount.yaml"), folder).run(arguments);
    }

    private static DeclaredModel model() {
        try {
            return DeclaredModel.read(ROOT.resolve("job/models/receipts.yaml"));
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
