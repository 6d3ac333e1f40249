package io.recount.harness.meters;

import io.recount.harness.feed.Draft;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.SplittableRandom;

/** A reading of an electricity meter. */
record Reading(Place place, Usage usage, Instant sentAt, boolean undisturbed) implements Draft {

    private static final Defect[] DEFECTS = Defect.values();
    private static final Duration BUCKET = Duration.ofMinutes(15);
    private static final Duration CLOCK_AHEAD = Duration.ofDays(366);

    @Override
    public String key() {
        return place.meter();
    }

    @Override
    public byte[] message(Instant writtenAt) {
        return ReadingWriter.reading(this, writtenAt, null);
    }

    @Override
    public Reading corrected(SplittableRandom random) {
        Usage changed = switch (random.nextInt(3)) {
            case 0 -> usage.withTariff(Words.any(Words.TARIFFS, random));
            case 1 -> usage.substituted(random.nextLong(3_000), Words.any(Words.REASONS, random));
            default -> usage.withTag("group", Words.any(Words.GROUPS, random));
        };
        // Whatever was drawn may equal what was there; the fee never does.
        long fee = changed.amounts().getOrDefault("gridFee", 0L) + random.nextLong(1, 100);
        return new Reading(place, changed.withAmount("gridFee", fee), sentAt, undisturbed);
    }

    @Override
    public Reading moved(SplittableRandom random) {
        return switch (random.nextInt(5)) {
            case 0 -> earlier(BUCKET);
            case 1 -> earlier(Duration.ofHours(1));
            case 2 -> earlier(Duration.ofDays(1));
            case 3 -> earlier(Duration.ofDays(31));
            default -> earlier(BUCKET.multipliedBy(random.nextInt(2, 200))).corrected(random);
        };
    }

    @Override
    public Reading ahead() {
        return earlier(CLOCK_AHEAD.negated());
    }

    @Override
    public byte[] bad(Instant writtenAt, SplittableRandom random) {
        return ReadingWriter.reading(this, writtenAt, DEFECTS[random.nextInt(DEFECTS.length)]);
    }

    @Override
    public byte[] deleted(Instant writtenAt) {
        return ReadingWriter.withdrawn(place, writtenAt);
    }

    @Override
    public byte[] status(Instant writtenAt) {
        return ReadingWriter.heartbeat(place, writtenAt);
    }

    @Override
    public byte[] undecodable(SplittableRandom random) {
        byte[] message = message(sentAt);
        String text = new String(message, StandardCharsets.UTF_8);
        return switch (random.nextInt(9)) {
            case 0 -> utf8("not json at all " + random.nextInt());
            case 1 -> Arrays.copyOf(message, random.nextInt(1, message.length));
            case 2 -> utf8(text.replaceFirst("\"serial\":\"[^\"]*\"", "\"serial\":null"));
            case 3 -> utf8(text.replaceFirst("\"id\":\"[^\"]*\"", "\"id\":\" \""));
            case 4 -> utf8(text.replaceFirst("\"id\":\"[^\"]*\"", "\"id\":" + random.nextInt(1_000)));
            // Milliseconds where seconds are declared: a far year.
            case 5 -> utf8(text.replaceFirst("\"takenAt\":(\\d+)", "\"takenAt\":$1000"));
            case 6 -> utf8(text.replaceFirst("\"takenAt\":(\\d+)", "\"takenAt\":\"$1\""));
            case 7 -> utf8(text.replaceFirst("\"revision\":", "\"revision\":-"));
            default -> utf8("[" + text + "]");
        };
    }

    private Reading earlier(Duration by) {
        return new Reading(place.withTakenAt(place.takenAt().minus(by)), usage, sentAt, undisturbed);
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
