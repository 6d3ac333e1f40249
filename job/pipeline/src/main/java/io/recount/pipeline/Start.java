package io.recount.pipeline;

import io.recount.clickhouse.Ancestor;
import io.recount.clickhouse.Attempts;
import io.recount.clickhouse.ClickHouseClient;
import io.recount.clickhouse.Ledger;
import io.recount.clickhouse.Lineage;
import io.recount.clickhouse.Position;
import io.recount.clickhouse.Retries;
import io.recount.clickhouse.Seal;
import io.recount.clickhouse.sink.UnseenRows;
import io.recount.kafka.LogCheck;
import io.recount.kafka.LogGap;
import io.recount.kafka.LogName;
import io.recount.kafka.LogPartition;
import io.recount.kafka.StartOffsets;
import io.recount.kafka.StartPlan;
import io.recount.pipeline.options.Settings;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.flink.metrics.SimpleCounter;
import org.jspecify.annotations.Nullable;

/**
 * Where a submission goes on if it is given no state.
 *
 * @param log what is read first
 * @param after the commit it goes on from; null if it begins at nothing
 * @param unseenRows what becomes of published rows that it does not know
 */
record Start(StartOffsets log, @Nullable Seal after, UnseenRows unseenRows) {

    /** ClickHouse may be restarting; who waits for a submission wants to know soon. */
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    /**
     * As the settings say.
     *
     * @param forget tables that hold something may be begun anew
     * @throws IOException if the ledger cannot be read
     * @throws io.recount.kafka.LogGapException if records are gone that are not part of what is published
     */
    static Start of(Settings settings, boolean forget) throws IOException, InterruptedException {
        UnseenRows unseen = forget ? UnseenRows.FORGET : UnseenRows.RECOMPUTE;
        return switch (settings.startFrom()) {
            case STATE, EARLIEST -> new Start(StartOffsets.earliest(), null, unseen);
            case LEDGER -> {
                Optional<Ledger.Entry> newest = newestCommit(settings);
                yield newest.isPresent()
                        ? after(newest.get().seal(), settings)
                        : new Start(StartOffsets.earliest(), null, unseen);
            }
        };
    }

    private static Optional<Ledger.Entry> newestCommit(Settings settings) throws IOException, InterruptedException {
        Attempts attempts = Retries.onClock(PATIENCE, new SimpleCounter()).begin();
        try (ClickHouseClient client =
                new ClickHouseClient(settings.clickHouse().first())) {
            return attempts.call("Reading the ledger", new Ledger(client)::newestCommit);
        }
    }

    private static Start after(Seal commit, Settings settings) throws IOException, InterruptedException {
        Map<LogPartition, Long> offsets = commit.positions().stream()
                .collect(Collectors.toMap(
                        position -> new LogPartition(LogName.parse(position.topic()), position.partition()),
                        Position::nextOffset));
        StartPlan plan = LogCheck.plan(settings.kafka(), offsets, settings.kafkaGapPolicy());
        record(plan.gaps(), commit, settings);
        return new Start(plan.offsets(), commit, UnseenRows.RECOMPUTE);
    }

    /** Before anything is read behind them. */
    private static void record(List<LogGap> gaps, Seal commit, Settings settings)
            throws IOException, InterruptedException {
        if (gaps.isEmpty()) {
            return;
        }
        String rows = gaps.stream()
                .map(gap -> "(%d, %d, '%s', %d, %d, %s)"
                        .formatted(
                                commit.timeline(),
                                commit.checkpoint(),
                                gap.partition().log().text(),
                                gap.partition().partition(),
                                gap.fromOffset(),
                                gap.toOffset().isPresent() ? gap.toOffset().getAsLong() : "NULL"))
                .collect(Collectors.joining(", "));
        Attempts attempts = Retries.onClock(PATIENCE, new SimpleCounter()).begin();
        try (ClickHouseClient client =
                new ClickHouseClient(settings.clickHouse().first())) {
            attempts.call("Writing log_gaps", () -> {
                client.execute(
                        "INSERT INTO log_gaps (timeline, checkpoint, topic, partition, from_offset, to_offset) VALUES "
                                + rows);
                return rows;
            });
        }
    }

    /** The history that the documents belong to which have to be read back. */
    Lineage history() {
        return after == null
                ? Lineage.NONE
                : after.lineage().leftAt(new Ancestor(after.timeline(), after.checkpoint(), after.positions()));
    }
}
