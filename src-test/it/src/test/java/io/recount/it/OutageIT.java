package io.recount.it;

import static io.recount.it.Verdicts.assertExact;
import static org.assertj.core.api.Assertions.assertThat;

import io.recount.demo.DemoOptions;
import io.recount.demo.DemoRun;
import io.recount.demo.Engines;
import io.recount.demo.verdict.Verdict;
import io.recount.harness.feed.Scenario;
import io.recount.local.Await;
import io.recount.local.EngineFailure;
import io.recount.local.FlinkRest;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** ClickHouse is away while messages keep coming, and comes back. */
class OutageIT {

    private static final Path ROOT = Path.of(System.getProperty("recount.root"));
    private static final long SEED = 20_261_206;

    private static final Duration LONG_ENOUGH = Duration.ofMinutes(4);

    private static final Duration MINUTE = Duration.ofMinutes(1);

    /** Longer than the budget of a commit, so that the job restarts in it. */
    private static final Duration QUARTER = Duration.ofMinutes(15);

    /** By then the job has restarted, and has read as much as its writers take without an answer. */
    private static final Duration SETTLED = Duration.ofMinutes(12);

    private static final long MEGABYTE = 1 << 20;
    private static final long HEAP_GROWTH_MEGABYTES = 50;

    /** Of the 1536 that the cluster may use; more messages wait in Kafka than it takes. */
    private static final long HEAP_MEGABYTES = 400;

    private static final int ATTEMPTS = 10;

    @TempDir
    private Path folder;

    @Test
    void outageIsWaitedForWithoutARestart() throws Exception {
        waitedFor(Duration.ofSeconds(15));
    }

    @Test
    @Tag("long")
    void minuteIsWaitedForWithoutARestart() throws Exception {
        waitedFor(MINUTE);
    }

    private void waitedFor(Duration outage) throws Exception {
        try (DemoRun run = run(20_000)) {
            List<Long> retries = new ArrayList<>();
            Verdict verdict = run.withstanding(MINUTE)
                    .midway(engines -> {
                        engines.clickHouse().kill();
                        assertThat(Await.within(() -> hasRestarted(run, engines), outage))
                                .as("restarted within " + outage)
                                .isFalse();
                        engines.clickHouse().start();
                        retries.add(counted(run, engines));
                    })
                    .run();
            assertExact(verdict);
            assertThat(retries.get(0)).as("attempts in vain").isPositive();
            assertThat(rest(run.engines()).restarts(run.jobId())).isZero();
        }
    }

    /** Whoever does not wait any longer begins again, and again; nobody helps it. */
    @Test
    @Tag("long")
    void outageLongerThanTheBudgetIsSurvivedByRestarts() throws Exception {
        try (DemoRun run = run(20_000)) {
            Verdict verdict = run.withstanding(QUARTER)
                    .configured("commit.budget.duration", "20 s")
                    .midway(engines -> {
                        engines.clickHouse().kill();
                        Await.until(
                                () -> rest(engines).restarts(run.jobId()) > 1,
                                LONG_ENOUGH,
                                () -> "The job has restarted " + rest(engines).restarts(run.jobId()) + " times");
                        engines.clickHouse().start();
                    })
                    .run();
            assertExact(verdict);
        }
    }

    /** A message that is no document waits to be written; Flink ends a task manager whose task does not end for three minutes. */
    @Test
    void jobThatCannotWriteEndsWhenItIsCancelled() throws Exception {
        try (DemoRun run = run(1_000)) {
            assertThat(run.run().isExact()).isTrue();
            run.engines().clickHouse().kill();
            long before = counted(run, run.engines());
            new Afterwards(run).feed(Afterwards.messages("R-NONE", "no document"));
            Await.until(
                    () -> counted(run, run.engines()) >= before + ATTEMPTS,
                    MINUTE,
                    () -> "The job does not miss ClickHouse");
            rest(run.engines()).cancel(run.jobId());
            Await.until(() -> hasEnded(run, run.engines()), MINUTE, () -> "The job does not end");
            run.engines().clickHouse().start();
        }
    }

    /** Nobody does anything but start ClickHouse again. */
    @Test
    @Tag("long")
    void quarterOfAnHourIsSurvivedInBoundedMemory() throws Exception {
        try (DemoRun run = run(300_000)) {
            List<Long> liveBytes = new ArrayList<>();
            Verdict verdict = run.withstanding(QUARTER)
                    .midway(engines -> {
                        engines.clickHouse().kill();
                        LiveHeap heap = LiveHeap.ofCluster();
                        liveBytes.add(heapAfter(SETTLED, run, engines, heap));
                        liveBytes.add(heapAfter(QUARTER.minus(SETTLED), run, engines, heap));
                        engines.clickHouse().start();
                    })
                    .run();
            System.out.printf(
                    "Live heap after %d min: %d MiB, after %d min: %d MiB; the job restarted %d times%n",
                    SETTLED.toMinutes(),
                    liveBytes.get(0) / MEGABYTE,
                    QUARTER.toMinutes(),
                    liveBytes.get(1) / MEGABYTE,
                    rest(run.engines()).restarts(run.jobId()));
            assertExact(verdict);
            assertThat(liveBytes.get(1)).isLessThan(HEAP_MEGABYTES * MEGABYTE);
            assertThat(liveBytes.get(1) - liveBytes.get(0)).isLessThan(HEAP_GROWTH_MEGABYTES * MEGABYTE);
        }
    }

    private DemoRun run(int receipts) {
        System.out.println("Seed " + SEED);
        return DemoRun.with(DemoOptions.of(ROOT)
                .withFolder(folder.resolve("demo"))
                .withScenario(Scenario.of(SEED, receipts))
                .withCheckpointInterval(Duration.ofSeconds(2)));
    }

    /** What lives on the heap when so much more of the outage is over; the job is there all the time. */
    private static long heapAfter(Duration time, DemoRun run, Engines engines, LiveHeap heap) {
        assertThat(Await.within(() -> hasEnded(run, engines), time)).isFalse();
        return heap.bytes();
    }

    private static boolean hasRestarted(DemoRun run, Engines engines) {
        return rest(engines).restarts(run.jobId()) > 0 || hasEnded(run, engines);
    }

    private static boolean hasEnded(DemoRun run, Engines engines) {
        try {
            return rest(engines).state(run.jobId()).isFinal();
        } catch (EngineFailure busy) {
            return false;
        }
    }

    private static long counted(DemoRun run, Engines engines) {
        return rest(engines).counted(run.jobId(), "retries");
    }

    private static FlinkRest rest(Engines engines) {
        return engines.flink().rest();
    }
}
