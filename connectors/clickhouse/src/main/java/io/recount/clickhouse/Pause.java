package io.recount.clickhouse;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Waiting, as something that can be replaced. */
@FunctionalInterface
public interface Pause {

    /** Waits on the clock of the machine. */
    Pause REAL = Pause::onNeverOpenedLatch;

    void pause(Duration length) throws InterruptedException;

    private static void onNeverOpenedLatch(Duration length) throws InterruptedException {
        boolean opened = new CountDownLatch(1).await(length.toNanos(), TimeUnit.NANOSECONDS);
        if (opened) {
            throw new IllegalStateException("nobody can open this latch");
        }
    }
}
