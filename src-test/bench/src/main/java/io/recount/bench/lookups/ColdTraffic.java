package io.recount.bench.lookups;

import io.recount.harness.feed.Delivery;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Iterator;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * Two years of receipts, a shift a day, and what comes after them. Numbers of the two years are odd, so that there is
 * always one left that never came.
 *
 * @param begin the first day
 * @param receiptsADay of each register
 */
record ColdTraffic(Instant begin, int registers, int receiptsADay) {

    static final int DAYS = 730;

    /** Shifts close sooner, and the next begins later. */
    private static final Duration BETWEEN_RECEIPTS = Duration.ofMinutes(20);

    private static final Duration OPENING = Duration.ofHours(8);
    /** Seconds: hardly any two corrections of a receipt are one version. */
    private static final int CORRECTIONS = 10_000_000;

    int documents() {
        return registers * receiptsADay * DAYS;
    }

    /** All of the two years, day after day. */
    Iterator<Delivery> years() {
        return IntStream.range(0, documents())
                .mapToObj(i -> receipt(i % registers, i / registers, 1, Duration.ZERO))
                .iterator();
    }

    /**
     * Receipts of a day after the two years, and among them old ones: a third of those come again, a third are corrected,
     * and a third had never come.
     *
     * @param day as of the first
     * @param share of old ones
     */
    Iterator<Delivery> day(int day, int documents, double share, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        return IntStream.range(0, documents)
                .mapToObj(i -> random.nextDouble() < share
                        ? old(random, i)
                        : live(i % registers, day, 2L * day * receiptsADay + i / registers))
                .iterator();
    }

    private Delivery old(SplittableRandom random, int i) {
        int register = random.nextInt(registers);
        int index = random.nextInt(DAYS * receiptsADay);
        return switch (i % 3) {
            case 0 -> receipt(register, index, 1, Duration.ZERO);
            case 1 -> receipt(register, index, 1, Duration.ofSeconds(1 + random.nextInt(CORRECTIONS)));
            default -> receipt(register, index, 0, Duration.ZERO);
        };
    }

    private Delivery receipt(int register, int index, int odd, Duration correctedAfter) {
        return receipt(register, index / receiptsADay, 2L * index + odd, index % receiptsADay, correctedAfter);
    }

    private Delivery live(int register, int day, long number) {
        return receipt(register, day, number, 0, Duration.ZERO);
    }

    private Delivery receipt(int register, int day, long number, int ofDay, Duration correctedAfter) {
        Instant printedAt = begin.plus(Duration.ofDays(day)).plus(OPENING).plus(BETWEEN_RECEIPTS.multipliedBy(ofDay));
        String json = """
                {"kind":"receipt","register":"R%06d","drive":"9960440300000001","number":%d,"shift":%d,"printedAt":"%s",\
                "writtenAt":"%s","type":"SALE","total":"%d.50","payments":{"card":"%d.50"},"items":2}""".formatted(
                register, number, day + 1, printedAt, printedAt.plus(correctedAfter), number % 900, number % 900);
        return new Delivery("R%06d".formatted(register), json.getBytes(StandardCharsets.UTF_8), register);
    }
}
