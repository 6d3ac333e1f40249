package io.recount.demo;

import io.recount.demo.clickhouse.ClickHouseHttp;
import io.recount.demo.clickhouse.QueryFailure;
import io.recount.demo.feed.Feeding;
import io.recount.demo.feed.Topic;
import io.recount.demo.verdict.LedgerRow;
import io.recount.local.Await;
import io.recount.local.JobState;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Watches until all that is fed is published, by the ledger. A job that ended, a feeding that failed and a standstill are
 * {@link DemoFailure}s; an engine that is away for a while is not.
 */
final class Publication {

    private static final Duration LOOK = Duration.ofSeconds(1);
    private static final Duration STANDSTILL = Duration.ofMinutes(5);
    /** Longer than an engine takes to come back that is restarted on purpose. */
    private static final Duration GONE = Duration.ofSeconds(90);

    private static final Duration AT_MOST = Duration.ofDays(1);
    private static final int SHOWN_FRAMES = 12;

    private final Engines engines;
    private final Job job;
    private final Topic topic;
    private final Feeding feeding;
    private final ClickHouseHttp clickHouse;
    private final Screen screen;
    private final Duration gone;
    private final Duration standstill;
    private volatile Optional<LedgerRow> newest = Optional.empty();
    private @Nullable Map<Integer, Long> endOffsets;
    private long lastLookNanos = System.nanoTime() - LOOK.toNanos();
    private long lastCommitNanos = System.nanoTime();
    private long lastCompleteNanos = System.nanoTime();

    /** {@code outage} is how long engines may be away on purpose. */
    Publication(Engines engines, Job job, Topic topic, Feeding feeding, Duration outage, Screen screen) {
        this.engines = engines;
        this.job = job;
        this.topic = topic;
        this.feeding = feeding;
        this.clickHouse = job.clickHouse();
        this.screen = screen;
        this.gone = GONE.plus(outage);
        this.standstill = STANDSTILL.plus(outage);
    }

    /** Returns the ledger's row that covers everything. */
    LedgerRow awaitAll() {
        Await.until(this::isComplete, AT_MOST, () -> "Not everything was published within a day");
        return newest.orElseThrow();
    }

    /** Messages published so far. */
    long committed() {
        return newest.map(LedgerRow::committed).orElse(0L);
    }

    private boolean isComplete() {
        if (System.nanoTime() - lastLookNanos < LOOK.toNanos()) {
            return false;
        }
        lastLookNanos = System.nanoTime();
        feeding.failure().ifPresent(failure -> {
            throw failure;
        });
        boolean answered = readLedger();
        Optional<JobState> state = job.state();
        show(state, answered);
        failIfGone();
        failIfEnded(state);
        failIfStanding(state);
        if (feeding.isComplete() && endOffsets == null) {
            endOffsets = topic.endOffsets();
        }
        Map<Integer, Long> ends = endOffsets;
        return ends != null && newest.filter(row -> row.reaches(ends)).isPresent();
    }

    private boolean readLedger() {
        try {
            Optional<LedgerRow> row = LedgerRow.newest(clickHouse);
            if (!row.map(LedgerRow::positions).equals(newest.map(LedgerRow::positions))) {
                lastCommitNanos = System.nanoTime();
            }
            newest = row;
            return true;
        } catch (QueryFailure away) {
            return false;
        }
    }

    private void show(Optional<JobState> state, boolean answered) {
        long fed = feeding.fed();
        screen.progress("fed %,d%s, published %,d, lag %,d, newest visible was fed %s ago, job %s"
                .formatted(
                        fed,
                        feeding.isComplete() ? " (all)" : "",
                        committed(),
                        fed - committed(),
                        committed() == 0 ? "-" : feeding.ageOf(committed()).toSeconds() + " s",
                        (answered ? "" : "waits for ClickHouse, ")
                                + state.map(JobState::name).orElse("UNKNOWN")));
    }

    private void failIfGone() {
        List<Path> logs = engines.logsOfGone();
        if (logs.isEmpty()) {
            lastCompleteNanos = System.nanoTime();
        } else if (System.nanoTime() - lastCompleteNanos > gone.toNanos()) {
            throw new DemoFailure("An engine ended by itself. Its log says why: "
                    + logs.stream().map(Path::toString).collect(Collectors.joining(", ")));
        }
    }

    private void failIfEnded(Optional<JobState> state) {
        if (state.filter(JobState::isFinal).isPresent()) {
            throw new DemoFailure(
                    "The job ended (%s) before everything was published.%s".formatted(state.orElseThrow(), reason()));
        }
    }

    private void failIfStanding(Optional<JobState> state) {
        if (System.nanoTime() - lastCommitNanos > standstill.toNanos()) {
            throw new DemoFailure(
                    "Nothing more was published for %d min; the job is %s, %,d of %,d messages are published.%s"
                            .formatted(
                                    standstill.toMinutes(),
                                    state.map(JobState::name).orElse("unknown to Flink"),
                                    committed(),
                                    feeding.fed(),
                                    reason()));
        }
    }

    private String reason() {
        String trace = job.rootException();
        if (trace.isEmpty()) {
            return "";
        }
        return "\nIts last failure:\n"
                + String.join("\n", trace.lines().limit(SHOWN_FRAMES).toList());
    }
}
