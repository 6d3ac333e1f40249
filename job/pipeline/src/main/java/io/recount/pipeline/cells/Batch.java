package io.recount.pipeline.cells;

import io.recount.pipeline.types.Delivery;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Deliveries that are folded together, by register in the order in which they came: what a register has on the heap is
 * then brought to the processor once for many documents. Nothing waits here over a watermark or a barrier.
 */
final class Batch {

    /** At full speed about what comes between two watermarks; a register has some documents among them. */
    private static final int MOST = 16_384;

    /** Of messages that are larger than usual there are less. */
    private static final long MOST_BYTES = 16 << 20;

    private Map<String, List<Delivery>> byRegister = new LinkedHashMap<>();
    private int size;
    private long bytes;

    void add(Delivery delivery) {
        byRegister
                .computeIfAbsent(delivery.document().key(), key -> new ArrayList<>())
                .add(delivery);
        size++;
    }

    boolean isEmpty() {
        return size == 0;
    }

    boolean isFull() {
        return size >= MOST || bytes >= MOST_BYTES;
    }

    int size() {
        return size;
    }

    /** Empties the batch. */
    Map<String, List<Delivery>> take() {
        Map<String, List<Delivery>> taken = byRegister;
        byRegister = new LinkedHashMap<>();
        size = 0;
        bytes = 0;
        return taken;
    }
}
