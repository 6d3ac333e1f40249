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

    private final Sizes sizes;
    private Map<String, List<Delivery>> byRegister = new LinkedHashMap<>();
    private int size;
    private long textBytes;

    Batch(Sizes sizes) {
        this.sizes = sizes;
    }

    void add(Delivery delivery) {
        byRegister
                .computeIfAbsent(delivery.document().key(), key -> new ArrayList<>())
                .add(delivery);
        size++;
        textBytes += delivery.textBytes();
    }

    boolean isEmpty() {
        return size == 0;
    }

    boolean isFull() {
        return size >= sizes.batch() || textBytes >= Sizes.MOST_TEXT_BYTES;
    }

    /** Empties the batch. */
    Map<String, List<Delivery>> take() {
        Map<String, List<Delivery>> taken = byRegister;
        byRegister = new LinkedHashMap<>();
        size = 0;
        textBytes = 0;
        return taken;
    }
}
