package io.recount.demo;

import java.io.PrintStream;
import java.time.Duration;
import java.util.List;

/** What a person sees. Progress overwrites itself on a terminal and is a line now and then elsewhere. */
final class Screen {

    private static final Duration QUIET = Duration.ofSeconds(5);
    private static final String START_OF_LINE = "\r\u001b[K";

    private final PrintStream out;
    private final boolean terminal;
    private final long startNanos = System.nanoTime();
    private long lastProgressNanos = startNanos - QUIET.toNanos();
    private boolean unfinishedLine;
    private boolean silent;

    Screen(PrintStream out, boolean terminal) {
        this.out = out;
        this.terminal = terminal;
    }

    synchronized void line(String text) {
        if (silent) {
            return;
        }
        finishLine();
        out.println(text);
        out.flush();
    }

    /** A line with the seconds since the beginning before it. */
    void step(String text) {
        line("[%4d s] %s"
                .formatted(Duration.ofNanos(System.nanoTime() - startNanos).toSeconds(), text));
    }

    void table(String title, List<String> lines) {
        line("");
        line(title);
        lines.forEach(this::line);
    }

    /** Nothing more is to be said. */
    synchronized void silence() {
        silent = true;
    }

    synchronized void progress(String text) {
        if (terminal && !silent) {
            out.print(START_OF_LINE + text);
            out.flush();
            unfinishedLine = true;
        } else if (System.nanoTime() - lastProgressNanos >= QUIET.toNanos()) {
            lastProgressNanos = System.nanoTime();
            step(text);
        }
    }

    private void finishLine() {
        if (unfinishedLine) {
            out.println();
            unfinishedLine = false;
        }
    }
}
