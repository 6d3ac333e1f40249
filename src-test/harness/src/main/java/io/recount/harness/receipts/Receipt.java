package io.recount.harness.receipts;

import io.recount.harness.feed.Draft;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.SplittableRandom;

/** A receipt of a cash register. */
record Receipt(Place place, Content content, Instant sentAt, boolean undisturbed) implements Draft {

    private static final Defect[] DEFECTS = Defect.values();
    private static final Duration CLOCK_AHEAD = Duration.ofDays(366);

    @Override
    public String key() {
        return place.register();
    }

    @Override
    public byte[] message(Instant writtenAt) {
        return ReceiptWriter.receipt(this, writtenAt, null);
    }

    @Override
    public Receipt corrected(SplittableRandom random) {
        Content changed = switch (random.nextInt(4)) {
            case 0 -> content.withTotal(content.totalMinor(), Assortment.payment(random));
            case 1 -> content.withTotal(content.totalMinor() + random.nextLong(1, 10_000), "card");
            case 2 -> content.withType(Assortment.any(Assortment.TYPES, random));
            default -> content.withCustom("delivery", Assortment.any(Assortment.DELIVERIES, random));
        };
        // Whatever was drawn may equal what was there; tips never do.
        return with(changed.withAmount("tips", changed.amounts().getOrDefault("tips", 0L) + random.nextLong(1, 100)));
    }

    @Override
    public Receipt moved(SplittableRandom random) {
        return switch (random.nextInt(5)) {
            case 0 -> with(place.withShift(place.shift() + 1));
            case 1 -> with(place.withPrintedAt(place.printedAt().minusHours(1)));
            case 2 -> with(place.withPrintedAt(place.printedAt().minusDays(1)));
            case 3 -> with(place.withPrintedAt(place.printedAt().minus(Duration.ofDays(31))));
            default ->
                with(place.withShift(place.shift() + 1)
                                .withPrintedAt(place.printedAt().minusHours(random.nextInt(2, 48))))
                        .corrected(random);
        };
    }

    @Override
    public Receipt ahead() {
        return with(place.withPrintedAt(place.printedAt().plus(CLOCK_AHEAD)));
    }

    @Override
    public byte[] bad(Instant writtenAt, SplittableRandom random) {
        return ReceiptWriter.receipt(this, writtenAt, DEFECTS[random.nextInt(DEFECTS.length)]);
    }

    @Override
    public byte[] deleted(Instant writtenAt) {
        return ReceiptWriter.deleted(place, writtenAt);
    }

    @Override
    public byte[] status(Instant writtenAt) {
        return ReceiptWriter.status(place, writtenAt);
    }

    @Override
    public byte[] undecodable(SplittableRandom random) {
        byte[] message = message(sentAt);
        String text = new String(message, StandardCharsets.UTF_8);
        return switch (random.nextInt(7)) {
            case 0 -> utf8("not json at all " + random.nextInt());
            case 1 -> Arrays.copyOf(message, random.nextInt(1, message.length));
            case 2 -> utf8(text.replaceFirst("\"register\":\"[^\"]*\",", ""));
            case 3 -> utf8(text.replaceFirst("\"number\":\\d+,", ""));
            case 4 -> utf8(text.replaceFirst("\"printedAt\":\"[^\"]*\"", "\"printedAt\":\"yesterday\""));
            case 5 -> utf8("[" + text + "]");
            default -> notUtf8(message);
        };
    }

    /** A two-byte sequence cut short in the middle of the first text. */
    private static byte[] notUtf8(byte[] message) {
        byte[] broken = message.clone();
        int inText = 10;
        broken[inText] = (byte) 0xC3;
        broken[inText + 1] = 0x28;
        return broken;
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private Receipt with(Content changed) {
        return new Receipt(place, changed, sentAt, undisturbed);
    }

    private Receipt with(Place changed) {
        return new Receipt(changed, content, sentAt, undisturbed);
    }
}
