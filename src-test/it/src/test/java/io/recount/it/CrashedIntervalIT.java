package io.recount.it;

import static io.recount.it.Verdicts.assertExact;
import static org.assertj.core.api.Assertions.assertThat;

import io.recount.demo.DemoOptions;
import io.recount.demo.DemoRun;
import io.recount.demo.JobEnd;
import io.recount.demo.audit.DocumentRoles;
import io.recount.demo.feed.Feeding;
import io.recount.demo.verdict.Judge;
import io.recount.demo.verdict.Verdict;
import io.recount.harness.expectation.DeclaredModel;
import io.recount.harness.feed.Delivery;
import io.recount.harness.feed.Scenario;
import io.recount.local.Await;
import io.recount.local.StandaloneFlink;
import io.recount.local.TaskManager;
import io.recount.local.relay.Deed;
import io.recount.local.relay.Hold;
import io.recount.local.relay.Relay;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A task manager is killed between the documents of an interval and its commit. In that interval are a document of a
 * bucket that was published long ago, and a correction that moves another one to a later shift and hour. Numbers are
 * worked out by hand, and audited besides.
 */
class CrashedIntervalIT {

    private static final Path ROOT = Path.of(System.getProperty("recount.root"));
    private static final Path MODEL = ROOT.resolve("job/models/receipts.yaml");
    private static final long SEED = 20_261_204;
    private static final Duration DEADLINE = Duration.ofMinutes(2);

    /** Sales of 10 and 20; then one of 5 comes late, and that of 20 becomes one of 21 elsewhere. */
    private static final List<String> CELLS_BEFORE = List.of("1 2020-09-01 12:00:00 2 30.00");

    private static final List<String> SHIFTS_BEFORE = List.of("1 2 30.00");
    private static final List<String> CELLS_AFTER =
            List.of("1 2020-09-01 12:00:00 2 15.00", "2 2020-09-01 15:00:00 1 21.00");
    private static final List<String> SHIFTS_AFTER = List.of("1 2 15.00", "2 1 21.00");

    @TempDir
    private static Path folder;

    private static StandaloneFlink flink;
    private static Relay relay;
    private static DemoRun run;

    /** What has happened when the task manager is killed; the documents are in by then. */
    enum Moment {
        /** Their writer has not heard of it, so the checkpoint is not complete. */
        DOCUMENTS_UNACKNOWLEDGED("documents"),
        /** The checkpoint is complete, and none of its blocks are in. */
        NOTHING_COMMITTED("cells"),
        /** Its cells are in, its shifts and its ledger row are not. */
        HALF_COMMITTED("shifts");

        private final String heldTable;

        Moment(String heldTable) {
            this.heldTable = heldTable;
        }

        /** An insert that waits there; the documents go in once before that, and nobody is told. */
        private Relay.Plan heldBy(Hold hold) {
            int before = this == DOCUMENTS_UNACKNOWLEDGED ? 1 : 0;
            AtomicInteger inserts = new AtomicInteger();
            return insert -> {
                if (!insert.table().equals(heldTable)) {
                    return Deed.PASS;
                }
                int earlier = inserts.getAndIncrement();
                if (earlier < before) {
                    return Deed.SWALLOW_REPLY;
                }
                return earlier > before || hold.pass() ? Deed.PASS : Deed.DROP;
            };
        }
    }

    @BeforeAll
    static void publishSomething() throws Exception {
        System.out.println("Seed " + SEED);
        flink = StandaloneFlink.builder(folder.resolve("flink"))
                .taskManagers(1)
                .slots(2)
                .configuration(Map.of(
                        "parallelism.default", "2",
                        "restart-strategy.type", "fixed-delay",
                        "restart-strategy.fixed-delay.attempts", "1000",
                        "restart-strategy.fixed-delay.delay", "500 ms"))
                .build();
        DemoOptions options = DemoOptions.of(ROOT)
                .withFolder(folder.resolve("demo"))
                .withScenario(Scenario.of(SEED, 2_000))
                .withCheckpointInterval(Duration.ofSeconds(2));
        run = DemoRun.with(options, flink);
        relay = Relay.before(run.engines().clickHouse().httpEndpoint());
        Verdict verdict = run.relayed(relay.endpoint()).run();
        assertExact(verdict);
    }

    @AfterAll
    static void stop() {
        relay.close();
        run.close();
    }

