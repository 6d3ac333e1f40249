package io.recount.bench;

import io.recount.demo.DemoRun;
import io.recount.demo.feed.Feeding;
import io.recount.demo.verdict.LedgerRow;
import io.recount.harness.feed.Delivery;
import io.recount.local.Await;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/** What is fed to a running job, until all of it is published. */
public final class Backlog {

    private Backlog() {}

    public static Feeding start(DemoRun run, Iterator<Delivery> deliveries) {
        return new Feeding(run.topic(), deliveries, bytes -> {}).start();
    }

    /** Waits until all that is fed, and all that was in the topic before, is published. */
    public static void awaitPublished(DemoRun run, List<Feeding> feedings, Duration deadline) {
        Await.until(
                () -> feedings.stream().allMatch(Backlog::isComplete),
                deadline,
                () -> "Kafka took only "
                        + feedings.stream().mapToLong(Feeding::fed).sum() + " messages within " + deadline.toMinutes()
                        + " min");
        Map<Integer, Long> ends = run.topic().endOffsets();
        Await.until(
                () -> LedgerRow.newest(run.clickHouse())
                        .filter(row -> row.reaches(ends))
                        .isPresent(),
                deadline,
                () -> "Not everything up to " + ends + " was published within " + deadline.toMinutes() + " min");
    }

    private static boolean isComplete(Feeding feeding) {
        feeding.failure().ifPresent(failure -> {
            throw failure;
        });
        return feeding.isComplete();
    }
}
