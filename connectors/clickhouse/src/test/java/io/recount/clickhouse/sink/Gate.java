package io.recount.clickhouse.sink;

import io.recount.local.relay.Hold;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Stops a job at a step, once for each time it is closed. One for a JVM, because a job gets there as bytes. */
final class Gate {

    static final Gate ONLY = new Gate();

    private final AtomicReference<@Nullable Closed> closed = new AtomicReference<>();

    private record Closed(Step step, Hold hold) {}

    private Gate() {}

    /** The next one who comes to the step waits there. */
    Hold close(Step step) {
        Hold hold = new Hold(step.name());
        closed.set(new Closed(step, hold));
        return hold;
    }

    /** Nobody waits from now on who does not yet. */
    void open() {
        closed.set(null);
    }

    /** Whether to go on, once the test has said so. */
    boolean pass(Step here) throws InterruptedException {
        Closed now = closed.get();
        if (now == null || now.step != here || !closed.compareAndSet(now, null)) {
            return true;
        }
        return now.hold.pass();
    }
}
