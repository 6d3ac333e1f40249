package io.recount.pipeline.cells;

import io.recount.cells.CellKey;
import io.recount.cells.Document;
import io.recount.cells.model.Measure;
import io.recount.cells.model.Model;
import io.recount.clickhouse.Ancestor;
import io.recount.clickhouse.Lineage;
import io.recount.clickhouse.Position;
import io.recount.pipeline.cells.HistoriesEvents.Event;
import io.recount.pipeline.cells.HistoriesStage.Job;
import io.recount.pipeline.cells.HistoriesStage.Submission;
import io.recount.pipeline.types.Delivery;
import io.recount.pipeline.types.Invalidation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

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

    /** Of so many documents one is loaded. */
    private static final int LOADED_EVERY = 5;

    private final boolean loading;
    private final boolean freezing;
    private final Job job;
    private final SplittableRandom random;
    private final int chances;
    private final PublishedTables tables;
    private final HistoriesDocuments documents;
    private final HistoriesRequests requests;
    private final HistoriesFrozen frozen = new HistoriesFrozen();
    private final HistoriesEvents events = new HistoriesEvents();
    private final List<HistoriesSaved> saved = new ArrayList<>();
    private HistoriesSaved last = HistoriesSaved.nothing();
    private HistoriesLineage lineage = last.by();
    private Lineage startAfter = Lineage.NONE;
    private long submissions = 1;
    private long nextId = 1;
    private int parallelism;

    /** A watermark, a checkpoint, a stop or a crash about every {@code chances / 5} deliveries. */
    HistoriesPlay(Job job, SplittableRandom random, int chances) {
        this(job, random, chances, false, false);
    }

    /**
     * Plays more than every job does.
     *
     * @param loading about every fifth document does not come by the topic, but is put into the table by somebody else
     * @param freezing cells are frozen on the way
     */
    HistoriesPlay(Job job, SplittableRandom random, int chances, boolean loading, boolean freezing) {
        this.loading = loading;
        this.freezing = freezing;
        this.job = job;
        this.random = random;
        this.chances = chances;
        this.tables = new PublishedTables(job.model());
        this.documents = new HistoriesDocuments(job.model(), tables);
        this.requests = new HistoriesRequests(job.model(), tables, frozen, random);
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
                events.count(Event.RESCALE);
            }
            try (HistoriesAttempt attempt = open()) {
                play(attempt, topic);
            }
        } while (last.next() < topic.size());
        searchOnceMore();
        events.count(Event.ROW_READ_BACK, documents.rowsRead());
    }

    private HistoriesAttempt open() throws Exception {
        Submission submission = new Submission(lineage.timeline(), documents, startAfter);
        return new HistoriesAttempt(job, submission, lineage, parallelism, last, () -> nextId++);
    }

    /** Most starts are restarts; some are new submissions, from whichever checkpoint. */
    private void submit(HistoriesTopic topic) throws Exception {
        if (freezing && !frozen.isLast() && !saved.isEmpty() && random.nextInt(3) == 0) {
            freeze(topic);
            return;
        }
        if (saved.isEmpty() || random.nextInt(6) != 0) {
            return;
        }
        if (random.nextBoolean()) {
            events.count(Event.WRONG_RELEASE);
            HistoriesSaved right = last;
            restore(right);
            wrongRelease(topic);
            last = right;
        }
        if (random.nextBoolean()) {
            events.count(Event.ROLLBACK);
            last = saved.get(random.nextInt(saved.size()));
        }
        restore(last);
        if (random.nextInt(3) == 0) {
            events.count(Event.STATE_LOST);
            startWithoutState();
        }
    }

    /** A later line: the job goes on without state, and nobody can go back. Documents before the line may go at once. */
    private void freeze(HistoriesTopic topic) {
        restore(last);
        startWithoutState();
        saved.clear();
        frozen.drawNext(tables);
        documents.freeze(frozen.line(), random.nextBoolean());
        requests.askForAll(topic, last.next());
    }

    private void restore(HistoriesSaved from) {
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
        last = last.withoutState();
        nextId = 1;
    }

    private static List<Position> positions(int next) {
        return IntStream.range(0, PARTITIONS)
                .mapToObj(partition -> new Position(HistoriesTopic.NAME, partition, next))
                .toList();
    }

    private void wrongRelease(HistoriesTopic topic) throws Exception {
        int end = Math.min(topic.size(), last.next() + random.nextInt(chances));
        try (HistoriesAttempt attempt = open()) {
            for (int at = last.next(); at < end; at++) {
                Delivery delivery = topic.delivery(at);
                if (delivery != null && !isLoaded(at) && !frozen.isFrozen(delivery)) {
                    attempt.stage().process(anHourLater(delivery));
                }
                if (random.nextInt(chances) == 0) {
                    last = attempt.commit(at + 1, tables);
                }
            }
            last = attempt.commit(end, tables);
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

    private void play(HistoriesAttempt attempt, HistoriesTopic topic) throws Exception {
        HistoriesStage stage = attempt.stage();
        long greatest = Long.MIN_VALUE;
        search(stage);
        requests.beginAttempt(stage, last.asked());
        for (int at = last.next(); at < topic.size(); at++) {
            Delivery delivery = topic.delivery(at);
            if (delivery != null && frozen.isFrozen(delivery)) {
                // The stage in front of this one ignores it.
                events.count(Event.FROZEN);
            } else if (delivery != null && isLoaded(at)) {
                events.count(Event.LOADED);
                requests.load(topic, at, documents, random.nextBoolean() ? stage : null);
            } else if (delivery != null) {
                events.count(Event.LATE, attempt.process(at, delivery) ? 1 : 0);
                long millis = delivery.document().timeMicros() / 1_000;
                greatest = isFarAhead(millis, greatest) ? greatest : Math.max(greatest, millis);
            }
            switch (random.nextInt(chances)) {
                case 0 -> {
                    checkpoint(attempt, at + 1);
                    search(stage);
                }
                case 1, 2 -> watermark(stage, greatest);
                case 4 -> {
                    events.count(Event.SAVEPOINT);
                    saved.add(attempt.savepoint(at + 1).asked(requests.asked()));
                }
                case 5 -> events.count(Event.TAMPERED, requests.tamperAndAsk(stage));
                case 6 -> {
                    requests.ask(stage, topic.anyRegister(random));
                    requests.askForLoaded(stage);
                }
                case 3 -> {
                    if (random.nextInt(2) == 0) {
                        events.count(Event.CRASH);
                        return;
                    }
                    checkpoint(attempt, at + 1);
                    events.count(Event.STOP);
                    return;
                }
                default -> {}
            }
        }
        requests.askForLoaded(stage);
        if (random.nextBoolean()) {
            stage.finish();
        }
        checkpoint(attempt, topic.size());
    }

    private boolean isLoaded(int at) {
        return loading && at % LOADED_EVERY == 3;
    }

    /** As the job does: at every start, after the first commit, and again. */
    private void search(HistoriesStage stage) throws Exception {
        for (Invalidation invalidation : tables.abandoned()) {
            stage.invalidate(invalidation);
            events.count(Event.INVALIDATED);
        }
    }

    /** A search at the end: the last attempt may have committed nothing of an earlier one. */
    private void searchOnceMore() throws Exception {
        try (HistoriesAttempt attempt = open()) {
            search(attempt.stage());
            requests.beginAttempt(attempt.stage(), last.asked());
            checkpoint(attempt, last.next());
        }
    }

    /** A year ahead of all others: clocks in the future do not move the watermark. */
    private static boolean isFarAhead(long millis, long greatest) {
        return greatest != Long.MIN_VALUE && millis - greatest > 300L * 86_400_000;
    }

    private void watermark(HistoriesStage stage, long greatest) throws Exception {
        if (greatest != Long.MIN_VALUE) {
            events.count(Event.WATERMARK);
            long watermark = greatest - random.nextLong(WATERMARK_DELAY_MILLIS);
            stage.watermark(random.nextBoolean() ? watermark : watermark - watermark % QUARTER_HOUR_MILLIS);
        }
    }

    private void checkpoint(HistoriesAttempt attempt, int upTo) throws Exception {
        events.count(Event.CHECKPOINT);
        last = attempt.commit(upTo, tables).asked(requests.asked());
        requests.committed();
        saved.add(last);
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

    HistoriesEvents events() {
        return events;
    }

    @Override
    public boolean hasReadBack() {
        return documents.rowsRead() > 0;
    }

    @Override
    public HistoriesFrozen frozen() {
        return frozen;
    }

    @Override
    public boolean hasOtherOutcomes() {
        return loading || events.of(Event.MENDED) > 0;
    }

    @Override
    public boolean wasLate(int entry) {
        return last.late().get(entry);
    }
}
