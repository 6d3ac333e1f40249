package io.recount.pipeline.cells;

import io.recount.cells.Aggregate;
import io.recount.cells.CellKey;
import io.recount.cells.DocumentId;
import io.recount.cells.FieldCellKey;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.MetricGroup;
import org.jspecify.annotations.Nullable;

/**
 * A write-back cache over Flink's state: registers whose parts are loaded on first use, changed on the heap and written
 * when they leave it, and before every snapshot. The least recently used leave it once all take more than the limit. A
 * register with unpublished values stays; how many there are the {@link CellsOperator} limits.
 *
 * <p>Parts may leave the heap in {@link #trim} only: between two documents.
 */
final class Registers {

    private final CellStore store;
    private final Paging paging;
    private final boolean nothingCameBefore;
    private final boolean sequential;
    private final long limitBytes;
    private final Map<String, Register> idle = new LinkedHashMap<>(16, 0.75f, true);
    private final Map<String, Register> dirty = new LinkedHashMap<>();
    private final Counter hits;
    private final Counter misses;
    private long heapBytes;
    private long dirtyBytes;

    /**
     * @param nothingCameBefore a register that is not in state has no documents at all
     * @param sequential ids are numbers that follow each other
     */
    Registers(
            CellStore store,
            Paging paging,
            boolean nothingCameBefore,
            boolean sequential,
            long limitBytes,
            MetricGroup metrics) {
        this.store = store;
        this.paging = paging;
        this.nothingCameBefore = nothingCameBefore;
        this.sequential = sequential;
        this.limitBytes = limitBytes;
        this.hits = metrics.counter("stateCacheHits");
        this.misses = metrics.counter("stateCacheMisses");
        metrics.gauge("stateCacheBytes", (Gauge<Long>) () -> heapBytes);
        metrics.gauge("dirtyBytes", (Gauge<Long>) () -> dirtyBytes);
        metrics.gauge("dirtyRegisters", (Gauge<Integer>) dirty::size);
    }

    Register get(String key) throws Exception {
        Register register = onHeap(key);
        if (register == null) {
            store.select(key);
            Directory directory = store.directory();
            misses.inc();
            if (directory == null && nothingCameBefore) {
                directory = Directory.ofNew();
            }
            register = new Register(key, directory);
            idle.put(key, register);
            if (directory != null) {
                account(register, directory);
            }
        }
        return register;
    }

    @Nullable
    Register onHeap(String key) {
        Register register = dirty.get(key);
        return register == null ? idle.get(key) : register;
    }

    /** What is outside the state is known now. */
    void learn(String key, Directory found) throws Exception {
        Register register = get(key);
        register.learn(found);
        account(register, found);
    }

    /** Makes the register the current key of the backend. */
    void select(Register register) {
        store.select(register.key);
    }

    boolean sequential() {
        return sequential;
    }

    Paging paging() {
        return paging;
    }

    /** The chunk that an id is in. */
    Chunk chunkOf(Register register, DocumentId id) throws Exception {
        return chunk(register, Chunk.numberOf(id));
    }

    Chunk chunk(Register register, DocumentId number) throws Exception {
        Chunk chunk = register.chunk(number);
        if (chunk == null) {
            select(register);
            if (register.directory().isNewChunk(number, Chunk.SLOTS, sequential)) {
                chunk = store.emptyChunk(number);
            } else {
                chunk = store.chunk(number);
                misses.inc();
            }
            register.chunks.put(number, chunk);
            account(register, chunk);
        } else {
            hits.inc();
        }
        chunk.use();
        return chunk;
    }

    Cell cell(Register register, CellKey key) throws Exception {
        Cell cell = register.cell(key);
        if (cell == null) {
            cell = register.newPages.contains(paging.pageOf(key)) ? new Cell(key) : loadCell(register, key);
            register.cells.put(key, cell);
            account(register, cell);
        }
        cell.use();
        return cell;
    }

    private Cell loadCell(Register register, CellKey key) throws Exception {
        select(register);
        misses.inc();
        return store.cell(key);
    }

    /** Of a cell, which is on the heap. */
    FieldCell fieldCell(Register register, Cell cell, FieldCellKey key) throws Exception {
        FieldCell fieldCell = register.fieldCells.get(key);
        if (fieldCell == null) {
            fieldCell = cell.isNew() ? new FieldCell(key, new Aggregate()) : loadFieldCell(register, key);
            register.fieldCells.put(key, fieldCell);
            account(register, fieldCell);
        }
        fieldCell.use();
        return fieldCell;
    }

    private FieldCell loadFieldCell(Register register, FieldCellKey key) throws Exception {
        select(register);
        misses.inc();
        return store.fieldCell(key);
    }

