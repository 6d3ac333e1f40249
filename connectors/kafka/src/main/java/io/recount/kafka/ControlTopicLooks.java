package io.recount.kafka;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jspecify.annotations.Nullable;

/**
 * Looks at a topic again and again, on a thread of its own: brokers that are away let a question wait for long. Every
 * outcome is told once.
 */
final class ControlTopicLooks implements AutoCloseable {

    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(10);

    private final KafkaAccess access;
    private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread made = new Thread(task, "request-topic-look");
        made.setDaemon(true);
        return made;
    });
    private @Nullable LogAdmin admin;
    private @Nullable Future<Outcome> look;

    /** What a look tells. */
    sealed interface Outcome {}

    /** The topic is there and may be read. */
    record There(LogTopic topic) implements Outcome {}

    /** There is no such topic. */
    record Absent() implements Outcome {}

    /** It is not known, or the topic may not be read. */
    record Unknown(LogUnavailableException why) implements Outcome {}

    /**
     * Looks begin with the first wait.
     *
     * @param access whose only topic is looked at
     */
    ControlTopicLooks(KafkaAccess access) {
        this.access = access;
    }

    /** What the present look tells, if it does within that time; the next one begins some seconds after it. */
    Optional<Outcome> await(Duration atMost) throws InterruptedException {
        Future<Outcome> present = look == null ? after(Duration.ZERO) : look;
        look = present;
        try {
            Outcome outcome = present.get(atMost.toNanos(), TimeUnit.NANOSECONDS);
            look = after(BETWEEN_LOOKS);
            return Optional.of(outcome);
        } catch (TimeoutException e) {
            return Optional.empty();
        } catch (ExecutionException e) {
            throw new IllegalStateException("Looking at the topics of " + access + " broke off", e);
        }
    }

    /** Begins a look now; one that is under way tells nothing any more. */
    void hurry() {
        if (look != null) {
            look.cancel(false);
        }
        look = after(Duration.ZERO);
    }

    private Future<Outcome> after(Duration delay) {
        return thread.schedule(this::look, delay.toMillis(), TimeUnit.MILLISECONDS);
    }

    private synchronized Outcome look() {
        try {
            LogAdmin asked = admin == null ? new LogAdmin(access, "requests") : admin;
            admin = asked;
            return new There(asked.topics().values().iterator().next());
        } catch (LogUnavailableException e) {
            return e.getCause() instanceof UnknownTopicOrPartitionException ? new Absent() : new Unknown(e);
        }
    }

    @Override
    public void close() {
        thread.shutdownNow();
        closeAdmin();
    }

    /** Once the thread, interrupted, has let go of it. */
    private synchronized void closeAdmin() {
        if (admin != null) {
            admin.close();
            admin = null;
        }
    }
}
