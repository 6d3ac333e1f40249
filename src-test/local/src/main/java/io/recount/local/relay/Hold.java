package io.recount.local.relay;

import io.recount.local.Await;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;

/** One who waits at a place, once somebody does, until a test lets it go on. */
public final class Hold {

    private static final Duration DEADLINE = Duration.ofMinutes(1);

    private final String place;
    private final CountDownLatch reached = new CountDownLatch(1);
    private final CompletableFuture<Boolean> opened = new CompletableFuture<>();

    /** {@code place} is what messages call it. */
    public Hold(String place) {
        this.place = place;
    }

    /** Waits at the place; returns whether to go on. */
    public boolean pass() throws InterruptedException {
        reached.countDown();
        try {
            return opened.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException("Only open() ends the waiting", e);
        }
    }

    /** Returns once somebody waits; fails if nobody comes within a minute. */
    public void awaitReached() {
        Await.until(
                () -> reached.getCount() == 0,
                DEADLINE,
                () -> "Nobody came to " + place + " within " + DEADLINE.toSeconds() + " s");
    }

    /**
     * Lets who waits go on, and whoever comes later.
     *
     * @param arrives for a request: whether it still gets to the server
     */
    public void open(boolean arrives) {
        opened.complete(arrives);
    }
}
