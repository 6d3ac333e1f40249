package io.recount.cli.report;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.zone.ZoneOffsetTransition;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Times as people in a zone write them. */
public final class LocalTime {

    private static final int DATE_LENGTH = "2026-01-31".length();

    private static final int SECONDS_PER_HOUR = 3_600;

    private final ZoneId zone;

    /**
     * Takes a zone.
     *
     * @throws IllegalArgumentException if nobody has called a zone so
     */
    public LocalTime(String zone) {
        try {
            this.zone = ZoneId.of(zone);
        } catch (DateTimeException e) {
            throw new IllegalArgumentException(
                    "--zone: '" + zone + "' is no time zone. Write one of IANA's, such as Europe/Berlin, or UTC", e);
        }
    }

    /**
     * A date, which stands for its beginning, a local time, or one with an offset.
     *
     * @throws IllegalArgumentException if it is none of these
     */
    public Instant instant(String option, String text) {
        try {
            if (text.length() == DATE_LENGTH) {
                return LocalDate.parse(text).atStartOfDay(zone).toInstant();
            }
            String time = text.replace(' ', 'T');
            return time.endsWith("Z") || time.matches(".*[+-]\\d\\d:\\d\\d")
                    ? OffsetDateTime.parse(time).toInstant()
                    : LocalDateTime.parse(time).atZone(zone).toInstant();
        } catch (DateTimeException e) {
            throw new IllegalArgumentException(
                    option + ": '" + text + "' is no time. Write 2026-01-31, 2026-01-31T08:00, both in " + zone
                            + ", or 2026-01-31T08:00:00Z",
                    e);
        }
    }

    /** The days of a range, the first and the last of which may be parts of one. */
    public List<LocalDate> days(Instant from, Instant to) {
        return from.isBefore(to)
                ? from.atZone(zone)
                        .toLocalDate()
                        .datesUntil(to.minusNanos(1).atZone(zone).toLocalDate().plusDays(1))
                        .toList()
                : List.of();
    }

    /**
     * Says whether cells can be added up in this zone; the views refuse what can't.
     *
     * @param hours whether to hours, too, and not to days and months alone
     * @throws IllegalArgumentException if some hour or day of the range begins within a cell
     */
    public void checkFits(Duration bucket, Instant from, Instant to, boolean hours) {
        Set<Integer> minutes = new HashSet<>();
        Instant at = from;
        while (at != null && at.isBefore(to)) {
            int offset = zone.getRules().getOffset(at).getTotalSeconds();
            minutes.add(Math.floorMod(offset, SECONDS_PER_HOUR));
            if (offset % bucket.toSeconds() != 0) {
                throw unfit(bucket);
            }
            ZoneOffsetTransition change = zone.getRules().nextTransition(at);
            at = change == null ? null : change.getInstant();
        }
        if (hours && minutes.size() > 1) {
            throw unfit(bucket);
        }
    }

    private IllegalArgumentException unfit(Duration bucket) {
        return new IllegalArgumentException("--zone: hours or days of " + zone + " begin within cells of "
                + bucket.toMinutes() + " min, and can not be added up from these. Take another zone, days instead of"
                + " hours, or a model with a shorter bucket");
    }
}