    /** Where state is lost before, what the register had is read back in the interval that crashes. */
    @ParameterizedTest(name = "{0}, state lost before: {1}")
    @CsvSource({
        "DOCUMENTS_UNACKNOWLEDGED, false", "NOTHING_COMMITTED, false", "HALF_COMMITTED, false",
        "DOCUMENTS_UNACKNOWLEDGED, true", "NOTHING_COMMITTED, true", "HALF_COMMITTED, true"
    })
    void coldAndMovedDocumentsCountOnce(Moment moment, boolean stateLost) throws Exception {
        String register = "R-" + moment + "-" + stateLost;
        publish(register, sale(1, 1, 12, 0, "10.00"), sale(2, 1, 12, 0, "20.00"));
        assertThat(cells(register)).isEqualTo(CELLS_BEFORE);
        if (stateLost) {
            long timeline = newestTimeline();
            run.restart(JobEnd.LOSE_STATE);
            awaitCommitAfter(timeline);
        }
        long restored = restored();

        Hold hold = new Hold(moment.name());
        try {
            relay.follow(moment.heldBy(hold));
            Feeding feeding =
                    feed(Afterwards.messages(register, sale(3, 1, 12, 0, "5.00"), sale(2, 2, 15, 1, "21.00")));
            hold.awaitReached();
            Await.until(
                    () -> documents(register) == 4,
                    DEADLINE,
                    () -> documents(register) + " documents are in, " + feeding.fed() + " more were fed");
            assertThat(cells(register)).isEqualTo(moment == Moment.HALF_COMMITTED ? CELLS_AFTER : CELLS_BEFORE);
            assertThat(shifts(register)).isEqualTo(SHIFTS_BEFORE);
            assertThat(new Afterwards(run).isPublished()).isFalse();
            TaskManager killed = flink.taskManagers().get(0);
            killed.kill();
            killed.start();

            new Afterwards(run).awaitPublished();
            assertThat(restored()).as("restored checkpoints").isGreaterThan(restored);
            assertEachOnce(register);
        } finally {
            hold.open(true);
        }
        Await.until(() -> relay.underWay() == 0, DEADLINE, () -> "A request is still under way");
        assertEachOnce(register);
    }

    private static void assertEachOnce(String register) throws Exception {
        assertThat(cells(register)).isEqualTo(CELLS_AFTER);
        assertThat(shifts(register)).isEqualTo(SHIFTS_AFTER);
        Afterwards afterwards = new Afterwards(run);
        Judge judge = new Judge(run.clickHouse(), DeclaredModel.read(MODEL), DocumentRoles.read(MODEL), words -> {});
        Verdict verdict = judge.audited(afterwards.fed(), afterwards.ledger());
        assertExact(verdict);
    }

    private static List<String> cells(String register) {
        return lines("SELECT shift, bucket, documents, net_total FROM cell_report WHERE register = '" + register
                + "' ORDER BY shift, bucket");
    }

    private static List<String> shifts(String register) {
        return lines("SELECT shift, documents, net_total FROM shift_report WHERE register = '" + register
                + "' ORDER BY shift");
    }

    private static void publish(String register, String... messages) {
        new Afterwards(run).publish(Afterwards.messages(register, messages));
    }

    private static Feeding feed(Iterator<Delivery> deliveries) {
        return new Feeding(run.topic(), deliveries, bytes -> {}).start();
    }

    private static long newestTimeline() {
        return run.clickHouse().number("SELECT max(timeline) FROM commits");
    }

    /** A submission's timeline is in the ledger only from its first checkpoint on. */
    private static void awaitCommitAfter(long timeline) {
        String commits = "SELECT count() FROM commits WHERE kind = 'commit' AND timeline > " + timeline;
        Await.until(
                () -> run.clickHouse().number(commits) > 0, DEADLINE, () -> "The new submission has committed nothing");
    }

    private static long documents(String register) {
        return run.clickHouse().number("SELECT count() FROM documents WHERE register = '" + register + "'");
    }

    private static long restored() {
        return flink.rest()
                .get("/jobs/" + run.jobId() + "/checkpoints")
                .path("counts")
                .path("restored")
                .asLong();
    }

    /** Its register is left open; the version is the minute of the last hour of the day. */
    private static String sale(int number, int shift, int hour, int version, String total) {
        return """
                {"kind":"receipt","register":"%%s","drive":"9960440300000001","number":%d,"shift":%d,\
                "printedAt":"2020-09-01T%02d:00:00Z","writtenAt":"2020-09-01T23:%02d:00Z","type":"SALE","total":"%s"}""".formatted(number, shift, hour, version, total);
    }

    private static List<String> lines(String query) {
        return new Afterwards(run).lines(query);
    }
}
