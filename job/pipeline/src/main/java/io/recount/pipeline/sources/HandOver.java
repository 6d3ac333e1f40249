package io.recount.pipeline.sources;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Work on a thread of its own, and the task that takes what it finds. The work waits while the task is slower than it; if it
 * fails, so does the task.
 */
public final class HandOver<T> implements AutoCloseable {

    private static final int MOST_WAITING = 1_000;

    private final Queue<T> found = new ArrayDeque<>();
    private final String what;
    private @Nullable Thread thread;
    private CompletableFuture<@Nullable Void> available = new CompletableFuture<>();
    private @Nullable Throwable failure;

    /** What is done until it is interrupted. */
    @FunctionalInterface
    public interface Work<T> {
        void run(Taker<T> taker) throws Exception;
    }

    /** Takes what was found; may wait. */
    @FunctionalInterface
    public interface Taker<T> {
        void take(T element) throws InterruptedException;
    }

    /** {@code what} is the work, in the words of an error. */
    public HandOver(String what) {
        this.what = what;
    }

    /** Begins; the work is closed at its end. */
    public <W extends Work<T> & AutoCloseable> void start(String name, W work) {
        Thread started = new Thread(() -> run(work), name);
        started.setDaemon(true);
        thread = started;
        started.start();
    }

    private <W extends Work<T> & AutoCloseable> void run(W work) {
        try (work) {
            work.run(this::hand);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (Throwable e) {
            fail(e);
        }
    }

    private synchronized void fail(Throwable e) {
        failure = e;
        available.complete(null);
    }

    private synchronized void hand(T element) throws InterruptedException {
        while (found.size() >= MOST_WAITING) {
            wait();
        }
        found.add(element);
        available.complete(null);
    }

    /** The next of what was found, or null. */
    public synchronized @Nullable T poll() throws IOException {
        if (failure != null) {
            throw new IOException(what + " failed. " + failure.getMessage(), failure);
        }
        T next = found.poll();
        notifyAll();
        if (next == null) {
            available = new CompletableFuture<>();
        }
        return next;
    }

    /** Complete as soon as there may be something. */
    public synchronized CompletableFuture<@Nullable Void> isAvailable() {
        return available;
    }

    @Override
    public void close() {
        Thread started = thread;
        if (started != null) {
            started.interrupt();
        }
    }
}
