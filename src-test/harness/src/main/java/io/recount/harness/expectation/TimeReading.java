package io.recount.harness.expectation;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;

/** Reads times as microseconds since 1970, in the form that the model declares and in no other. */
final class TimeReading {

    private TimeReading() {}

    static Long micros(Json node, String form) {
        try {
            return switch (form) {
                case "offset" -> micros(OffsetDateTime.parse(text(node)).toInstant());
                case "epoch_s" -> Math.multiplyExact(epoch(node), 1_000_000L);
                case "epoch_ms" -> Math.multiplyExact(epoch(node), 1_000L);
                case "epoch_us" -> epoch(node);
                default -> local(LocalDateTime.parse(text(node)), form);
            };
        } catch (DateTimeException | ArithmeticException e) {
            throw new UnreadableException("no time of the form " + form);
        }
    }

    private static String text(Json node) {
        return FieldReading.text(node, Integer.MAX_VALUE);
    }

    private static long epoch(Json node) {
        if (!(node instanceof Json.Literal literal) || !literal.whole()) {
            throw new UnreadableException("no whole number");
        }
        return FieldReading.whole(literal.text());
    }

    /** Not by {@code ChronoUnit}, which counts nanoseconds and so fails after 292 years. */
    private static long micros(Instant time) {
        long secondsAsMicros = Math.multiplyExact(time.getEpochSecond(), 1_000_000L);
        return Math.addExact(secondsAsMicros, time.getNano() / 1_000);
    }

    /** {@code local, ZONE}: a time that the zone's clocks skip is none, of one that they show twice the first is meant. */
    private static long local(LocalDateTime time, String form) {
        ZoneId zone = ZoneId.of(form.substring(form.indexOf(',') + 1).trim());
        List<ZoneOffset> offsets = zone.getRules().getValidOffsets(time);
        if (offsets.isEmpty()) {
            throw new UnreadableException("a time that the clocks skip");
        }
        return micros(time.toInstant(offsets.get(0)));
    }
}
