package io.recount.cli.audit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Clock;

/**
 * What audits found, in Prometheus' text format. Of an audit that could not be done only that is told: when the newest one
 * was over stays, and gets older. Not safe for several threads.
 */
public final class AuditMetrics {

    private final Clock clock;
    private String newest = "";
    private boolean hasFailed;

    /** Nothing is known yet. */
    public AuditMetrics(Clock clock) {
        this.clock = clock;
    }

    /**
     * One is over.
     *
     * @param first what was found before anything was repaired
     * @param last what was found at the end; the same if nothing was repaired
     */
    public void done(AuditResult first, AuditResult last) {
        hasFailed = false;
        newest = gauge(
                        "last_run_timestamp_seconds",
                        "When the newest audit was over",
                        clock.instant().getEpochSecond())
                + gauge("compared_rows", "Rows that it compared", first.compared())
                + gauge(
                        "differences",
                        "Rows that were wrong when they were first compared",
                        first.differences().size())
                + gauge(
                        "differences_left",
                        "Rows that were wrong at its end, after a repair if there was one",
                        last.differences().size());
    }

    /** One could not be done. */
    public void failed() {
        hasFailed = true;
    }

    /** Puts a whole file in the place of the one before: whoever collects it never reads half of one. */
    public void write(Path file) throws IOException {
        Path beside = file.resolveSibling(file.getFileName() + ".tmp");
        Files.writeString(beside, text());
        Files.move(beside, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    String text() {
        return newest + gauge("failed", "1: the newest attempt could not be done", hasFailed ? 1 : 0);
    }

    private static String gauge(String name, String help, long value) {
        String full = "recount_audit_" + name;
        return "# HELP %1$s %2$s.\n# TYPE %1$s gauge\n%1$s %3$d\n".formatted(full, help, value);
    }
}
