package io.recount.it;

import io.recount.demo.DemoRun;
import io.recount.local.Await;
import io.recount.local.Engine;
import io.recount.local.FlinkRest;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/** An engine that a job needs is killed, and started again once the job has come to miss it. */
record Outage(DemoRun run) {

    private static final int ATTEMPTS = 3;
    private static final Duration DEADLINE = Duration.ofMinutes(1);

    /** Until a few requests have failed. */
    void ofClickHouse(Engine server) {
        long before = counted("retries");
        killUntil(() -> counted("retries") >= before + ATTEMPTS, server);
    }

    /** Until no consumer has a connection. */
    void ofKafka(Engine broker) {
        killUntil(() -> counted("connection-count") == 0, broker);
    }

    private void killUntil(BooleanSupplier isMissed, Engine engine) {
        engine.kill();
        Await.until(isMissed, DEADLINE, () -> "The job does not miss what was killed");
        engine.start();
    }

    private long counted(String metric) {
        FlinkRest rest = run.engines().flink().rest();
        return rest.counted(run.jobId(), metric);
    }
}
