package io.recount.pipeline.cells;

import io.recount.clickhouse.Lineage;
import io.recount.clickhouse.RowVersion;
import org.apache.flink.metrics.Counter;

/**
 * Fills the state of a register from its documents, once, when a job that began without state first meets it.
 *
 * <p>What is read is what the commit covers that the job goes on from; so what is folded from it is what is published,
 * and nothing of it is written again. An attempt that fails half-way leaves what the next one finds to be duplicates.
 */
final class ReadBack implements AutoCloseable {

    private static final RowVersion NEVER_WRITTEN = new RowVersion(0, 0);

    private final CellStore store;
    private final RegisterFold fold;
    private final Publisher silent;
    private final Lineage history;
    private final PastDocuments.Reader reader;
    private final Counter registers;

    /**
     * @param silent publishes to nobody, and so stores what is published
     * @param history what the job went on from; empty if it began at nothing, or with state that knows all
     */
    ReadBack(
            CellStore store,
            RegisterFold fold,
            Publisher silent,
            Lineage history,
            PastDocuments.Reader reader,
            Counter registers) {
        this.store = store;
        this.fold = fold;
        this.silent = silent;
        this.history = history;
        this.reader = reader;
        this.registers = registers;
    }

    /** Has the state know all of a register. It must be the current key. */
    void complete(String register) throws Exception {
        if (history.ancestors().isEmpty() || store.isComplete()) {
            return;
        }
        DirtyRegister past = new DirtyRegister();
        for (PastDocuments.Past each : reader.read(register, history)) {
            fold.fold(past, each.document(), each.late());
        }
        silent.publish(register, past, cell -> true, NEVER_WRITTEN);
        store.setComplete();
        registers.inc();
    }

    @Override
    public void close() {
        reader.close();
    }
}
