package io.recount.pipeline.cells;

import io.recount.clickhouse.Progress;
import io.recount.clickhouse.SinkElement;
import io.recount.clickhouse.TableRow;
import io.recount.harness.histories.Sent;
import io.recount.harness.histories.TradingYear;
import io.recount.pipeline.cells.HistoriesStage.Checkpoint;
import io.recount.pipeline.cells.HistoriesStage.Job;
import io.recount.pipeline.cells.HistoriesStage.Submission;
import io.recount.pipeline.types.Delivery;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Plays one day after the other: a watermark every two hours, a checkpoint at its end, and at about every tenth of those a
 * crash in front of it or a restart, of whatever parallelism, behind it. A crashed attempt is lost but for some documents
 * that it wrote ahead.
 */
final class YearPlay implements HistoriesOracle.Played, AutoCloseable {

    private static final Duration BETWEEN_WATERMARKS = Duration.ofHours(2);
    private static final Duration WATERMARK_DELAY = Duration.ofMinutes(5);
    private static final int CHANCES = 10;
    private static final int MOST_SUBTASKS = 3;

    private final Job job;
    private final Submission submission;
    private final TradingYear year;
    private final SplittableRandom random;
    private final HistoriesTopic topic;
    private final PublishedTables tables;
    private final YearSamples samples = new YearSamples();
    private final Map<String, Long> counters = new TreeMap<>();
    private HistoriesStage stage;
    private @Nullable Checkpoint last;
    private long documentRows;
    private long restarts;

    YearPlay(Job job, TradingYear year, SplittableRandom random) throws Exception {
        this.job = job;
        this.year = year;
        this.random = random;
        this.submission = Submission.first(job.model());
        this.topic = new HistoriesTopic(job.model());
        this.tables = new PublishedTables(HistoriesPlay.popular(job.model()));
        this.stage = new HistoriesStage(job, submission, 1, null);
    }

    void day() throws Exception {
        Instant begin = year.today();
        List<Sent> sent = year.nextDay();
        int first = topic.size();
        sent.forEach(each -> topic.append(each.step()));
        if (random.nextInt(CHANCES) == 0) {
            deliver(sent.subList(0, random.nextInt(sent.size() + 1)), first, begin);
            restart();
        }
        deliver(sent, first, begin);
        stage.watermark(year.today().minus(WATERMARK_DELAY).toEpochMilli());
        checkpoint();
        if (random.nextInt(CHANCES) == 0) {
            restart();
        }
    }

    private void deliver(List<Sent> sent, int first, Instant begin) throws Exception {
        Instant next = begin.plus(BETWEEN_WATERMARKS);
        for (int i = 0; i < sent.size(); i++) {
            for (; !sent.get(i).at().isBefore(next); next = next.plus(BETWEEN_WATERMARKS)) {
                stage.watermark(next.minus(WATERMARK_DELAY).toEpochMilli());
            }
            Delivery delivery = topic.delivery(first + i);
            if (delivery != null) {
                stage.process(delivery);
            }
        }
    }

    private void restart() throws Exception {
        restarts++;
        stage.close();
        stage = new HistoriesStage(job, submission, 1 + random.nextInt(MOST_SUBTASKS), last);
    }

    private void checkpoint() throws Exception {
        long heapBytes = stage.metric("stateCacheBytes");
        Checkpoint checkpoint = stage.checkpoint(last == null ? 1 : last.id() + 1);
        List<TableRow> rows = new ArrayList<>();
        for (SinkElement element : stage.drain()) {
            if (element instanceof TableRow row) {
                rows.add(row);
                documentRows += row.table() == 0 ? 1 : 0;
            } else if (element instanceof Progress progress) {
                progress.counters().forEach((name, count) -> counters.merge(name, count, Long::sum));
            }
        }
        rows.forEach(tables::add);
        stage.complete(checkpoint);
        last = checkpoint;
        samples.add(new YearSamples.Sample(stage.timers(), stage.stateEntries(), snapshotBytes(checkpoint), heapBytes));
    }

    private static long snapshotBytes(Checkpoint checkpoint) {
        return checkpoint.states().stream()
                .mapToLong(state -> state.getStateSize())
                .sum();
    }

    YearSamples samples() {
        return samples;
    }

    HistoriesTopic topic() {
        return topic;
    }

    long restarts() {
        return restarts;
    }

    /** Rows of documents that were read back. */
    long rowsRead() {
        return submission.documents().rowsRead();
    }

    @Override
    public PublishedTables tables() {
        return tables;
    }

    @Override
    public Map<String, Long> counters() {
        return counters;
    }

    @Override
    public long documentRows() {
        return documentRows;
    }

    @Override
    public boolean hasReadBack() {
        return rowsRead() > 0;
    }

    /** Nobody asks: a year has documents that are read back. */
    @Override
    public boolean wasLate(int message) {
        return false;
    }

    @Override
    public void close() throws Exception {
        stage.close();
    }
}
