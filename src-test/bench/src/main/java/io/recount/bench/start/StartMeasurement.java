package io.recount.bench.start;

import io.recount.demo.DemoRun;
import io.recount.demo.JobEnd;
import io.recount.demo.verdict.LedgerRow;
import io.recount.demo.verdict.Verdict;
import io.recount.local.Await;
import io.recount.local.FlinkRest;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A third of the messages, and what else has come until they are published, fills the state. While the job is stopped the rest of the second third comes, and it goes on from its
 * savepoint; while it is gone the last third comes, and another goes on from the ledger. Both work off a third, as fast as
 * they can.
 */
final class StartMeasurement {

    private static final Duration DEADLINE = Duration.ofMinutes(30);
    /** Kafka takes thousands of messages in that time, if there are any. */
    private static final Duration QUIET = Duration.ofSeconds(5);

    private final DemoRun run;
    private final int registers;
    private final Clock clock = Clock.systemUTC();
    private @Nullable CatchUp withState;
    private @Nullable CatchUp withoutState;
    private long fed;
    private long registersKnown;
    private long queries;
    private long rows;

    /** {@code run} has not been run. */
    StartMeasurement(DemoRun run, int registers) {
        this.run = run;
        this.registers = registers;
    }

    StartResult measure() throws Exception {
        Verdict verdict = run.withstanding(DEADLINE)
                .midway(engines -> {
                    awaitPublished();
                    Optional<String> savepoint = run.end(JobEnd.STOP);
                    withState = catchUpWithAThird(savepoint);
                    Optional<String> none = run.end(JobEnd.LOSE_STATE);
                    if (none.isPresent()) {
                        throw new IllegalStateException("A state that is lost leaves no savepoint");
                    }
                })
                .midway(engines -> {
                    withoutState = catchUpWithAThird(Optional.empty());
                    FlinkRest rest = engines.flink().rest();
                    queries = rest.counted(run.jobId(), "readBackQueries");
                    rows = rest.counted(run.jobId(), "documentsReadBack");
                    registersKnown = rest.counted(run.jobId(), "registersKnown");
                })
                .run();
        return new StartResult(
                registers,
                Objects.requireNonNull(withState),
                Objects.requireNonNull(withoutState),
                registersKnown,
                queries,
                rows,
                verdict);
    }

    private CatchUp catchUpWithAThird(Optional<String> savepoint) {
        awaitFed();
        long submittedMillis = clock.millis();
        run.goOn(savepoint);
        awaitPublished();
        return CatchUp.ofNewest(submittedMillis, run.clickHouse());
    }

    /** Returns once all that Kafka has now is published. */
    private void awaitPublished() {
        Map<Integer, Long> ends = run.topic().endOffsets();
        Await.until(
                () -> LedgerRow.newest(run.clickHouse())
                        .filter(row -> row.reaches(ends))
                        .isPresent(),
                DEADLINE,
                () -> "Not everything up to " + ends + " was published within " + DEADLINE.toMinutes() + " min");
    }

    /** Returns once Kafka has taken more, and takes no more. */
    private void awaitFed() {
        long before = fed;
        Await.until(
                () -> {
                    long now = messages();
                    return now > before && !Await.within(() -> messages() > now, QUIET);
                },
                DEADLINE,
                () -> "Kafka did not take the next third of the messages within " + DEADLINE.toMinutes() + " min");
        fed = messages();
    }

    private long messages() {
        return run.topic().endOffsets().values().stream()
                .mapToLong(Long::longValue)
                .sum();
    }
}
