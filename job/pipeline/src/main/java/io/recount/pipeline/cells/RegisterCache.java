package io.recount.pipeline.cells;

import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.MetricGroup;
import org.jspecify.annotations.Nullable;

/**
 * The registers on the heap, a write-back cache over Flink's state: they are written when they leave it, and before every
 * snapshot. The least recently used leave it once all take more than the limit. A register with unpublished values stays;
 * how much there is of them {@link Rounds} limits.
 *
 * <p>Parts leave the heap in {@link #trim}, in {@link #writeBack} and by eviction: when nobody holds one.
 */
final class RegisterCache {

    private final CellStore store;
    private final long limitBytes;
    private final Map<String, Register> idle = new LinkedHashMap<>(16, 0.75f, true);
    private final Map<String, Register> dirty = new LinkedHashMap<>();
    private long heapBytes;
    private long dirtyBytes;

    RegisterCache(CellStore store, long limitBytes, MetricGroup metrics) {
        this.store = store;
        this.limitBytes = limitBytes;
        metrics.gauge("stateCacheBytes", (Gauge<Long>) () -> heapBytes);
        metrics.gauge("dirtyBytes", (Gauge<Long>) () -> dirtyBytes);
        metrics.gauge("dirtyRegisters", (Gauge<Integer>) dirty::size);
    }

    @Nullable
    Register find(String key) {
        Register register = dirty.get(key);
        return register == null ? idle.get(key) : register;
    }

    void add(Register register) {
        idle.put(register.key, register);
    }

    /** A part was loaded, or may have grown. */
    void account(Register register, Part part) {
        grow(register, part.growth());
    }

    /** A part has left the heap. */
    void drop(Register register, Part part) {
        grow(register, -part.accountedBytes());
    }

    private void grow(Register register, int bytes) {
        if (bytes != 0) {
            register.grow(bytes);
            heapBytes += bytes;
            if (register.inDirty) {
                dirtyBytes += bytes;
            }
        }
    }

    /** Unpublished values have come or gone. */
    void file(Register register) {
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

    /** What registers with unpublished values take. */
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
        if (!dirty.isEmpty()) {
            throw new IllegalStateException("A snapshot would hold values of " + dirty.size()
                    + " registers that are not published. Next: restart the job, and report it");
        }
        for (Iterator<Register> each = idle.values().iterator(); each.hasNext(); ) {
            Register register = each.next();
            store.write(register);
            register.inState();
            dropUnused(register, register.fieldCells.values());
            dropUnused(register, register.shifts.values());
            dropUnused(register, register.chunks.values());
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
}
