package io.recount.cli.load;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Has a load that is asked to end, by SIGINT or SIGTERM, get the batch through that is under way: a transaction that is left
 * open would hold up whoever reads the topic until the brokers give it up.
 */
public final class Ending implements AutoCloseable {

    private static final Duration LONGEST = Duration.ofSeconds(10);

    private final CountDownLatch isOver = new CountDownLatch(1);
    private final Thread hook = new Thread(this::end, "ending");
    private volatile boolean isAsked;

    private Ending() {}

    /** One that the end of the JVM waits for until it is closed, but not for ever. */
    public static Ending onSignal() {
        Ending ending = new Ending();
        Runtime.getRuntime().addShutdownHook(ending.hook);
        return ending;
    }

    private void end() {
        isAsked = true;
        try {
            boolean unused = isOver.await(LONGEST.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Whether what is under way is to be the last. */
    public boolean isAsked() {
        return isAsked;
    }

    /** Nothing is open any more. */
    @Override
    public void close() {
        isOver.countDown();
        if (!isAsked) {
            try {
                Runtime.getRuntime().removeShutdownHook(hook);
            } catch (IllegalStateException e) {
                // It has just been asked to end: the hook finds that it is over.
            }
        }
    }
}
