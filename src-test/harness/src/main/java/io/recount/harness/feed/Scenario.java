package io.recount.harness.feed;

import java.time.Duration;
import java.time.Instant;

/**
 * What to generate. The same scenario gives the same deliveries, byte for byte, wherever it runs.
 *
 * @param documents number of distinct documents
 * @param stores registers are spread over them; at most as many as registers
 * @param start of the feed
 * @param span event time of the feed, whole days
 * @param lateRegisters share of registers that deliver a day of documents 20 to 40 days late, at the end of the feed
 */
public record Scenario(
        long seed,
        int documents,
        int registers,
        int stores,
        Instant start,
        Duration span,
        double lateRegisters,
        Disturbances disturbances) {

    public Scenario {
        atLeast("documents", documents, 0);
        atLeast("registers", registers, 1);
        atLeast("stores", stores, 1);
        if (stores > registers) {
            throw new IllegalArgumentException(
                    "stores=" + stores + " is more than registers=" + registers + "; give each store a register");
        }
        if (span.isNegative() || span.isZero() || !span.equals(Duration.ofDays(span.toDays()))) {
            throw new IllegalArgumentException("span=" + span + "; give whole days, at least one");
        }
        if (!(lateRegisters >= 0 && lateRegisters <= 1)) {
            throw new IllegalArgumentException("lateRegisters=" + lateRegisters + "; give a share of 0 to 1");
        }
    }

    /** Two weeks around a change of the clocks, with the usual disturbances. */
    public static Scenario of(long seed, int documents) {
        int registers = Math.max(1, Math.min(200, documents / 20));
        return new Scenario(
                seed,
                documents,
                registers,
                storesFor(registers),
                Instant.parse("2026-10-14T00:00:00Z"),
                Duration.ofDays(14),
                0.03,
                Disturbances.usual());
    }

    /** The same with much of everything that can befall a delivery, and a tenth of the registers a month late. */
    public Scenario mixed() {
        return withLateRegisters(0.1).withDisturbances(Disturbances.mixed());
    }

    public Scenario withSeed(long value) {
        return new Scenario(value, documents, registers, stores, start, span, lateRegisters, disturbances);
    }

    /** Also sets a fitting number of stores. */
    public Scenario withRegisters(int value) {
        return new Scenario(seed, documents, value, storesFor(value), start, span, lateRegisters, disturbances);
    }

    public Scenario withTime(Instant newStart, Duration newSpan) {
        return new Scenario(seed, documents, registers, stores, newStart, newSpan, lateRegisters, disturbances);
    }

    public Scenario withLateRegisters(double share) {
        return new Scenario(seed, documents, registers, stores, start, span, share, disturbances);
    }

    public Scenario withDisturbances(Disturbances value) {
        return new Scenario(seed, documents, registers, stores, start, span, lateRegisters, value);
    }

    private static int storesFor(int registers) {
        return Math.max(1, registers / 4);
    }

    private static void atLeast(String name, int value, int least) {
        if (value < least) {
            throw new IllegalArgumentException(name + "=" + value + "; give at least " + least);
        }
    }
}
