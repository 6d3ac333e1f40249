package io.recount.pipeline.cells;

import io.recount.cells.CellKey;
import io.recount.cells.Document;
import io.recount.cells.model.Measure;
import io.recount.cells.model.Model;
import io.recount.clickhouse.Ancestor;
import io.recount.clickhouse.Lineage;
import io.recount.clickhouse.Position;
import io.recount.clickhouse.Progress;
import io.recount.clickhouse.SinkElement;
import io.recount.clickhouse.TableRow;
import io.recount.pipeline.cells.HistoriesStage.Checkpoint;
import io.recount.pipeline.cells.HistoriesStage.Job;
import io.recount.pipeline.cells.HistoriesStage.Submission;
import io.recount.pipeline.types.Delivery;
import io.recount.pipeline.types.Invalidation;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Plays a topic to the stage with random watermarks, checkpoints, stops, crashes, parallelisms and returns to any earlier
 * checkpoint, until a checkpoint holds all of it. What is committed is what was emitted before a checkpoint; the rest of a
 * crashed attempt is lost. In between come submissions that are wrong, commit, and are abandoned.
 */
final class HistoriesPlay implements HistoriesOracle.Played {

    private static final int PARTITIONS = 4;
    private static final int[] PARALLELISMS = {1, 2, 5};
    /** As long as a history: some watermarks make hardly anything late, others nearly all. */
    private static final long WATERMARK_DELAY_MILLIS = 36_000_000;

    /** Half of the watermarks stand where buckets end. */
    private static final long QUARTER_HOUR_MILLIS = 900_000;

    private final Job job;
    private final SplittableRandom random;
    private final int chances;
    private final PublishedTables tables;
    private final List<Saved> saved = new ArrayList<>();
    private Saved last = new Saved(
            null, 0, HistoriesLineage.first(HistoriesStage.FIRST_TIMELINE), 0, Map.of(), 0, new BitSet(), List.of());
    private HistoriesLineage lineage = last.by();
    private long submissions = 1;
    private long nextId = 1;
    private final List<TableRow> uncommitted = new ArrayList<>();
    private final Map<String, Long> counters = new TreeMap<>();
    private long documentRows;
    private final HistoriesDocuments documents;
    private Lineage startAfter = Lineage.NONE;
    private int parallelism;
    private BitSet late = new BitSet();

    /**
     * A checkpoint and what belongs to it.
     *
     * @param checkpoint null if the state is lost
     * @param by the submission that took it
     * @param next the first message that is not in it
     * @param late messages before that which were late
     * @param uncommitted rows that whoever starts from it has to commit
     */
    private record Saved(
            @Nullable Checkpoint checkpoint,
            long id,
            HistoriesLineage by,
            int next,
            Map<String, Long> counters,
            long documentRows,
            BitSet late,
            List<TableRow> uncommitted) {}

    /** What was done to the stage. */
    enum Event {
        CHECKPOINT,
        STOP,
        CRASH,
        /** A savepoint on the way: its rows wait for the next checkpoint, and are lost with it. */
        SAVEPOINT,
        RESCALE,
        /** A new submission from any checkpoint there ever was. */
        ROLLBACK,
        /** A submission that books documents into wrong hours, commits, and is abandoned. */
        WRONG_RELEASE,
        /** A submission that goes on from the ledger, without state. */
        STATE_LOST,
        /** A row of documents that was read back. */
        ROW_READ_BACK,
        /** A value that was computed again because no ancestor had published it. */
        INVALIDATED,
        WATERMARK,
        LATE
    }

    private final Map<Event, Long> events = new TreeMap<>();

    /** A watermark, a checkpoint, a stop or a crash about every {@code chances / 5} deliveries. */
    HistoriesPlay(Job job, SplittableRandom random, int chances) {
        this.job = job;
        this.random = random;
        this.chances = chances;
        this.documents = new HistoriesDocuments(job.model());
        this.tables = new PublishedTables(popular(job.model()));
    }

    static int popular(Model model) {
        return (int) model.measures().stream().filter(Measure::column).count();
    }

    void run(HistoriesTopic topic) throws Exception {
        do {
            submit(topic);
            int before = parallelism;
            parallelism = PARALLELISMS[random.nextInt(PARALLELISMS.length)];
            if (last.checkpoint() != null && before != parallelism) {
                count(Event.RESCALE);
            }
            try (HistoriesStage stage = open()) {
                attempt(stage, topic);
            }
        } while (last.next() < topic.size());
        searchOnceMore();
        count(Event.ROW_READ_BACK, documents.rowsRead());
    }

    private HistoriesStage open() throws Exception {
        uncommitted.clear();
        counters.clear();
        counters.putAll(last.counters());
        documentRows = last.documentRows();
        Submission submission = new Submission(lineage.timeline(), documents, startAfter);
        return new HistoriesStage(job, submission, parallelism, last.checkpoint());
    }

    /** Most starts are restarts; some are new submissions, from whichever checkpoint. */
    private void submit(HistoriesTopic topic) throws Exception {
        if (saved.isEmpty() || random.nextInt(6) != 0) {
            return;
        }
        if (random.nextBoolean()) {
            count(Event.WRONG_RELEASE);
            Saved right = last;
            restore(right);
            wrongRelease(topic);
            last = right;
        }
        if (random.nextBoolean()) {
            count(Event.ROLLBACK);
            last = saved.get(random.nextInt(saved.size()));
        }
        restore(last);
        if (random.nextInt(3) == 0) {
            count(Event.STATE_LOST);
            startWithoutState();
        }
    }

