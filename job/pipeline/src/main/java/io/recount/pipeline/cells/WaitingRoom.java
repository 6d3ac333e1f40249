package io.recount.pipeline.cells;

import io.recount.cells.Document;
import io.recount.clickhouse.Lineage;
import io.recount.pipeline.types.Delivery;
import io.recount.pipeline.types.Invalidation;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.MetricGroup;
import org.jspecify.annotations.Nullable;

/**
 * Deliveries and invalidations that need something read back, until it is read for all of them. Documents of one id keep
 * their order: who comes after one that waits, waits.
 */
final class WaitingRoom {

    /** One that waits, and whether it came late. */
    record Waiting(Delivery delivery, boolean late) {}

    /** A value that is published again. */
    record Invalidated(String register, Invalidation.Single target) {}

    private List<Waiting> deliveries = new ArrayList<>();
    private List<Invalidated> invalidations = new ArrayList<>();
    private final Set<ReadBack.Id> ids = new HashSet<>();
    private final Sizes sizes;
    private final Supplier<Lineage> past;
    private @Nullable Lineage history;
    private long textBytes;

    /**
     * {@code past} tells what was processed so far, when the first begins to wait: what is read back must hold nothing of
     * those that wait.
     */
    WaitingRoom(Sizes sizes, Supplier<Lineage> past, MetricGroup metrics) {
        this.sizes = sizes;
        this.past = past;
        metrics.gauge("waitingForReadBack", (Gauge<Integer>) this::size);
    }

    boolean isEmpty() {
        return deliveries.isEmpty() && invalidations.isEmpty();
    }

    boolean isFull() {
        return size() >= sizes.waiting() || textBytes >= Sizes.MOST_TEXT_BYTES;
    }

    int size() {
        return deliveries.size() + invalidations.size();
    }

    /** Whether an earlier document of the same id waits. */
    boolean holds(Document document) {
        return !ids.isEmpty() && ids.contains(new ReadBack.Id(document.key(), document.id()));
    }

    void add(Waiting waiting) {
        begin();
        deliveries.add(waiting);
        Document document = waiting.delivery().document();
        ids.add(new ReadBack.Id(document.key(), document.id()));
        textBytes += waiting.delivery().textBytes();
    }

    void add(String register, Invalidation.Single target) {
        begin();
        invalidations.add(new Invalidated(register, target));
    }

    private void begin() {
        if (isEmpty()) {
            history = past.get();
        }
    }

    /** What was processed before the first that waits. */
    Lineage history() {
        if (history == null) {
            throw new IllegalStateException("Nobody waits");
        }
        return history;
    }

    List<Document> documents() {
        return deliveries.stream().map(waiting -> waiting.delivery().document()).toList();
    }

    /** Pages of what is invalidated, by register. */
    Map<String, Set<Long>> pages(Paging paging) {
        Map<String, Set<Long>> pages = new LinkedHashMap<>();
        for (Invalidated each : invalidations) {
            pages.computeIfAbsent(each.register(), key -> new TreeSet<>()).add(paging.pageOf(each.target()));
        }
        return pages;
    }

    /** Empties the room of deliveries. */
    List<Waiting> takeDeliveries() {
        List<Waiting> taken = deliveries;
        deliveries = new ArrayList<>();
        ids.clear();
        textBytes = 0;
        return taken;
    }

    /** Empties the room of invalidations. */
    List<Invalidated> takeInvalidated() {
        List<Invalidated> taken = invalidations;
        invalidations = new ArrayList<>();
        return taken;
    }
}
