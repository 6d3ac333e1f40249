package io.recount.harness.expectation;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** Messages, rows and times written short. */
final class Messages {

    private Messages() {}

    /** A receipt of register R, drive D, with {@code rest} as further members: {@code "type":"SALE","total":"1.00"}. */
    static byte[] receipt(long number, long shift, String printedAt, String writtenAt, String rest) {
        return utf8(
                "{\"kind\":\"receipt\",\"register\":\"R\",\"drive\":\"D\",\"number\":%d,\"shift\":%d,\"printedAt\":\"%s\",\"writtenAt\":\"%s\",%s}"
                        .formatted(number, shift, printedAt, writtenAt, rest));
    }

    static String sale(String total) {
        return "\"type\":\"SALE\",\"total\":\"" + total + "\"";
    }

    static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    static long micros(String instant) {
        return ChronoUnit.MICROS.between(Instant.EPOCH, Instant.parse(instant));
    }

    /** {@code values("1=2 101=1")}. */
    static MeasureValues values(String text) {
        String[] pairs = text.trim().split("\\s+");
        int[] ids = new int[pairs.length];
        long[] values = new long[pairs.length];
        for (int i = 0; i < pairs.length; i++) {
            int equals = pairs[i].indexOf('=');
            ids[i] = Integer.parseInt(pairs[i].substring(0, equals));
            values[i] = Long.parseLong(pairs[i].substring(equals + 1));
        }
        return MeasureValues.of(ids, values);
    }
}
