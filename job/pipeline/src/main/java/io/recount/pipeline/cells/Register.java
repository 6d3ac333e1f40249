package io.recount.pipeline.cells;

import io.recount.cells.CellKey;
import io.recount.cells.DocumentId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What the heap holds of a register: parts of its state, and what of them is not published yet. */
final class Register {

    final String key;
    final Map<DocumentId, Chunk> chunks = new HashMap<>();
    final Map<CellKey, Cell> cells = new HashMap<>();
    final Map<CellKey, FieldCells> fieldCells = new HashMap<>();
    final Map<Long, Value> shifts = new HashMap<>();

    /** Not published, in the order in which they were touched first. */
    List<Cell> dirtyCells = new ArrayList<>();

    List<FieldCell> dirtyFieldCells = new ArrayList<>();
    final Set<Long> invalidatedShifts = new LinkedHashSet<>();

    /** Which of the two lists of {@link RegisterCache} it is in. */
    boolean inDirty;

    /** Pages that were not in state when they were touched first: what of them is not on the heap is nowhere. */
    final Set<Long> newPages = new HashSet<>();

    private @Nullable Cell lastCell;
    private @Nullable Chunk lastChunk;
    private @Nullable Directory directory;
    private int heapBytes;

    Register(String key, @Nullable Directory directory) {
        this.key = key;
        this.directory = directory;
    }

    /** Whether it is known what there is of the register outside the state. */
    boolean isKnown() {
        return directory != null;
    }

    Directory directory() {
        if (directory == null) {
            throw new IllegalStateException("A register is used before its marks were looked up");
        }
        return directory;
    }

    void learn(Directory found) {
        directory = found;
    }

    /** The cell on the heap, or null. Most documents are of the same as the one before. */
    @Nullable
    Cell cell(CellKey key) {
        if (lastCell == null || !lastCell.key().equals(key)) {
            lastCell = cells.get(key);
        }
        return lastCell;
    }

    /** The chunk on the heap, or null. */
    @Nullable
    Chunk chunk(DocumentId number) {
        if (lastChunk == null || !lastChunk.number().equals(number)) {
            lastChunk = chunks.get(number);
        }
        return lastChunk;
    }

    /** All of it that is on the heap was written. */
    void inState() {
        newPages.clear();
        cells.values().forEach(Cell::inState);
        forgetLast();
    }

    /** Something has left the heap. */
    void forgetLast() {
        lastCell = null;
        lastChunk = null;
    }

    boolean isDirty() {
        return !dirtyCells.isEmpty() || !dirtyFieldCells.isEmpty() || !invalidatedShifts.isEmpty();
    }

    int heapBytes() {
        return heapBytes;
    }

    void grow(int bytes) {
        heapBytes += bytes;
    }
}
