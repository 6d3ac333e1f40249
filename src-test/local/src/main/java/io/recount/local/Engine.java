package io.recount.local;

import java.nio.file.Path;

/**
 * An engine that can be started, stopped, killed and started again: what it keeps, its addresses and its log file
 * survive all of them. Failures are {@link EngineFailure}s that say why and show the end of the log.
 */
public interface Engine extends AutoCloseable {

    /** Starts the engine and returns once it answers. */
    void start();

    /** Asks the engine to stop and waits until it has; a failure to do so cleanly is reported. */
    void stop();

    /** Ends the engine as a power switch would: nothing in it gets to run. */
    void kill();

    /** Stops all that happens in the engine (SIGSTOP) while its connections stay open. */
    void freeze();

    /** Lets a frozen engine go on, as if no time had passed; does nothing to one that is not frozen. */
    void thaw();

    boolean isAlive();

    /** The log file; every start appends to it. */
    Path log();

    /** Stops the engine if it runs. */
    @Override
    default void close() {
        if (isAlive()) {
            stop();
        }
    }
}
