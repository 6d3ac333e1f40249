package io.recount.bench;

import io.recount.harness.feed.Delivery;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Iterator;
import java.util.stream.IntStream;

/** Receipts to measure with: of many registers that sell evenly, and of one that pours out all it has at once. */
final class Traffic {

    static final int REGISTERS = 200;

    private static final Instant START = Instant.parse("2026-11-02T06:00:00Z");
    /** Longer than a hot register's receipts reach, so that no window is late because of the one before it. */
    private static final Duration APART = Duration.ofDays(2);

    private Traffic() {}

    /** What the registers of a window are called, without their number. */
    static String registersOf(int window) {
        return "W" + window + "-";
    }

    /** Receipts of all registers in turn. */
    static Iterator<Delivery> even(int window, int receipts) {
        return IntStream.range(0, receipts)
                .mapToObj(i -> receipt(window, registersOf(window) + i % REGISTERS, i % REGISTERS, i / REGISTERS))
                .iterator();
    }

    /** Receipts of one register in one shift; the same for the same window. */
    static Iterator<Delivery> hot(int window, int receipts) {
        return IntStream.range(0, receipts)
                .mapToObj(i -> receipt(window, "HOT-" + window, 0, i))
                .iterator();
    }

    private static Delivery receipt(int window, String register, int partitionHint, int index) {
        Instant printedAt = START.plus(APART.multipliedBy(window)).plusSeconds(index);
        String json = """
                {"kind":"receipt","register":"%s","drive":"9960440300000001","number":%d,"shift":1,"printedAt":"%s",\
                "writtenAt":"%s","type":"SALE","total":"%d.50","payments":{"card":"%d.50"},"vat":{"20":"1.00"},"items":2}""".formatted(register, index + 1, printedAt, printedAt, index % 900, index % 900);
        return new Delivery(register, json.getBytes(StandardCharsets.UTF_8), partitionHint);
    }
}
