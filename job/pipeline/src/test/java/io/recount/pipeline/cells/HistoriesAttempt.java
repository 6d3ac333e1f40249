package io.recount.pipeline.cells;

import io.recount.clickhouse.Progress;
import io.recount.clickhouse.SinkElement;
import io.recount.clickhouse.TableRow;
import io.recount.pipeline.cells.HistoriesStage.Checkpoint;
import io.recount.pipeline.cells.HistoriesStage.Job;
import io.recount.pipeline.cells.HistoriesStage.Submission;
import io.recount.pipeline.types.Delivery;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongSupplier;

/**
 * The stage between a start and a stop, and what it emitted: rows since the last commit, and counters and late deliveries
 * since the beginning of its history. What no checkpoint took is lost with it.
 */
final class HistoriesAttempt implements AutoCloseable {

    private final HistoriesStage stage;
    private final HistoriesLineage lineage;
    private final BitSet late;
    private final Map<String, Long> counters;
    private final List<TableRow> uncommitted = new ArrayList<>();
    private final LongSupplier ids;
    private long documentRows;

    /** Starts from a checkpoint; its own have {@code ids}. */
    HistoriesAttempt(
            Job job,
            Submission submission,
            HistoriesLineage lineage,
            int parallelism,
            HistoriesSaved from,
            LongSupplier ids)
            throws Exception {
        this.stage = new HistoriesStage(job, submission, parallelism, from.checkpoint());
        this.lineage = lineage;
        this.late = (BitSet) from.late().clone();
        this.counters = new TreeMap<>(from.counters());
        this.documentRows = from.documentRows();
        this.ids = ids;
    }

    HistoriesStage stage() {
        return stage;
    }

    /** Returns whether the message was late. */
    boolean process(int at, Delivery delivery) throws Exception {
        boolean isLate = stage.process(delivery);
        late.set(at, isLate);
        return isLate;
    }

    /** A checkpoint that everybody is told of: its rows are committed. */
    HistoriesSaved commit(int upTo, PublishedTables tables) throws Exception {
        Checkpoint checkpoint = snapshot();
        HistoriesSaved taken = saved(checkpoint, upTo);
        stage.complete(checkpoint);
        uncommitted.forEach(tables::add);
        uncommitted.clear();
        return taken.committed();
    }

    /** A checkpoint that nobody is told of, so that a crash goes back behind it. */
    HistoriesSaved savepoint(int upTo) throws Exception {
        return saved(snapshot(), upTo);
    }

    private Checkpoint snapshot() throws Exception {
        Checkpoint checkpoint = stage.checkpoint(ids.getAsLong());
        for (SinkElement element : stage.drain()) {
            if (element instanceof TableRow row) {
                documentRows += row.table() == 0 ? 1 : 0;
                uncommitted.add(row);
            } else if (element instanceof Progress progress) {
                progress.counters().forEach((name, count) -> counters.merge(name, count, Long::sum));
            }
        }
        return checkpoint;
    }

    private HistoriesSaved saved(Checkpoint checkpoint, int upTo) {
        return new HistoriesSaved(
                checkpoint,
                checkpoint.id(),
                lineage,
                upTo,
                new TreeMap<>(counters),
                documentRows,
                (BitSet) late.clone(),
                0,
                List.copyOf(uncommitted));
    }

    @Override
    public void close() throws Exception {
        stage.close();
    }
}
