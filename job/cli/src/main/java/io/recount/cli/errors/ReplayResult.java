package io.recount.cli.errors;

import io.recount.cli.output.Sheet;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** What became of the messages that were errors: of each for what it was one, and what is the matter with it now. */
public final class ReplayResult {

    private static final String READABLE = "readable";
    private static final String NOT_KEPT = "not kept";

    private final Map<Fate, Long> counts = new TreeMap<>();
    private final Set<Long> readable = new HashSet<>();

    /** For what it was an error, and what it is now. */
    private record Fate(String reason, String now) implements Comparable<Fate> {

        @Override
        public int compareTo(Fate other) {
            return Comparator.comparing(Fate::reason).thenComparing(Fate::now).compare(this, other);
        }
    }

    void readable(long hash, String reason) {
        readable.add(hash);
        count(reason, READABLE);
    }

    void notKept(String reason) {
        count(reason, NOT_KEPT);
    }

    /** Now it is none for {@code now}. */
    void unreadable(String reason, String now) {
        count(reason, now);
    }

    private void count(String reason, String now) {
        counts.merge(new Fate(reason, now), 1L, Long::sum);
    }

    /** Hashes of the messages that can be read now. */
    public Set<Long> readable() {
        return readable;
    }

    /** How many there were. */
    public long all() {
        return counts.values().stream().mapToLong(Long::longValue).sum();
    }

    /** A row of each, with how many. */
    public Sheet sheet() {
        Sheet sheet = new Sheet(List.of(
                new Sheet.Column("error", false), new Sheet.Column("now", false), new Sheet.Column("messages", true)));
        counts.forEach((fate, count) -> sheet.add(fate.reason(), fate.now(), count.toString()));
        return sheet;
    }
}
