package io.recount.harness.meters;

import io.recount.harness.feed.Draft;
import io.recount.harness.feed.Scenario;
import io.recount.harness.feed.Sender;
import io.recount.harness.feed.Share;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.NoSuchElementException;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * A simulated meter: reads itself evenly over the feed. One that feeds into the grid makes two readings of one time.
 *
 * <p>A meter that was offline for a day before the feed began sends that day's readings last. Every
 * {@value #MIX_EVERY}th reading of all meters is of the cycle of rare mixes and left undisturbed.
 */
final class Meter implements Sender {

    static final int MIX_EVERY = 400;

    private static final Duration QUARTER = Duration.ofMinutes(15);

    private final Device device;
    private final Instant start;
    private final Duration span;
    private final Instant feedEnd;
    private final Instant offlineDay;
    private final int offlineReadings;
    private final int liveReadings;
    private final Duration sending;

    private int made;
    private long importedWh;
    private long exportedWh;
    private Instant lastTakenAt;
    private @Nullable Scheduled ahead;

    Meter(Scenario scenario, Device device, Share share) {
        SplittableRandom random = device.random();
        int readings = share.documents();
        this.device = device;
        this.start = scenario.start();
        this.span = scenario.span();
        this.feedEnd = start.plus(span).plus(Duration.ofMinutes(1));
        this.offlineDay = feedEnd.minus(Duration.ofDays(random.nextInt(20, 40))).truncatedTo(ChronoUnit.DAYS);
        this.offlineReadings =
                share.late() ? Math.min(readings, Math.max(3, Math.round((float) readings / (span.toDays() + 1)))) : 0;
        this.liveReadings = readings - offlineReadings;
        this.sending = Duration.ofMillis(random.nextLong(2_000, 9_000));
        this.importedWh = random.nextLong(50_000_000);
        this.lastTakenAt = start;
        this.ahead = schedule();
    }

    @Override
    public boolean hasNext() {
        return ahead != null;
    }

    @Override
    public Instant sendsAt() {
        return scheduled().sentAt();
    }

    @Override
    public Draft send(long number) {
        Scheduled scheduled = scheduled();
        boolean mix = number % MIX_EVERY == 0;
        Usage usage = mix ? UsageSource.rareMix(number / MIX_EVERY, device) : read(scheduled);
        ahead = schedule();
        return new Reading(scheduled.place(), usage, scheduled.sentAt(), mix);
    }

    private Usage read(Scheduled scheduled) {
        long energyWh = device.random().nextLong(device.random().nextInt(50) == 0 ? 20_000 : 900);
        if (scheduled.export()) {
            exportedWh += energyWh;
        } else {
            importedWh += energyWh;
        }
        return UsageSource.plausible(
                device,
                scheduled.export() ? "export" : "import",
                scheduled.place().takenAt(),
                scheduled.export() ? exportedWh : importedWh,
                energyWh);
    }

    private Scheduled scheduled() {
        if (ahead == null) {
            throw new NoSuchElementException("The meter has made all its readings; ask hasNext() first");
        }
        return ahead;
    }

    private @Nullable Scheduled schedule() {
        if (made == liveReadings + offlineReadings) {
            return null;
        }
        int reading = made++;
        boolean export = device.feeds() && reading % 2 == 1;
        boolean late = reading >= liveReadings;
        Instant takenAt = late ? offline(reading - liveReadings) : export ? lastTakenAt : live(reading);
        lastTakenAt = takenAt;
        Instant sentAt = late ? feedEnd.plusMillis(250L * (reading - liveReadings)) : takenAt;
        String id = device.ids().id(made, device.random());
        return new Scheduled(new Place(device.serial(), id, takenAt), export, sentAt.plus(sending));
    }

    private Instant live(int reading) {
        double share = (reading + device.random().nextDouble()) / liveReadings;
        long seconds = (long) (share * span.toSeconds());
        return start.plusSeconds(device.onTheQuarter() ? seconds - seconds % QUARTER.toSeconds() : seconds);
    }

    private Instant offline(int reading) {
        return offlineDay.plusSeconds(Duration.ofDays(1).toSeconds() * reading / offlineReadings);
    }

    /** A reading without its content. */
    private record Scheduled(Place place, boolean export, Instant sentAt) {}
}