    Value shift(Register register, long number) throws Exception {
        Value shift = register.shifts.get(number);
        if (shift == null) {
            shift = register.newPages.contains(number) ? new Value(new Aggregate()) : loadShift(register, number);
            register.shifts.put(number, shift);
            account(register, shift);
        }
        shift.use();
        return shift;
    }

    private Value loadShift(Register register, long number) throws Exception {
        select(register);
        misses.inc();
        return store.shift(number);
    }

    /** The cells of a page, loaded all. */
    Collection<Cell> cellsOf(Register register, long page) throws Exception {
        Map<Long, Cell> cells = new LinkedHashMap<>();
        for (Cell cell : register.cells.values()) {
            if (paging.pageOf(cell.key()) == page) {
                cells.put(cell.key().bucketSeconds(), cell);
            }
        }
        select(register);
        List<Long> buckets = store.buckets(page);
        for (long bucket : buckets) {
            if (!cells.containsKey(bucket)) {
                cells.put(bucket, cell(register, new CellKey(paging.byShift() ? page : 0, bucket)));
            }
        }
        return cells.values();
    }

    /** A part was loaded, or may have grown. */
    void account(Register register, Part part) {
        int growth = part.growth();
        if (growth != 0) {
            register.grow(growth);
            heapBytes += growth;
            if (register.inDirty) {
                dirtyBytes += growth;
            }
        }
    }

    private void drop(Register register, Part part) {
        int bytes = part.accountedBytes();
        register.grow(-bytes);
        heapBytes -= bytes;
        if (register.inDirty) {
            dirtyBytes -= bytes;
        }
    }

    /** Unpublished values have come or gone. */
    void settle(Register register) {
        if (register.isDirty() == register.inDirty) {
            return;
        }
        register.inDirty = !register.inDirty;
        if (register.inDirty) {
            idle.remove(register.key);
            dirty.put(register.key, register);
            dirtyBytes += register.heapBytes();
        } else {
            dirty.remove(register.key);
            idle.put(register.key, register);
            dirtyBytes -= register.heapBytes();
        }
    }

    long dirtyBytes() {
        return dirtyBytes;
    }

    /** Those with unpublished values, the longest dirty first. */
    List<Register> dirty() {
        return List.copyOf(dirty.values());
    }

    /** Has the least recently used leave the heap. */
    void trim() throws Exception {
        if (heapBytes <= limitBytes) {
            return;
        }
        for (Iterator<Register> eldest = idle.values().iterator(); heapBytes > limitBytes && eldest.hasNext(); ) {
            Register register = eldest.next();
            store.write(register);
            heapBytes -= register.heapBytes();
            eldest.remove();
        }
    }

    /** Writes all that differs from the state; what was not used since this was called last leaves the heap. */
    void writeBack() throws Exception {
        for (Register register : dirty.values()) {
            store.write(register);
        }
        for (Iterator<Register> each = idle.values().iterator(); each.hasNext(); ) {
            Register register = each.next();
            store.write(register);
            register.newPages.clear();
            register.forgetLast();
            dropUnused(register, register.fieldCells.values());
            dropUnused(register, register.shifts.values());
            dropUnused(register, register.chunks.values());
            register.cells.values().forEach(Cell::inState);
            dropUnused(register, register.cells.values());
            if (register.chunks.isEmpty() && register.cells.isEmpty()) {
                heapBytes -= register.heapBytes();
                each.remove();
            }
        }
    }

    private void dropUnused(Register register, Collection<? extends Part> parts) {
        parts.removeIf(part -> {
            boolean leaves = !part.wasUsed();
            if (leaves) {
                drop(register, part);
            }
            return leaves;
        });
    }

    /** Documents have left a chunk. */
    void left(Register register, Chunk chunk) throws Exception {
        if (chunk.isEmpty()) {
            register.chunks.remove(chunk.number());
            register.forgetLast();
            drop(register, chunk);
            select(register);
            store.put(chunk);
        }
    }

    /** Takes a cell that is not dirty out of heap and state. */
    void forgetCell(Register register, CellKey key) throws Exception {
        Cell cell = register.cells.remove(key);
        register.forgetLast();
        if (cell != null) {
            drop(register, cell);
        }
        select(register);
        store.removeCell(key);
    }

    void forgetFieldCell(Register register, FieldCellKey key) throws Exception {
        FieldCell fieldCell = register.fieldCells.remove(key);
        if (fieldCell != null) {
            drop(register, fieldCell);
        }
        select(register);
        store.removeFieldCell(key);
    }

    void forgetShift(Register register, long number) throws Exception {
        Value shift = register.shifts.remove(number);
        if (shift != null) {
            drop(register, shift);
        }
        select(register);
        store.removeShift(number);
    }
}
