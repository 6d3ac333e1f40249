package io.recount.pipeline.cells;

import io.recount.cells.Aggregate;
import io.recount.cells.CellKey;
import io.recount.cells.DocumentId;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The value of a cell, and the chunks in which documents lie whose newest version is, or was, placed in it. */
final class Cell extends Value {

    private static final int CHUNK_BYTES = 120;

    private final CellKey key;
    private final Set<DocumentId> chunks;
    private boolean isNew;
    private @Nullable DocumentId lastAdded;

    Cell(CellKey key, Aggregate published, Set<DocumentId> chunks) {
        super(published);
        this.key = key;
        this.chunks = chunks;
    }

    /** Of a cell that is not in state. */
    Cell(CellKey key) {
        this(key, new Aggregate(), new LinkedHashSet<>());
        isNew = true;
    }

    /** From now on it is in state, and so are its field cells. */
    void inState() {
        isNew = false;
    }

    /** Whether it was not in state when it came to the heap: its field cells, too, are on the heap or nowhere. */
    boolean isNew() {
        return isNew;
    }

    CellKey key() {
        return key;
    }

    Set<DocumentId> chunks() {
        return chunks;
    }

    void addChunk(DocumentId chunk) {
        if (chunk.equals(lastAdded)) {
            return;
        }
        lastAdded = chunk;
        if (chunks.add(chunk)) {
            changed();
        }
    }

    @Override
    int heapBytes() {
        return super.heapBytes() + chunks.size() * CHUNK_BYTES;
    }
}
