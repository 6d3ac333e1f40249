package io.recount.cli.load;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * What became of a file that was loaded to its end.
 *
 * @param before what was done of it before
 * @param all what is done of it now
 */
public record LoadResult(LoadFile file, Loaded before, Loaded all, Duration took) {

    private static final String ROW = "%,14d %,14d %,14d %,10d %,10d %,18d %9.1f  %s";
    private static final String HEAD = "%14s %14s %14s %10s %10s %18s %9s  %s"
            .formatted("lines", "now", "produced", "empty", "bad", "bytes", "seconds", "file");

    /** Whether there was nothing to do. */
    public boolean wasComplete() {
        return before.lines() > 0 && before.lines() == all.lines();
    }

    public boolean hasBadLines() {
        return all.bad() > 0;
    }

    /** For people: all columns but {@code now} and {@code seconds} are of all loads of the file. */
    public static List<String> table(List<LoadResult> results) {
        List<String> lines = new ArrayList<>(List.of(HEAD));
        for (LoadResult result : results) {
            Loaded all = result.all();
            lines.add(ROW.formatted(
                    all.lines(),
                    all.lines() - result.before().lines(),
                    all.produced(),
                    all.empty(),
                    all.bad(),
                    all.bytes(),
                    result.took().toMillis() / 1_000.0,
                    result.file().name()));
        }
        return lines;
    }
}
