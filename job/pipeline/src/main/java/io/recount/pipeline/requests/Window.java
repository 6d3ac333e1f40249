package io.recount.pipeline.requests;

import java.time.Duration;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * How much history may be under way: what was handed over behind the barrier of the last completed checkpoint. Pages wait for
 * the cells in front of barriers, so without a limit a request that is faster than the cells holds up every checkpoint, and
 * with them the live documents.
 *
 * <p>The limit grows by a half while checkpoints are quick and it was used, and halves when one is slow: in both cases
 * beside the last one without any history.
 */
final class Window {

    static final long LEAST = 1_000;
    static final long FIRST = 50_000;
    static final long MOST = 10_000_000;

    private static final Duration QUICK = Duration.ofSeconds(2);
    private static final Duration SLOW = Duration.ofSeconds(4);

    /** A barrier that was passed. */
    private record Barrier(long handed, long nanos) {}

    private final NavigableMap<Long, Barrier> barriers = new TreeMap<>();
    private long handed;
    private long covered;
    private long limit = FIRST;
    /** What a checkpoint takes anyway. */
    private Duration without = Duration.ZERO;

    /** Whether more may be handed over. */
    boolean isOpen() {
        return handed - covered < limit;
    }

    /** In documents. */
    long limit() {
        return limit;
    }

    void handed(long documents) {
        handed += documents;
    }

    void passed(long checkpoint, long nanos) {
        barriers.put(checkpoint, new Barrier(handed, nanos));
    }

    void completed(long checkpoint, long nanos) {
        Barrier barrier = barriers.get(checkpoint);
        Map<Long, Barrier> done = barriers.headMap(checkpoint, true);
        done.clear();
        if (barrier == null) {
            return;
        }
        long used = barrier.handed() - covered;
        covered = barrier.handed();
        Duration took = Duration.ofNanos(nanos - barrier.nanos());
        if (used == 0) {
            without = took;
        } else if (took.minus(without).compareTo(SLOW) > 0) {
            limit = Math.max(LEAST, limit / 2);
        } else if (took.minus(without).compareTo(QUICK) < 0 && used >= limit / 2) {
            limit = Math.min(MOST, limit + limit / 2);
        }
    }
}
