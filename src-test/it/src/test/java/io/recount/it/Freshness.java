package io.recount.it;

import io.recount.demo.DemoRun;
import io.recount.local.Await;
import io.recount.local.FlinkRest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;

/** How fresh a job is by its metrics, which may be some seconds old. */
record Freshness(long secondsSinceLastCommit, long pendingSeconds, long freshnessMillis, long pendingRecords) {

    private static final Duration PAUSE = Duration.ofSeconds(2);

    static Freshness of(DemoRun run) {
        FlinkRest rest = run.engines().flink().rest();
        String job = run.jobId();
        return new Freshness(
                rest.counted(job, "secondsSinceLastCommit"),
                rest.counted(job, "pendingSeconds"),
                rest.counted(job, "freshnessMillis"),
                rest.counted(job, "pendingRecords"));
    }

    /** Looks again and again, for so long; {@code beside} is done at each look. */
    static List<Freshness> during(Duration time, DemoRun run, Runnable beside) {
        List<Freshness> looks = new ArrayList<>();
        boolean unused = Await.within(
                () -> {
                    looks.add(of(run));
                    beside.run();
                    return Await.within(() -> false, PAUSE);
                },
                time);
        return looks;
    }

    static long most(List<Freshness> looks, ToLongFunction<Freshness> metric) {
        return looks.stream().mapToLong(metric).max().orElseThrow();
    }

    /** The greatest of each. */
    static Freshness worst(List<Freshness> looks) {
        return new Freshness(
                most(looks, Freshness::secondsSinceLastCommit),
                most(looks, Freshness::pendingSeconds),
                most(looks, Freshness::freshnessMillis),
                most(looks, Freshness::pendingRecords));
    }
}
