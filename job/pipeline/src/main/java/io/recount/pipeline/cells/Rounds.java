package io.recount.pipeline.cells;

import io.recount.cells.CellKey;
import io.recount.clickhouse.RowVersion;
import java.util.function.Predicate;

/**
 * Publishes in rounds, whose rows have greater versions than those of the round before: at every barrier whatever is
 * unpublished, at a watermark what is due, and early what was touched first, when the heap holds too much of it.
 */
final class Rounds {

    private final RegisterCache cache;
    private final Publisher publisher;
    private final StateSettings settings;
    private final long timeline;
    private long wave;
    private long epoch = RowVersion.BEFORE_ANY_BARRIER;

    /** {@code wave} is that of the last round before a restart. */
    Rounds(RegisterCache cache, Publisher publisher, StateSettings settings, long timeline, long wave) {
        this.cache = cache;
        this.publisher = publisher;
        this.settings = settings;
        this.timeline = timeline;
        this.wave = wave;
    }

    long wave() {
        return wave;
    }

    /** From now on rows belong to what follows a barrier. */
    void follow(long barrier) {
        epoch = barrier;
    }

    /** Of the last round, or greater. */
    RowVersion newest() {
        return RowVersion.of(timeline, wave, epoch);
    }

    void begin() {
        wave++;
    }

    /** A round of one row. */
    RowVersion next() {
        begin();
        return newest();
    }

    void publish(Register register, Predicate<CellKey> due) throws Exception {
        publisher.publish(register, due, RowVersion.of(timeline, wave, epoch));
    }

    void publishAll() throws Exception {
        begin();
        for (Register register : cache.dirty()) {
            publish(register, cell -> true);
            cache.trim();
        }
    }

    /** Keeps the heap to its limits; nobody holds a register meanwhile. */
    void settle() throws Exception {
        if (cache.dirtyBytes() > settings.mostDirtyBytes()) {
            begin();
            for (Register register : cache.dirty()) {
                publish(register, cell -> true);
                cache.trim();
                if (cache.dirtyBytes() <= settings.lessDirtyBytes()) {
                    break;
                }
            }
        }
        cache.trim();
    }
}
