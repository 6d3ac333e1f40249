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
import io.recount.kafka.GapPolicy;
import io.recount.kafka.LogCheck;
import io.recount.kafka.LogName;
import io.recount.kafka.LogPartition;
import io.recount.kafka.StartOffsets;
import io.recount.pipeline.options.Settings;
import java.io.IOException;
import java.time.Duration;
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
     */
    static Start of(Settings settings, boolean forget) throws IOException, InterruptedException {
        UnseenRows unseen = forget ? UnseenRows.FORGET : UnseenRows.RECOMPUTE;
        return switch (settings.startFrom()) {
            case STATE, EARLIEST -> new Start(StartOffsets.earliest(), null, unseen);
            case LEDGER ->
                newestCommit(settings)
                        .map(commit -> after(commit.seal(), settings))
                        .orElseGet(() -> new Start(StartOffsets.earliest(), null, unseen));
        };
    }

    private static Optional<Ledger.Entry> newestCommit(Settings settings) throws IOException, InterruptedException {
        Attempts attempts = Retries.onClock(PATIENCE, new SimpleCounter()).begin();
        try (ClickHouseClient client = new ClickHouseClient(settings.clickHouse())) {
            return attempts.call("Reading the ledger", new Ledger(client)::newestCommit);
        }
    }

    private static Start after(Seal commit, Settings settings) {
        Map<LogPartition, Long> offsets = commit.positions().stream()
                .collect(Collectors.toMap(
                        position -> new LogPartition(LogName.parse(position.topic()), position.partition()),
                        Position::nextOffset));
        return new Start(
                LogCheck.plan(settings.kafka(), offsets, GapPolicy.REFUSE).offsets(),
                commit,
                UnseenRows.RECOMPUTE);
    }

    /** The history that the documents belong to which have to be read back. */
    Lineage history() {
        return after == null
                ? Lineage.NONE
                : after.lineage().leftAt(new Ancestor(after.timeline(), after.checkpoint(), after.positions()));
    }
}
