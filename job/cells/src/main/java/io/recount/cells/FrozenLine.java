package io.recount.cells;

import java.io.Serializable;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;

/**
 * Cells whose buckets begin before it never change again: to the job, documents that are placed there do not exist. It lies
 * at a midnight, UTC, so that no bucket and no day lies on both sides of it.
 *
 * @param seconds since 1970
 */
public record FrozenLine(long seconds) implements Serializable {

    private static final long DAY_SECONDS = 86_400;

    /** No cell lies before it: times of cells begin in 1970. */
    public static final FrozenLine NONE = new FrozenLine(0);

    /**
     * Checks.
     *
     * @throws IllegalArgumentException if it is no midnight from 1970 on
     */
    public FrozenLine {
        if (seconds < 0 || seconds % DAY_SECONDS != 0) {
            throw new IllegalArgumentException(Instant.ofEpochSecond(seconds) + " is no midnight, UTC, from 1970 on");
        }
    }

    /** Before the day. */
    public static FrozenLine before(LocalDate day) {
        return new FrozenLine(day.atStartOfDay(ZoneOffset.UTC).toEpochSecond());
    }

    public boolean isDrawn() {
        return seconds > 0;
    }

    /** Whether the cell never changes again. */
    public boolean isFrozen(CellKey cell) {
        return cell.bucketSeconds() < seconds;
    }

    /** The first day that is not frozen, such as {@code 2025-01-01}. */
    @Override
    public String toString() {
        return LocalDate.ofEpochDay(seconds / DAY_SECONDS).toString();
    }
}