    private void restore(Saved from) {
        last = from;
        lineage = from.by().leftAt(from.id(), from.next(), HistoriesStage.FIRST_TIMELINE + submissions++);
        tables.writtenBy(lineage);
        from.uncommitted().forEach(tables::addBehind);
        nextId = from.checkpoint() == null ? 1 : from.id() + 1;
    }

    /** From the ledger: the history goes on, and of the state nothing is left. */
    private void startWithoutState() {
        List<Ancestor> history = new ArrayList<>();
        for (HistoriesLineage.Left left : lineage.ancestors()) {
            history.add(new Ancestor(left.timeline(), left.checkpoint(), positions(left.next())));
        }
        startAfter = new Lineage(history);
        last = new Saved(
                null, last.id(), last.by(), last.next(), last.counters(), last.documentRows(), last.late(), List.of());
        nextId = 1;
    }

    private static List<Position> positions(int next) {
        return IntStream.range(0, PARTITIONS)
                .mapToObj(partition -> new Position("receipts", partition, next))
                .toList();
    }

    private void wrongRelease(HistoriesTopic topic) throws Exception {
        int end = Math.min(topic.size(), last.next() + random.nextInt(chances));
        try (HistoriesStage stage = open()) {
            for (int at = last.next(); at < end; at++) {
                Delivery delivery = topic.delivery(at);
                if (delivery != null) {
                    stage.process(anHourLater(delivery));
                }
                if (random.nextInt(chances) == 0) {
                    commit(stage, at + 1);
                }
            }
            commit(stage, end);
        }
    }

    private static Delivery anHourLater(Delivery delivery) {
        Document right = delivery.document();
        Document wrong = new Document(
                right.key(),
                right.id(),
                right.stamp(),
                right.state(),
                new CellKey(right.cell().shift(), right.cell().bucketSeconds() + 3_600),
                right.timeMicros(),
                right.values(),
                right.problem());
        return new Delivery(
                delivery.topic(), delivery.partition(), delivery.offset(), delivery.appendedAtMillis(), wrong);
    }

    private void attempt(HistoriesStage stage, HistoriesTopic topic) throws Exception {
        long greatest = Long.MIN_VALUE;
        late = (BitSet) last.late().clone();
        search(stage);
        for (int at = last.next(); at < topic.size(); at++) {
            Delivery delivery = topic.delivery(at);
            if (delivery != null) {
                late.set(at, stage.process(delivery));
                count(Event.LATE, late.get(at) ? 1 : 0);
                long millis = delivery.document().timeMicros() / 1_000;
                greatest = isFarAhead(millis, greatest) ? greatest : Math.max(greatest, millis);
            }
            switch (random.nextInt(chances)) {
                case 0 -> {
                    checkpoint(stage, at + 1);
                    search(stage);
                }
                case 1, 2 -> watermark(stage, greatest);
                case 4 -> savepoint(stage, at + 1);
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

    /** As the job does: at every start, after the first commit, and again. */
    private void search(HistoriesStage stage) throws Exception {
        for (Invalidation invalidation : tables.abandoned()) {
            stage.invalidate(invalidation);
            count(Event.INVALIDATED);
        }
    }

    /** A search at the end: the last attempt may have committed nothing of an earlier one. */
    private void searchOnceMore() throws Exception {
        try (HistoriesStage stage = open()) {
            search(stage);
            checkpoint(stage, last.next());
        }
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
        count(Event.CHECKPOINT);
        commit(stage, upTo);
        saved.add(last);
    }

    private void commit(HistoriesStage stage, int upTo) throws Exception {
        Saved completed = take(stage, upTo);
        stage.complete(Objects.requireNonNull(completed.checkpoint()));
        completed.uncommitted().forEach(tables::add);
        uncommitted.clear();
        last = new Saved(
                completed.checkpoint(),
                completed.id(),
                lineage,
                upTo,
                completed.counters(),
                completed.documentRows(),
                completed.late(),
                List.of());
    }

    /** What nobody is told of, so that a crash goes back behind it. */
    private void savepoint(HistoriesStage stage, int upTo) throws Exception {
        count(Event.SAVEPOINT);
        saved.add(take(stage, upTo));
    }

    private Saved take(HistoriesStage stage, int upTo) throws Exception {
        Checkpoint checkpoint = stage.checkpoint(nextId++);
        for (SinkElement element : stage.drain()) {
            if (element instanceof TableRow row) {
                documentRows += row.table() == 0 ? 1 : 0;
                uncommitted.add(row);
            } else if (element instanceof Progress progress) {
                progress.counters().forEach((name, count) -> counters.merge(name, count, Long::sum));
            }
        }
        return new Saved(
                checkpoint,
                checkpoint.id(),
                lineage,
                upTo,
                new TreeMap<>(counters),
                documentRows,
                (BitSet) late.clone(),
                List.copyOf(uncommitted));
    }

    private void count(Event event) {
        count(event, 1);
    }

    private void count(Event event, long times) {
        events.merge(event, times, Long::sum);
    }

    @Override
    public PublishedTables tables() {
        return tables;
    }

    @Override
    public Map<String, Long> counters() {
        return last.counters();
    }

    @Override
    public long documentRows() {
        return last.documentRows();
    }

    Map<Event, Long> events() {
        return events;
    }

    @Override
    public boolean hasReadBack() {
        return documents.rowsRead() > 0;
    }

    @Override
    public boolean wasLate(int entry) {
        return last.late().get(entry);
    }
}
