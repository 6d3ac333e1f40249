package io.recount.clickhouse.sink;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Stops a job at a step, once for each time it is closed. One for a JVM, because a job gets there as bytes. */
final class Gate {

    static final Gate ONLY = new Gate();

    private static final long DEADLINE_SECONDS = 60;

    private final AtomicReference<@Nullable Stop> closed = new AtomicReference<>();

    /** One who waits at a step, once somebody does. */
    static final class Stop {
        private final Step step;
        private final CountDownLatch reached = new CountDownLatch(1);
        private final CompletableFuture<Boolean> opened = new CompletableFuture<>();

        private Stop(Step step) {
            this.step = step;
        }

        void awaitReached() throws InterruptedException {
            if (!reached.await(DEADLINE_SECONDS, TimeUnit.SECONDS)) {
                throw new AssertionError("Nobody came to " + step + " within " + DEADLINE_SECONDS + " s");
            }
        }

        /**
         * Lets who waits go on.
         *
         * @param arrives for a request: whether it still gets to the server
         */
        void open(boolean arrives) {
            opened.complete(arrives);
        }
    }

    private Gate() {}

    /** The next one who comes to the step waits there. */
    Stop close(Step step) {
        Stop stop = new Stop(step);
        closed.set(stop);
        return stop;
    }

    /** Nobody waits from now on who does not yet. */
    void open() {
        closed.set(null);
    }

    /** Whether to go on, once the test has said so. */
    boolean pass(Step here) throws InterruptedException {
        Stop stop = closed.get();
        if (stop == null || stop.step != here || !closed.compareAndSet(stop, null)) {
            return true;
        }
        stop.reached.countDown();
        try {
            return stop.opened.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException("Only open() ends the waiting", e);
        }
    }
}
