package io.recount.pipeline.cells;

import java.io.IOException;
import java.time.Duration;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.apache.flink.api.common.TaskInfo;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.apache.flink.streaming.runtime.tasks.ProcessingTimeService;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells how far a start without state has come: of the subtask's share of the registers that {@code documents} has rows of,
 * how many the state knows by now, and what was read back for it. A line about every ten seconds, and the same as metrics.
 *
 * <p>It begins with the first register that is not known, and ends at the first of these, with a line: every register of
 * the share is known; or a checkpoint interval has passed in which no document of the backlog came, that is one which was
 * appended to Kafka before the attempt began. Registers that are not known by then are read back when they are met. The
 * time of a record is Kafka's: of producers that set old ones, the backlog ends with an interval without documents.
 *
 * <p>An attempt that goes on from a checkpoint says nothing: what was known is in its state. No number depends on any of
 * this.
 */
final class StartProgress {

    private static final Logger LOG = LoggerFactory.getLogger(StartProgress.class);
    private static final Duration BETWEEN_LINES = Duration.ofSeconds(10);
    private static final long UNKNOWN = -1;

    private enum Phase {
        /** Nothing was read back yet. */
        BEFORE,
        READING,
        OVER
    }

    private final Predicate<String> mine;
    private final LongSupplier clockMillis;
    private final Consumer<String> lines;
    private final long beganMillis;
    private Phase phase;
    private long lastLineMillis;
    private long registers;
    private long known;
    private long pages;
    private long documents;
    private long rows;
    private long requests;
    private long newestMillis;
    private boolean backlogCame;

    /**
     * Before the first document.
     *
     * @param withoutState whether the attempt has no state, and documents came before it
     * @param mine registers of the subtask
     * @param clockMillis milliseconds since 1970
     * @param lines takes what people read
     */
    StartProgress(
            boolean withoutState,
            Predicate<String> mine,
            LongSupplier clockMillis,
            Consumer<String> lines,
            MetricGroup metrics) {
        this.mine = mine;
        this.clockMillis = clockMillis;
        this.lines = lines;
        this.beganMillis = clockMillis.getAsLong();
        this.phase = withoutState ? Phase.BEFORE : Phase.OVER;
        this.backlogCame = true;
        metrics.gauge("startingWithoutState", (Gauge<Integer>) () -> phase == Phase.READING ? 1 : 0);
        metrics.gauge("registersToKnow", (Gauge<Long>) () -> registers);
        metrics.gauge("registersKnown", (Gauge<Long>) () -> known);
    }

    /** Of a subtask, into its log. */
    static StartProgress of(boolean withoutState, TaskInfo task, ProcessingTimeService clock, MetricGroup metrics) {
        int subtasks = task.getNumberOfParallelSubtasks();
        int subtask = task.getIndexOfThisSubtask();
        String name = " (subtask " + (subtask + 1) + " of " + subtasks + "): ";
        return new StartProgress(
                withoutState,
                register -> KeyGroupRangeAssignment.assignKeyToParallelOperator(
                                register, task.getMaxNumberOfParallelSubtasks(), subtasks)
                        == subtask,
                clock::getCurrentProcessingTime,
                line -> LOG.info("Start without state{}{}", name, line),
                metrics);
    }

    /** A register is met that is not known; the first time, registers are counted, if ClickHouse can do it at once. */
    void begin(PastDocuments.Reader reader) throws InterruptedException {
        if (phase != Phase.BEFORE) {
            return;
        }
        phase = Phase.READING;
        try {
            registers = reader.count(mine);
            lines.accept("documents of " + registers + " registers are read back, as they are met");
        } catch (IOException e) {
            registers = UNKNOWN;
            lines.accept("documents are read back of registers as they are met; of how many is not known: "
                    + e.getMessage());
        }
        lastLineMillis = clockMillis.getAsLong();
    }

    /** A request; the state knows so many more registers that have documents. */
    void learned(int more) {
        known += more;
        requested();
    }

    /** A row was read back. */
    void row() {
        rows++;
    }

    /** A request, and what is in state by it. */
    void read(int morePages, int moreDocuments) {
        pages += morePages;
        documents += moreDocuments;
        requested();
    }

    /** A request. */
    void requested() {
        requests++;
        if (phase == Phase.READING && clockMillis.getAsLong() - lastLineMillis >= BETWEEN_LINES.toMillis()) {
            lastLineMillis = clockMillis.getAsLong();
            lines.accept(soFar() + age());
        }
    }

    /** A document comes, appended to its log at a time. */
    void came(long appendedAtMillis) {
        if (phase != Phase.OVER) {
            newestMillis = Math.max(newestMillis, appendedAtMillis);
            backlogCame |= appendedAtMillis < beganMillis;
        }
    }

    /** A barrier passes. */
    void barrier() {
        boolean all = registers != UNKNOWN && known >= registers;
        if (phase == Phase.READING && (all || !backlogCame)) {
            phase = Phase.OVER;
            lines.accept((all ? "all is known" : "the backlog is read") + " after "
                    + seconds(clockMillis.getAsLong() - beganMillis) + "; " + soFar());
        }
        backlogCame = phase == Phase.BEFORE;
    }

    private String soFar() {
        return known + (registers == UNKNOWN ? "" : " of " + registers) + " registers known; " + pages + " pages with "
                + documents + " documents in " + rows + " rows read back by " + requests + " requests";
    }

    private String age() {
        return newestMillis <= 0
                ? ""
                : "; at messages that are " + seconds(clockMillis.getAsLong() - newestMillis) + " old";
    }

    private static String seconds(long millis) {
        return String.format(Locale.ROOT, "%.1f s", millis / 1_000.0);
    }
}
