package io.recount.it;

import static io.recount.it.Verdicts.assertExact;
import static org.assertj.core.api.Assertions.assertThat;

import io.recount.demo.DemoOptions;
import io.recount.demo.DemoRun;
import io.recount.demo.Engines;
import io.recount.demo.verdict.Verdict;
import io.recount.harness.feed.Scenario;
import io.recount.local.Await;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whether metrics tell how old it is what readers see: README, Watch it, says which to trust. */
@Tag("long")
class FreshnessIT {

    private static final Path ROOT = Path.of(System.getProperty("recount.root"));
    private static final long SEED = 20_261_208;
    private static final int MESSAGES_A_SECOND = 100;
    private static final Duration IDLE = Duration.ofMinutes(10);
    private static final Duration PAUSE = Duration.ofMinutes(3);
    private static final Duration DEADLINE = Duration.ofMinutes(5);

    /** That of a job as it is shipped. */
    private static final Duration INTERVAL = Duration.ofSeconds(10);

    /** What run book and alerts call well. */
    private static final long WELL_SECONDS = 2 * INTERVAL.toSeconds();

    @TempDir
    private Path folder;

    /** Transactions leave marks in the topic, which nobody reads and lag in offsets may count. */
    @Test
    void secondsSinceTheLastCommitAreFewInAnIdleJobAndRiseWhileNothingIsPublished() throws Exception {
        System.out.println("Seed " + SEED);
        AtomicInteger perSecond = new AtomicInteger();
        DemoOptions options = DemoOptions.of(ROOT)
                .withFolder(folder.resolve("demo"))
                .withScenario(Scenario.of(SEED, 90_000))
                .withCheckpointInterval(INTERVAL);
        try (DemoRun run = DemoRun.with(options)) {
            Verdict verdict = run.inTransactions()
                    .paced(perSecond::get)
                    .withstanding(IDLE.plus(PAUSE))
                    .pausing(engines -> {
                        idle(run);
                        perSecond.set(MESSAGES_A_SECOND);
                    })
                    .midway(engines -> {
                        pause(run, engines);
                        perSecond.set(0);
                    })
                    .run();
            assertExact(verdict);
            assertThat(run.engines().flink().rest().restarts(run.jobId())).isZero();
        }
    }

    private static void idle(DemoRun run) {
        Afterwards afterwards = new Afterwards(run);
        Await.until(
                () -> afterwards.isPublished() && Freshness.of(run).secondsSinceLastCommit() <= WELL_SECONDS,
                DEADLINE,
                () -> afterwards.unpublished() + " messages are not published");
        List<Long> unpublished = new ArrayList<>();
        List<Freshness> looks = Freshness.during(IDLE, run, () -> unpublished.add(afterwards.unpublished()));
        Freshness worst = Freshness.worst(looks);
        System.out.printf("Idle for %d min: at most %s%n", IDLE.toMinutes(), worst);

        assertThat(looks).hasSizeGreaterThan(60);
        assertThat(unpublished).containsOnly(0L);
        assertThat(worst.secondsSinceLastCommit()).isLessThanOrEqualTo(WELL_SECONDS);
        assertThat(worst.pendingSeconds()).isLessThanOrEqualTo(1);
        assertThat(worst.pendingRecords()).isZero();
    }

    private static void pause(DemoRun run, Engines engines) {
        Afterwards afterwards = new Afterwards(run);
        Freshness before = Freshness.of(run);
        engines.clickHouse().freeze();
        long begun = afterwards.inTopic();
        List<Freshness> looks = Freshness.during(PAUSE, run, () -> {});
        long fed = afterwards.inTopic() - begun;
        engines.clickHouse().thaw();
        long ended = System.nanoTime();
        long usual = MESSAGES_A_SECOND * WELL_SECONDS;
        Await.until(
                () -> Freshness.of(run).secondsSinceLastCommit() <= WELL_SECONDS && afterwards.unpublished() <= usual,
                DEADLINE,
                () -> Freshness.of(run) + ", and " + afterwards.unpublished() + " messages are not published");
        double recovery = (System.nanoTime() - ended) / 1e9;
        List<Freshness> again = Freshness.during(Duration.ofMinutes(1), run, () -> {});

        Freshness last = looks.get(looks.size() - 1);
        System.out.printf(
                "Before the pause %s, at its end %s, with %d messages fed in it; well %.1f s after it, and then at most %s%n",
                before, last, fed, recovery, Freshness.worst(again));
        assertThat(fed).isGreaterThan(MESSAGES_A_SECOND * PAUSE.toSeconds() / 2);
        assertThat(last.secondsSinceLastCommit())
                .isGreaterThanOrEqualTo(PAUSE.minus(INTERVAL).minus(INTERVAL).toSeconds());
        // The first looks may still see the commit before.
        for (int i = looks.size() / 4; i < looks.size(); i++) {
            assertThat(looks.get(i).secondsSinceLastCommit())
                    .as("it only rises")
                    .isGreaterThanOrEqualTo(looks.get(i - 1).secondsSinceLastCommit());
        }
        assertThat(Freshness.worst(again).secondsSinceLastCommit()).isLessThanOrEqualTo(WELL_SECONDS);
    }
}
