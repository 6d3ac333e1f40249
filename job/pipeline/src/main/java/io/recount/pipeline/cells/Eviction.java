package io.recount.pipeline.cells;

import io.recount.cells.DocumentId;
import io.recount.cells.History;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.runtime.state.VoidNamespace;
import org.apache.flink.streaming.api.operators.InternalTimerService;
import org.apache.flink.streaming.api.watermark.Watermark;

/**
 * Takes pages out of state that were not touched for a while of event time. A register has one timer for it.
 *
 * <p>Invariant: only what can be read back leaves, documents that a completed checkpoint covers. Writing them was part of
 * that checkpoint.
 */
final class Eviction {

    /** A page that is touched again and again is written down anew this many times in its life. */
    private static final int STEPS = 64;

    /** While the time is not known: documents may be dated in the future. */
    private static final long AT_THE_FIRST_WATERMARK = 1;

    private final Registers registers;
    private final InternalTimerService<VoidNamespace> timers;
    private final long hotMillis;
    private final Counter pagesEvicted;
    private final Counter documentsEvicted;
    private final Queue<Leaving> leaving = new ArrayDeque<>();
    private long nowMillis = Long.MIN_VALUE;
    private long barrier;
    private long completed;

    /** A page, and the last barrier before it came. */
    private record Leaving(String register, long page, long barrier) {}

    /** {@code restored} is the checkpoint that the attempt began with, or 0. */
    Eviction(
            Registers registers,
            InternalTimerService<VoidNamespace> timers,
            Duration hot,
            long restored,
            MetricGroup metrics) {
        this.registers = registers;
        this.timers = timers;
        this.hotMillis = hot.toMillis();
        this.barrier = restored;
        this.completed = restored;
        this.pagesEvicted = metrics.counter("pagesEvicted");
        this.documentsEvicted = metrics.counter("documentsEvicted");
    }

    /** Event time is about to come to here. */
    void setNow(long millis) {
        nowMillis = millis;
    }

    void passed(long passedBarrier) {
        barrier = passedBarrier;
    }

    void completed(long checkpoint) {
        completed = Math.max(completed, checkpoint);
    }

    /** Something in the page is about to change, at {@code millis} of event time if no watermark tells the time. */
    void touched(Register register, long page, long millis) {
        long touchedMillis = nowMillis == Long.MIN_VALUE ? millis : nowMillis;
        Directory directory = register.directory();
        directory.touch(page, touchedMillis, barrier, hotMillis / STEPS);
        if (directory.evictionMillis() == 0) {
            look(register, nowMillis == Long.MIN_VALUE ? AT_THE_FIRST_WATERMARK : touchedMillis + hotMillis);
        }
        registers.cache().account(register, directory);
    }

    private void look(Register register, long atMillis) {
        register.directory().setEvictionMillis(atMillis);
        registers.select(register);
        timers.registerEventTimeTimer(VoidNamespace.INSTANCE, atMillis);
    }

    /** The register's timer is due. */
    void onTimer(Register register, long dueMillis) throws Exception {
        if (!register.isKnown() || register.directory().evictionMillis() != dueMillis) {
            return;
        }
        if (nowMillis == Watermark.MAX_WATERMARK.getTimestamp()) {
            // A drain: the end of time is not a time.
            register.directory().setEvictionMillis(0);
            return;
        }
        long now = Math.max(nowMillis, dueMillis);
        long next = Long.MAX_VALUE;
        for (Map.Entry<Long, Directory.Touch> page :
                List.copyOf(register.directory().pages().entrySet())) {
            Directory.Touch touch = page.getValue();
            // Touched before the time was known, by a document that is dated in the future.
            touch.millis = Math.min(touch.millis, now);
            long atMillis = touch.millis + hotMillis;
            if (atMillis > now) {
                next = Math.min(next, atMillis);
            } else if (completed > touch.barrier) {
                evict(register, page.getKey());
            } else {
                next = Math.min(next, now + Math.max(1, hotMillis / STEPS));
            }
        }
        if (next == Long.MAX_VALUE) {
            register.directory().setEvictionMillis(0);
        } else {
            look(register, next);
        }
        registers.cache().account(register, register.directory());
    }

    /** A page that is in state for a moment only leaves it as soon as it may, unless it is touched again by then. */
    void leaveSoon(Register register, long page) {
        leaving.add(new Leaving(register.key, page, barrier));
    }

    /** Has those leave that may. No value is unpublished. */
    void leave() throws Exception {
        for (Leaving next = leaving.peek(); next != null && completed > next.barrier(); next = leaving.peek()) {
            leaving.remove();
            Register register = registers.get(next.register());
            Directory.Touch touch =
                    register.isKnown() ? register.directory().pages().get(next.page()) : null;
            if (touch != null && touch.barrier <= next.barrier()) {
                evict(register, next.page());
                registers.cache().account(register, register.directory());
            }
            registers.cache().trim();
        }
    }

    private void evict(Register register, long page) throws Exception {
        Set<DocumentId> chunks = new HashSet<>();
        for (Cell cell : List.copyOf(registers.cellsOf(register, page))) {
            chunks.addAll(cell.chunks());
            registers.forgetCell(register, cell.key());
        }
        for (DocumentId number : chunks) {
            evict(register, page, registers.chunk(register, number));
        }
        if (registers.paging().byShift()) {
            registers.forgetShift(register, page);
        }
        register.directory().evicted(page);
        register.newPages.remove(page);
        pagesEvicted.inc();
    }

    private void evict(Register register, long page, Chunk chunk) throws Exception {
        List<History> leaving = new ArrayList<>();
        chunk.forEach(history -> {
            if (registers.paging().pageOf(history.latest().cell()) == page) {
                leaving.add(history);
            }
        });
        for (History history : leaving) {
            chunk.remove(history.latest().id());
        }
        documentsEvicted.inc(leaving.size());
        registers.left(register, chunk);
    }
}
