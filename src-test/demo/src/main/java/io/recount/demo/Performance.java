package io.recount.demo;

import io.recount.demo.clickhouse.QueryFailure;
import io.recount.demo.feed.FeedFailure;
import io.recount.demo.verdict.Verdict;
import io.recount.demo.verdict.VerdictText;
import io.recount.local.EngineFailure;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A run before an audience: whatever happens ends in an exit code and in words, and no engine outlives it that was not
 * to be kept.
 */
final class Performance {

    private static final Logger LOG = LoggerFactory.getLogger(Performance.class);

    private static final int EXACT = 0;
    private static final int WRONG = 1;
    private static final int FAILED = 2;

    private final DemoOptions options;
    private final Screen screen;

    Performance(DemoOptions options, Screen screen) {
        this.options = options;
        this.screen = screen;
    }

    /** Returns the exit code. */
    int run() {
        try {
            Verdict verdict = verdict();
            VerdictText.lines(verdict).forEach(screen::line);
            return verdict.isExact() ? EXACT : WRONG;
        } catch (DemoFailure | EngineFailure | FeedFailure | QueryFailure e) {
            fail(String.valueOf(e.getMessage()), e);
        } catch (Exception e) {
            fail("Unexpectedly, " + e, e);
        }
        return FAILED;
    }

    private Verdict verdict() throws Exception {
        DemoRun run = DemoRun.with(options, screen);
        Thread interrupted = new Thread(() -> interrupted(run), "interrupted");
        Runtime.getRuntime().addShutdownHook(interrupted);
        try {
            return run.run();
        } finally {
            if (!options.keep()) {
                close(run);
            } else {
                screen.step("The engines stay up, and the job with them; deploy/demo --stop ends them");
            }
            forget(interrupted);
        }
    }

    private void interrupted(DemoRun run) {
        screen.line("Interrupted; stopping the engines");
        screen.silence();
        close(run);
    }

    /** An engine that was slow to stop takes nothing from the verdict. */
    private void close(DemoRun run) {
        try {
            run.close();
        } catch (EngineFailure e) {
            LOG.warn("An engine did not stop cleanly", e);
            screen.line("An engine did not stop cleanly: " + e.getMessage());
        }
    }

    private static void forget(Thread hook) {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException shuttingDown) {
            LOG.debug("The hook is running", shuttingDown);
        }
    }

    private void fail(String message, Exception e) {
        LOG.error("The demo failed", e);
        screen.line("");
        screen.line("demo: " + message);
        screen.line("There is no verdict. Logs, from the outside in:");
        screen.line("  the demo    " + options.folder().resolveSibling("demo.log"));
        screen.line("  engines     " + options.folder() + "/{flink,kafka,clickhouse}/engine.log");
    }
}
