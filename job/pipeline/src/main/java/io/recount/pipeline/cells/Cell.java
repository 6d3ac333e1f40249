package io.recount.pipeline.cells;

import io.recount.cells.Aggregate;
import io.recount.cells.CellKey;
import io.recount.cells.DocumentId;
import io.recount.cells.PackedReader;
import io.recount.cells.PackedWriter;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The value of a cell, and the chunks in which documents lie whose newest version is, or was, placed in it. */
final class Cell extends Value {

    /** Most cells have less, and to look at each is then the quickest. */
    private static final int FEW = 12;

    private static final int CHUNK_BYTES = 56;
    private static final int INDEX_BYTES = 48;

    private final CellKey key;
    private final List<DocumentId> chunks = new ArrayList<>(2);
    /** The same, if they are many. */
    private Set<DocumentId> index = Set.of();

    private boolean isNew;

    Cell(CellKey key, Aggregate published) {
        super(published);
        this.key = key;
    }

    /** Of a cell that is not in state. */
    static Cell ofNew(CellKey key) {
        Cell cell = new Cell(key, new Aggregate());
        cell.isNew = true;
        return cell;
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

    /** Each once. */
    List<DocumentId> chunks() {
        return chunks;
    }

    void addChunk(DocumentId chunk) {
        if (holds(chunk)) {
            return;
        }
        add(chunk);
        changed();
    }

    private boolean holds(DocumentId chunk) {
        if (!index.isEmpty()) {
            return index.contains(chunk);
        }
        // Most documents are of the chunk of the one before.
        for (int i = chunks.size() - 1; i >= 0; i--) {
            if (chunks.get(i).equals(chunk)) {
                return true;
            }
        }
        return false;
    }

    private void add(DocumentId chunk) {
        chunks.add(chunk);
        if (!index.isEmpty()) {
            index.add(chunk);
        } else if (chunks.size() > FEW) {
            index = new HashSet<>(chunks);
        }
    }

    /** Writes the chunks' numbers; their scope is mostly one. */
    void writeChunks(PackedWriter out) {
        out.unsigned(chunks.size());
        String scope = "";
        for (DocumentId chunk : chunks) {
            boolean same = chunk.scope().equals(scope);
            out.unsigned(chunk.number() << 1 | (same ? 1 : 0));
            if (!same) {
                scope = chunk.scope();
                out.text(scope);
            }
            out.text(chunk.text());
        }
    }

    /** Reads {@link #writeChunks}. */
    void readChunks(PackedReader in) {
        String scope = "";
        for (long left = in.unsigned(); left > 0; left--) {
            long code = in.unsigned();
            if ((code & 1) == 0) {
                scope = in.text();
            }
            add(new DocumentId(scope, code >>> 1, in.text()));
        }
    }

    @Override
    int heapBytes() {
        return super.heapBytes() + chunks.size() * CHUNK_BYTES + index.size() * INDEX_BYTES;
    }
}
