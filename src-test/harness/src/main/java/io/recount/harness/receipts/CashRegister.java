package io.recount.harness.receipts;

import io.recount.harness.feed.RegisterAssignment;
import io.recount.harness.feed.Scenario;
import io.recount.harness.feed.Share;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.SplittableRandom;

/**
 * A simulated cash register: prints its receipts one after the other, in its opening hours, into shifts and drives.
 *
 * <p>A register that was offline for a day before the feed began numbers that day's receipts first and sends them last.
 */
final class CashRegister {

    private static final long[] SHIFT_HOURS = {6, 12, 24, 24, 24, 72, 24 * 7, 24 * 60};
    private static final int[] OPEN_HOURS = {8, 10, 12, 12, 14, 24};
    private static final Duration SENDING = Duration.ofSeconds(2);

    private final RegisterAssignment assignment;
    private final SplittableRandom random;
    private final Instant start;
    private final Instant feedEnd;
    private final long spanDays;
    private final Instant offlineDay;
    private final int offlineReceipts;
    private final int liveReceipts;
    private final int driveChangeAt;
    private final Duration opensAfter;
    private final Duration openFor;
    private final Duration shiftLength;
    private final long firstShift;
    private final Duration sending;

    private String drive;
    private long nextNumber;
    private long offlineNumber;
    private int printed;
    private int sentLate;
    private Instant lastPrintedAt = Instant.MIN;
    private long shift = -1;
    private long inShift;

    CashRegister(Scenario scenario, RegisterAssignment assignment, Share share, SplittableRandom random) {
        int receipts = share.documents();
        this.assignment = assignment;
        this.random = random;
        this.start = scenario.start();
        this.spanDays = scenario.span().toDays();
        this.feedEnd = start.plus(scenario.span()).plus(Duration.ofMinutes(1));
        this.offlineDay = feedEnd.minus(Duration.ofDays(random.nextInt(20, 40))).truncatedTo(ChronoUnit.DAYS);
        this.offlineReceipts =
                share.late() ? Math.min(receipts, Math.max(3, Math.round((float) receipts / (spanDays + 1)))) : 0;
        this.liveReceipts = receipts - offlineReceipts;
        this.driveChangeAt = share.index() % 9 == 4 ? liveReceipts / 2 : -1;
        this.openFor = Duration.ofHours(OPEN_HOURS[random.nextInt(OPEN_HOURS.length)]);
        this.opensAfter = Duration.ofMinutes(
                random.nextLong(Duration.ofDays(1).minus(openFor).toMinutes() + 1));
        this.shiftLength = Duration.ofHours(SHIFT_HOURS[random.nextInt(SHIFT_HOURS.length)]);
        this.firstShift = random.nextLong(1, 900);
        this.sending = SENDING.plusMillis(random.nextLong(1_000));
        this.drive = newDrive();
        this.offlineNumber = random.nextLong(1, 60_000);
        this.nextNumber = offlineNumber + offlineReceipts;
    }

    boolean hasNext() {
        return printed < liveReceipts || sentLate < offlineReceipts;
    }

    /** The place of the next receipt and when it is sent; sending never goes back in time. */
    Printed next() {
        return printed < liveReceipts ? live() : late();
    }

    String store() {
        return assignment.store();
    }

    SplittableRandom random() {
        return random;
    }

    private Printed live() {
        if (printed == driveChangeAt) {
            drive = newDrive();
            nextNumber = 1;
        }
        Instant printedAt = printedAt();
        long current = firstShift + 1 + Duration.between(start, printedAt).dividedBy(shiftLength);
        inShift = current == shift ? inShift + 1 : 1;
        shift = current;
        printed++;
        return new Printed(place(nextNumber++, current, printedAt), inShift, printedAt.plus(sending));
    }

    /** Spread evenly over all opening hours, to the second; now and then two in one second. */
    private Instant printedAt() {
        double share = (printed + random.nextDouble()) / liveReceipts;
        boolean sameSecond = random.nextInt(50) == 0 && lastPrintedAt.isAfter(start);
        if (!sameSecond) {
            long openSeconds = (long) (share * spanDays * openFor.toSeconds());
            long day = openSeconds / openFor.toSeconds();
            long inDay = openSeconds % openFor.toSeconds();
            lastPrintedAt = start.plus(Duration.ofDays(day)).plus(opensAfter).plusSeconds(inDay);
        }
        return lastPrintedAt;
    }

    private Printed late() {
        long opensSeconds = opensAfter.toSeconds();
        long inDay = openFor.toSeconds() * sentLate / offlineReceipts;
        Instant printedAt = offlineDay.plusSeconds(opensSeconds + inDay);
        Instant sentAt = feedEnd.plusMillis(250L * sentLate).plus(sending);
        sentLate++;
        return new Printed(place(offlineNumber++, firstShift, printedAt), sentLate, sentAt);
    }

    private Place place(long number, long ofShift, Instant printedAt) {
        OffsetDateTime local =
                printedAt.atZone(ZoneId.of(assignment.timeZone())).toOffsetDateTime();
        return new Place(assignment.register(), drive, number, ofShift, local);
    }

    private String newDrive() {
        return "99604403" + random.nextLong(10_000_000L, 100_000_000L);
    }

    /**
     * A receipt without its content.
     *
     * @param inShift its place among those of its shift
     */
    record Printed(Place place, long inShift, Instant sentAt) {}
}
