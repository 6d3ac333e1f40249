package io.recount.local;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Waits for a condition by looking at it again and again, the only place that does so. */
public final class Await {

    private static final Duration INTERVAL = Duration.ofMillis(20);

    private Await() {}

    /** Returns once the condition holds; after the deadline fails with what {@code late} says then. */
    public static void until(BooleanSupplier condition, Duration deadline, Supplier<String> late) {
        if (!within(condition, deadline)) {
            throw new EngineFailure(late.get());
        }
    }

    /** Whether the condition came to hold before the deadline; an interrupt ends the waiting, too. */
    public static boolean within(BooleanSupplier condition, Duration deadline) {
        long end = System.nanoTime() + deadline.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - end > 0 || Thread.currentThread().isInterrupted()) {
                return false;
            }
            LockSupport.parkNanos(INTERVAL.toNanos());
        }
        return true;
    }
}
