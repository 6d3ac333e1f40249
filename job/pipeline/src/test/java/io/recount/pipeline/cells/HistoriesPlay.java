package io.recount.pipeline.cells;

import io.recount.cells.model.Measure;
import io.recount.cells.model.Model;
import io.recount.clickhouse.Progress;
import io.recount.clickhouse.SinkElement;
import io.recount.clickhouse.TableRow;
import io.recount.pipeline.cells.HistoriesStage.Checkpoint;
import io.recount.pipeline.cells.HistoriesStage.Job;
import io.recount.pipeline.types.Delivery;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Plays a topic to the stage with random watermarks, checkpoints, stops, crashes and parallelisms, until a checkpoint
 * holds all of it. What is committed is what was emitted before a checkpoint; the rest of a crashed attempt is lost.
 */
final class HistoriesPlay {

    private static final int[] PARALLELISMS = {1, 2, 5};
    /** As long as a history: some watermarks make hardly anything late, others nearly all. */
    private static final long WATERMARK_DELAY_MILLIS = 36_000_000;

    /** Half of the watermarks stand where buckets end. */
    private static final long QUARTER_HOUR_MILLIS = 900_000;

    private final Job job;
    private final SplittableRandom random;
    private final int chances;
    private final PublishedTables tables;
    private final Map<String, Long> counters = new TreeMap<>();
    private @Nullable Checkpoint last;
    private int next;
    private int parallelism;
    private long documentRows;
    private boolean[] late = new boolean[0];

    /** What was done to the stage. */
    enum Event {
        CHECKPOINT,
        STOP,
        CRASH,
        RESCALE,
        WATERMARK,
        LATE
    }

    private final Map<Event, Long> events = new TreeMap<>();

    /** A watermark, a checkpoint, a stop or a crash about every {@code chances / 4} deliveries. */
    HistoriesPlay(Job job, SplittableRandom random, int chances) {
        this.job = job;
        this.random = random;
        this.chances = chances;
        this.tables = new PublishedTables(popular(job.model()));
    }

    static int popular(Model model) {
        return (int) model.measures().stream().filter(Measure::column).count();
    }

    void run(HistoriesTopic topic) throws Exception {
        late = new boolean[topic.size()];
        do {
            int before = parallelism;
            parallelism = PARALLELISMS[random.nextInt(PARALLELISMS.length)];
            if (last != null && before != parallelism) {
                count(Event.RESCALE);
            }
            try (HistoriesStage stage = new HistoriesStage(job, parallelism, last)) {
                attempt(stage, topic);
            }
        } while (next < topic.size());
    }

    private void attempt(HistoriesStage stage, HistoriesTopic topic) throws Exception {
        long greatest = Long.MIN_VALUE;
        for (int at = next; at < topic.size(); at++) {
            Delivery delivery = topic.delivery(at);
            if (delivery != null) {
                late[at] = stage.process(delivery);
                count(Event.LATE, late[at] ? 1 : 0);
                long millis = delivery.document().timeMicros() / 1_000;
                greatest = isFarAhead(millis, greatest) ? greatest : Math.max(greatest, millis);
            }
            switch (random.nextInt(chances)) {
                case 0 -> checkpoint(stage, at + 1);
                case 1, 2 -> watermark(stage, greatest);
                case 3 -> {
                    if (random.nextInt(2) == 0) {
                        count(Event.CRASH);
                        return;
                    }
                    checkpoint(stage, at + 1);
                    count(Event.STOP);
                    return;
                }
                default -> {}
            }
        }
        if (random.nextBoolean()) {
            stage.finish();
        }
        checkpoint(stage, topic.size());
    }

    /** A year ahead of all others: clocks in the future do not move the watermark. */
    private static boolean isFarAhead(long millis, long greatest) {
        return greatest != Long.MIN_VALUE && millis - greatest > 300L * 86_400_000;
    }

    private void watermark(HistoriesStage stage, long greatest) throws Exception {
        if (greatest != Long.MIN_VALUE) {
            count(Event.WATERMARK);
            long watermark = greatest - random.nextLong(WATERMARK_DELAY_MILLIS);
            stage.watermark(random.nextBoolean() ? watermark : watermark - watermark % QUARTER_HOUR_MILLIS);
        }
    }

    private void checkpoint(HistoriesStage stage, int upTo) throws Exception {
        last = stage.checkpoint(last == null ? 1 : last.id() + 1);
        next = upTo;
        count(Event.CHECKPOINT);
        for (SinkElement element : stage.drain()) {
            if (element instanceof TableRow row) {
                documentRows += row.table() == 0 ? 1 : 0;
                tables.add(row);
            } else if (element instanceof Progress progress) {
                progress.counters().forEach((name, count) -> counters.merge(name, count, Long::sum));
            }
        }
    }

    private void count(Event event) {
        count(event, 1);
    }

    private void count(Event event, long times) {
        events.merge(event, times, Long::sum);
    }

    PublishedTables tables() {
        return tables;
    }

    Map<String, Long> counters() {
        return counters;
    }

    long documentRows() {
        return documentRows;
    }

    Map<Event, Long> events() {
        return events;
    }

    /** Whether the delivery was late in the attempt that was committed. */
    boolean wasLate(int entry) {
        return late[entry];
    }
}
