package io.recount.pipeline;

import io.recount.cells.FrozenLine;
import io.recount.cells.model.Model;
import io.recount.cells.yaml.FileProblem;
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
import io.recount.pipeline.models.ModelHistory;
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
 * @param models by which what is published was made
 */
record Start(StartOffsets log, @Nullable Seal after, UnseenRows unseenRows, List<LogGap> gaps, ModelHistory models) {

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
     * @throws RefusedStartException if what is published is of a model that this one can't follow
     * @throws io.recount.kafka.LogGapException if records are gone that are not part of what is published
     */
    static Start of(Settings settings, Model model, boolean forget) throws IOException, InterruptedException {
        if (forget) {
            return new Start(StartOffsets.earliest(), null, UnseenRows.FORGET, List.of(), ModelHistory.NONE);
        }
        try (ClickHouseClient client =
                new ClickHouseClient(settings.clickHouse().first())) {
            Attempts attempts = Retries.onClock(PATIENCE, new SimpleCounter()).begin();
            Ledger ledger = new Ledger(client);
            Optional<Seal> newest =
                    attempts.call("Reading the ledger", ledger::newestCommit).map(Ledger.Entry::seal);
            if (newest.isEmpty()) {
                return new Start(StartOffsets.earliest(), null, UnseenRows.RECOMPUTE, List.of(), ModelHistory.NONE);
            }
            Seal commit = newest.get();
            ModelHistory models =
                    attempts.call("Reading which models were in use", () -> ModelHistory.of(commit, client));
            refuseUnknown(models, attempts.call("Reading the ledger", () -> ledger.jobOf(commit)), model);
            refuseOthers(models, model);
            return switch (settings.startFrom()) {
                case STATE, EARLIEST ->
                    new Start(StartOffsets.earliest(), null, UnseenRows.RECOMPUTE, List.of(), models);
                case LEDGER -> after(commit, settings, models);
            };
        }
    }

    /** Of a release that did not write down its model it is only known whether it is the same one. */
    private static void refuseUnknown(ModelHistory models, String published, Model model) {
        if (models.newest().isEmpty() && !JobName.withoutLine(published).equals(JobName.of(model, FrozenLine.NONE))) {
            throw new RefusedStartException(
                    "What is published is of '" + published + "', and this is '" + JobName.of(model, FrozenLine.NONE)
                            + "': what the other model says is not known, because no job of this release has begun under it. Next:"
                            + " start once with that model file, and then with this one; or, to compute all again from Kafka, with"
                            + " --forget and without start.from=ledger");
        }
    }

    /** Numbers of two meanings would stand in one column, and nobody would notice. */
    private static void refuseOthers(ModelHistory models, Model model) {
        List<FileProblem> refusals = models.refusals(model);
        if (!refusals.isEmpty()) {
            throw new RefusedStartException(
                    "What is published was made by a model that this one can't follow. Next: mend what is named here; or,"
                            + " to compute all again from Kafka, start with --forget and without start.from=ledger\n"
                            + refusals.stream().map(FileProblem::toString).collect(Collectors.joining("\n")));
        }
    }

    private static Start after(Seal commit, Settings settings, ModelHistory models) {
        Map<LogPartition, Long> offsets = commit.positions().stream()
                .collect(Collectors.toMap(
                        position -> new LogPartition(LogName.parse(position.topic()), position.partition()),
                        Position::nextOffset));
        StartPlan plan = LogCheck.plan(settings.kafka(), offsets, settings.kafkaGapPolicy());
        return new Start(plan.offsets(), commit, UnseenRows.RECOMPUTE, plan.gaps(), models);
    }

    /** The history that the documents belong to which have to be read back. */
    Lineage history() {
        return after == null
                ? Lineage.NONE
                : after.lineage().leftAt(new Ancestor(after.timeline(), after.checkpoint(), after.positions()));
    }
}
