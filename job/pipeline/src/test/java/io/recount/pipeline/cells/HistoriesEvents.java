package io.recount.pipeline.cells;

import java.util.Map;
import java.util.TreeMap;

/** Counts what was done to the stage. */
final class HistoriesEvents {

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
        /** A published row that somebody changed, deleted, invented or gave a version that no job has. */
        TAMPERED,
        /** A document that somebody else put into the table. */
        LOADED,
        /** A message that could not be read at first, and was sent again once the model was mended. */
        MENDED,
        /** A document that came for a frozen cell. */
        FROZEN,
        WATERMARK,
        LATE
    }

    private final Map<Event, Long> counts = new TreeMap<>();

    void count(Event event) {
        count(event, 1);
    }

    void count(Event event, long times) {
        counts.merge(event, times, Long::sum);
    }

    void addAll(HistoriesEvents others) {
        others.counts.forEach(this::count);
    }

    long of(Event event) {
        return counts.getOrDefault(event, 0L);
    }

    @Override
    public String toString() {
        return counts.toString();
    }
}
