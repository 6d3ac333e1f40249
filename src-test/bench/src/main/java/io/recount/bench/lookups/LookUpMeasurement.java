package io.recount.bench.lookups;

import io.recount.bench.Backlog;
import io.recount.bench.throughput.EnginePid;
import io.recount.demo.DemoRun;
import io.recount.harness.feed.Delivery;
import io.recount.local.Await;
import io.recount.local.FlinkRest;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.Consumer;

/**
 * Two years of receipts; then a batch for each share of old ones, each so much later that everything before it has left the
 * state.
 */
final class LookUpMeasurement {

    private static final Duration DEADLINE = Duration.ofHours(2);
    /** Flink's meters are read every ten seconds. */
    private static final Duration METERS_STAND = Duration.ofSeconds(12);
    /** Longer than what is not touched stays in state. */
    private static final int DAYS_APART = 9;
    /** Of the first day after the two years: nothing old, and it is not measured. */
    private static final int WARM_UP = 10_000;

    private final DemoRun run;
    private final ColdTraffic traffic;
    private final int documents;
    private final Consumer<String> words;

    /** {@code run} has been run; {@code words} takes a line about each step. */
    LookUpMeasurement(DemoRun run, ColdTraffic traffic, int documents, Consumer<String> words) {
        this.run = run;
        this.traffic = traffic;
        this.documents = documents;
        this.words = words;
    }

    LookUpResult measure(List<Double> shares) throws IOException {
        publish(traffic.years());
        words.accept("%,d documents of 24 months are published".formatted(traffic.documents()));
        int day = ColdTraffic.DAYS + DAYS_APART;
        publish(traffic.day(day, WARM_UP, 0, day));
        List<LookUpResult.AtShare> measured = new ArrayList<>();
        for (double share : shares) {
            day += DAYS_APART;
            Spent before = meters();
            publish(traffic.day(day, documents, share, day));
            Spent spent = meters().since(before);
            measured.add(new LookUpResult.AtShare(share, spent));
            words.accept(
                    "%.1f %% old: %,d queries, %,d rows".formatted(share * 100, spent.queries(), spent.rowsGiven()));
        }
        return new LookUpResult(traffic.documents(), documents, measured);
    }

    private void publish(Iterator<Delivery> deliveries) {
        Backlog.awaitPublished(run, List.of(Backlog.start(run, deliveries)), DEADLINE);
    }

    private Spent meters() throws IOException {
        long pid = EnginePid.of(run.engines().folder().resolve("clickhouse"));
        FlinkRest rest = run.engines().flink().rest();
        Await.until(
                () -> {
                    long queries = queries(rest);
                    return !Await.within(() -> queries(rest) != queries, METERS_STAND);
                },
                DEADLINE,
                () -> "The job never comes to rest");
        return new Spent(
                queries(rest),
                rest.counted(run.jobId(), "documentsReadBack"),
                run.clickHouse().number("SELECT sum(value) FROM system.events WHERE event = 'SelectedRows'"),
                ProcessHandle.of(pid)
                        .flatMap(process -> process.info().totalCpuDuration())
                        .orElseThrow(() -> new IllegalStateException("The process of ClickHouse, " + pid
                                + ", does not tell its CPU. Next: run this on Linux"))
                        .toNanos());
    }

    private long queries(FlinkRest rest) {
        return rest.counted(run.jobId(), "readBackQueries");
    }
}
