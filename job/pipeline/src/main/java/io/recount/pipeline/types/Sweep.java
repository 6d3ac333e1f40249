package io.recount.pipeline.types;

import java.io.Serializable;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneOffset;

/**
 * Once a day the day before is computed again and compared with what is published: by a request of the job's own that is
 * called by its day, so that it is made once. All in UTC.
 *
 * @param at when the day before is due
 */
public record Sweep(LocalTime at) implements Serializable {

    private static final String PREFIX = "sweep-";

    /** The last day that is due. */
    public LocalDate dueAt(Instant now) {
        Instant asIfAtMidnight = now.minus(Duration.ofNanos(at.toNanoOfDay()));
        return LocalDate.ofInstant(asIfAtMidnight, ZoneOffset.UTC).minusDays(1);
    }

    /** What the request for a day is called. */
    public static String idOf(LocalDate day) {
        return PREFIX + day;
    }

    /** Whether a request is called like one for a day. */
    public static boolean isOf(String request) {
        return request.startsWith(PREFIX);
    }
}
