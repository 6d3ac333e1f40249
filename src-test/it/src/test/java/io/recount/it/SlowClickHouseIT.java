package io.recount.it;

import static io.recount.it.Verdicts.assertExact;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.recount.demo.DemoOptions;
import io.recount.demo.DemoRun;
import io.recount.demo.verdict.Verdict;
import io.recount.harness.feed.Scenario;
import io.recount.local.Await;
import io.recount.local.relay.Deed;
import io.recount.local.relay.Insert;
import io.recount.local.relay.Relay;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** ClickHouse answers, and late: what is published is older then, and nothing else happens. */
@Tag("long")
class SlowClickHouseIT {

    private static final Path ROOT = Path.of(System.getProperty("recount.root"));
    private static final long SEED = 20_261_207;

    /** Messages a second before, and while it is slow. */
    private static final int USUAL = 100;

    private static final int LOAD = 3 * USUAL;

    /** By so much every insert comes later. */
    private static final Duration DELAY = Duration.ofSeconds(5);

    private static final Duration SLOW = Duration.ofMinutes(15);

    /** By then it is as slow as it gets: what was measured after it is not to be more. */
    private static final Duration SETTLED = Duration.ofMinutes(5);

    /** That of a job as it is shipped. */
    private static final Duration INTERVAL = Duration.ofSeconds(10);

    private static final Duration DEADLINE = Duration.ofMinutes(10);

    /** A commit makes half a dozen inserts, one after the other, and what comes meanwhile waits for the next one. */
    private static final long MOST_UNPUBLISHED = LOAD * Duration.ofMinutes(3).toSeconds();

    private static final long MEGABYTE = 1 << 20;
    private static final long HEAP_MEGABYTES = 300;
    private static final long HEAP_GROWTH_MEGABYTES = 50;

    @TempDir
    private Path folder;

    /** What one of two parts of the time came to. */
    private record Part(Freshness worst, long mostUnpublished, long heapMegabytes) {}

    @Test
    void fiveSecondsMoreAnInsertUnderThreeTimesTheLoadRestartNothing() throws Exception {
        System.out.println("Seed " + SEED);
        AtomicInteger perSecond = new AtomicInteger(USUAL);
        DemoOptions options = DemoOptions.of(ROOT)
                .withFolder(folder.resolve("demo"))
                .withScenario(Scenario.of(SEED, 300_000))
                .withCheckpointInterval(INTERVAL);
        try (DemoRun run = DemoRun.with(options);
                Relay relay = Relay.before(run.engines().clickHouse().httpEndpoint())) {
            Verdict verdict = run.relayed(relay.endpoint())
                    .withstanding(SLOW)
                    .paced(perSecond::get)
                    .midway(engines -> {
                        slowDown(run, relay, perSecond);
                        perSecond.set(0);
                    })
                    .run();
            assertExact(verdict);
            assertThat(run.engines().flink().rest().restarts(run.jobId())).isZero();
        }
    }

    private static void slowDown(DemoRun run, Relay relay, AtomicInteger perSecond) {
        Afterwards afterwards = new Afterwards(run);
        LiveHeap heap = LiveHeap.ofCluster();
        Part before = part(Duration.ofMinutes(1), run, heap);
        long fed = afterwards.inTopic();
        JsonNode earlier = checkpoints(run);

        perSecond.set(LOAD);
        relay.follow(SlowClickHouseIT::late);
        Part settling = part(SETTLED, run, heap);
        Part settled = part(SLOW.minus(SETTLED), run, heap);
        fed = afterwards.inTopic() - fed;
        relay.follow(insert -> Deed.PASS);
        long ended = System.nanoTime();
        // As much as always waits for its commit, at this load.
        long usual = LOAD * 2 * INTERVAL.toSeconds();
        Await.until(
                () -> afterwards.unpublished() <= usual,
                DEADLINE,
                () -> afterwards.unpublished() + " messages are not published yet");
        Duration recovery = Duration.ofNanos(System.nanoTime() - ended);
        JsonNode counts = checkpoints(run);
        long failed = counts.path("failed").asLong() - earlier.path("failed").asLong();

        System.out.printf(
                "Before, at %d messages a second: %s%nFirst %d min at %d a second: %s%nThe rest of %d min: %s%n%d messages"
                        + " were fed in it; %d checkpoints completed, %d failed; the job restarted %d times; caught up"
                        + " %.1f s after it%n",
                USUAL,
                before,
                SETTLED.toMinutes(),
                LOAD,
                settling,
                SLOW.toMinutes(),
                settled,
                fed,
                counts.path("completed").asLong() - earlier.path("completed").asLong(),
                failed,
                run.engines().flink().rest().restarts(run.jobId()),
                recovery.toMillis() / 1e3);
        assertThat(fed).as("messages fed meanwhile").isGreaterThan(LOAD * SLOW.toSeconds() * 9 / 10);
        assertThat(failed).as("failed checkpoints").isZero();
        assertThat(settled.worst().pendingSeconds()).as("it was slow").isGreaterThan(DELAY.toSeconds());
        assertThat(settled.heapMegabytes() - settling.heapMegabytes()).isLessThan(HEAP_GROWTH_MEGABYTES);
        for (Part part : List.of(settling, settled)) {
            assertThat(part.mostUnpublished()).isLessThan(MOST_UNPUBLISHED);
            assertThat(part.heapMegabytes()).isLessThan(HEAP_MEGABYTES);
        }
    }

    private static Deed late(Insert insert) {
        boolean unused = Await.within(() -> false, DELAY);
        return Deed.PASS;
    }

    private static Part part(Duration time, DemoRun run, LiveHeap heap) {
        Afterwards afterwards = new Afterwards(run);
        List<Long> unpublished = new ArrayList<>();
        Freshness worst = Freshness.worst(Freshness.during(time, run, () -> unpublished.add(afterwards.unpublished())));
        return new Part(
                worst, unpublished.stream().mapToLong(Long::longValue).max().orElseThrow(), heap.bytes() / MEGABYTE);
    }

    private static JsonNode checkpoints(DemoRun run) {
        return run.engines()
                .flink()
                .rest()
                .get("/jobs/" + run.jobId() + "/checkpoints")
                .path("counts");
    }
}
