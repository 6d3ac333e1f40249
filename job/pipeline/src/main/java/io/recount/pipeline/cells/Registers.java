package io.recount.pipeline.cells;

import io.recount.cells.Aggregate;
import io.recount.cells.CellKey;
import io.recount.cells.DocumentId;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.MetricGroup;
import org.jspecify.annotations.Nullable;

/** Registers and their parts, which come to the heap when they are first asked for, and are changed there. */
final class Registers {

    private final CellStore store;
    private final RegisterCache cache;
    private final Paging paging;
    private final boolean nothingCameBefore;
    private final boolean sequential;
    private final Counter hits;
    private final Counter misses;

    /**
     * @param nothingCameBefore a register that is not in state has no documents at all
     * @param sequential ids are numbers that follow each other
     */
    Registers(
            CellStore store,
            RegisterCache cache,
            Paging paging,
            boolean nothingCameBefore,
            boolean sequential,
            MetricGroup metrics) {
        this.store = store;
        this.cache = cache;
        this.paging = paging;
        this.nothingCameBefore = nothingCameBefore;
        this.sequential = sequential;
        this.hits = metrics.counter("stateCacheHits");
        this.misses = metrics.counter("stateCacheMisses");
    }

    Register get(String key) throws Exception {
        Register register = cache.find(key);
        if (register == null) {
            store.select(key);
            Directory directory = store.directory();
            misses.inc();
            if (directory == null && nothingCameBefore) {
                directory = Directory.ofNew();
            }
            register = new Register(key, directory);
            cache.add(register);
            if (directory != null) {
                cache.account(register, directory);
            }
        }
        return register;
    }

    /** What is outside the state is known now. */
    void learn(String key, Directory found) throws Exception {
        Register register = get(key);
        register.learn(found);
        cache.account(register, found);
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

    RegisterCache cache() {
        return cache;
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
            cache.account(register, chunk);
        } else {
            hits.inc();
        }
        chunk.use();
        return chunk;
    }

    Cell cell(Register register, CellKey key) throws Exception {
        Cell cell = register.cell(key);
        if (cell == null) {
            cell = register.newPages.contains(paging.pageOf(key)) ? Cell.ofNew(key) : loadCell(register, key);
            register.cells.put(key, cell);
            cache.account(register, cell);
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
    FieldCells fieldCells(Register register, Cell cell) throws Exception {
        FieldCells fieldCells = register.fieldCells.get(cell.key());
        if (fieldCells == null) {
            fieldCells = cell.isNew() ? new FieldCells(cell.key()) : loadFieldCells(register, cell.key());
            register.fieldCells.put(cell.key(), fieldCells);
            cache.account(register, fieldCells);
        }
        fieldCells.use();
        return fieldCells;
    }

    private FieldCells loadFieldCells(Register register, CellKey key) throws Exception {
        select(register);
        misses.inc();
        return store.fieldCells(key);
    }

    Value shift(Register register, long number) throws Exception {
        Value shift = register.shifts.get(number);
        if (shift == null) {
            shift = register.newPages.contains(number) ? new Value(new Aggregate()) : loadShift(register, number);
            register.shifts.put(number, shift);
            cache.account(register, shift);
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

    /** Documents have left a chunk. */
    void left(Register register, Chunk chunk) throws Exception {
        if (chunk.isEmpty()) {
            register.chunks.remove(chunk.number());
            register.forgetLast();
            cache.drop(register, chunk);
            select(register);
            store.put(chunk);
        }
    }

    /** Takes a cell that is not dirty, and its field cells, out of heap and state. */
    void forgetCell(Register register, CellKey key) throws Exception {
        register.forgetLast();
        drop(register, register.cells.remove(key));
        drop(register, register.fieldCells.remove(key));
        select(register);
        store.removeCell(key);
    }

    /** Takes a shift that is not dirty out of heap and state. */
    void forgetShift(Register register, long number) throws Exception {
        drop(register, register.shifts.remove(number));
        select(register);
        store.removeShift(number);
    }

    private void drop(Register register, @Nullable Part part) {
        if (part != null) {
            cache.drop(register, part);
        }
    }
}
