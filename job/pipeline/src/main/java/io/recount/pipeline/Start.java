package io.recount.pipeline;

import io.recount.cells.FrozenLine;
import io.recount.cells.model.Model;
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
 * @param gaps what is left out by it
 */
record Start(StartOffsets log, @Nullable Seal after, UnseenRows unseenRows, List<LogGap> gaps) {

    Start {
        gaps = List.copyOf(gaps);
    }

    /** ClickHouse may be restarting; who waits for a submission wants to know soon. */
    static final Duration PATIENCE = Duration.ofMinutes(1);

    /**
     * As the settings say.
     *
     * @param forget tables that hold something may be begun anew
     * @throws IOException if the ledger cannot be read
     * @throws RefusedStartException if the ledger is of another model
     * @throws io.recount.kafka.LogGapException if records are gone that are not part of what is published
     */
    static Start of(Settings settings, Model model, boolean forget) throws IOException, InterruptedException {
        UnseenRows unseen = forget ? UnseenRows.FORGET : UnseenRows.RECOMPUTE;
        return switch (settings.startFrom()) {
            case STATE, EARLIEST -> new Start(StartOffsets.earliest(), null, unseen, List.of());
            case LEDGER -> {
                Optional<Ledger.Entry> newest = newestCommit(settings, model);
                yield newest.isPresent()
                        ? after(newest.get().seal(), settings)
                        : new Start(StartOffsets.earliest(), null, unseen, List.of());
            }
        };
    }

    private static Optional<Ledger.Entry> newestCommit(Settings settings, Model model)
            throws IOException, InterruptedException {
        Attempts attempts = Retries.onClock(PATIENCE, new SimpleCounter()).begin();
        try (ClickHouseClient client =
                new ClickHouseClient(settings.clickHouse().first())) {
            Ledger ledger = new Ledger(client);
            Optional<Ledger.Entry> newest = attempts.call("Reading the ledger", ledger::newestCommit);
            if (newest.isPresent()) {
                Seal seal = newest.get().seal();
                refuseOther(attempts.call("Reading the ledger", () -> ledger.jobOf(seal)), model);
            }
            return newest;
        }
    }

    /** What is read back would be folded into other values than those that are published, and nobody would notice. */
    private static void refuseOther(String published, Model model) {
        String own = JobName.of(model, FrozenLine.NONE);
        if (!JobName.withoutLine(published).equals(own)) {
            throw new RefusedStartException("What is published is of '" + published + "', and this is '" + own
                    + "': start.from=ledger goes on under the model that wrote the tables only. Next: start with that model"
                    + " file; or, to compute all again from Kafka, with --forget and without start.from=ledger");
        }
    }

    private static Start after(Seal commit, Settings settings) {
        Map<LogPartition, Long> offsets = commit.positions().stream()
                .collect(Collectors.toMap(
                        position -> new LogPartition(LogName.parse(position.topic()), position.partition()),
                        Position::nextOffset));
        StartPlan plan = LogCheck.plan(settings.kafka(), offsets, settings.kafkaGapPolicy());
        return new Start(plan.offsets(), commit, UnseenRows.RECOMPUTE, plan.gaps());
    }

    /** The history that the documents belong to which have to be read back. */
    Lineage history() {
        return after == null
                ? Lineage.NONE
                : after.lineage().leftAt(new Ancestor(after.timeline(), after.checkpoint(), after.positions()));
    }
}
