package io.recount.local;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.TimeUnit;

/**
 * Holds a process still, from SIGSTOP to SIGCONT. A stopped process could not notice that its parent is gone, so a shell
 * watches over it: when this JVM ends, even by kill -9, the shell lets the process go on.
 */
record Freeze(Process keeper) implements AutoCloseable {

    private static final String SCRIPT =
            "kill -STOP \"$1\" || exit 1; echo stopped; cat >/dev/null; kill -CONT \"$1\" 2>/dev/null";
    private static final long END_SECONDS = 10;

    /** Returns once the process has got the signal. */
    static Freeze of(ProcessHandle process) {
        try {
            Process keeper =
                    new ProcessBuilder("/bin/sh", "-c", SCRIPT, "freeze", Long.toString(process.pid())).start();
            if (keeper.getInputStream().read() < 0) {
                throw new EngineFailure("Process " + process.pid() + " could not be stopped: it is gone");
            }
            return new Freeze(keeper);
        } catch (IOException e) {
            throw new UncheckedIOException("Can't stop process " + process.pid() + " by a signal", e);
        }
    }

    /** Lets the process go on, if it is still there. */
    @Override
    public void close() {
        try {
            keeper.getOutputStream().close();
            if (!keeper.waitFor(END_SECONDS, TimeUnit.SECONDS)) {
                throw new EngineFailure("The shell that was to send SIGCONT, process " + keeper.pid() + ", hangs");
            }
        } catch (IOException e) {
            throw new UncheckedIOException("Can't let a stopped process go on", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
