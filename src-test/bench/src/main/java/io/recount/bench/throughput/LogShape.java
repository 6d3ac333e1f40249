package io.recount.bench.throughput;

import io.recount.harness.feed.Disturbances;
import io.recount.harness.feed.Scenario;
import java.time.Duration;
import java.time.Instant;

/**
 * How many receipts of how many registers a log holds. A register sells about {@value #RECEIPTS_A_DAY} a day, as far as
 * whole days allow, so that a cell holds as many documents in a long log as in a short one.
 */
record LogShape(int documents, int registers) {

    private static final int RECEIPTS_A_DAY = 200;
    private static final long SEED = 1;
    private static final double HELD_BACK = 0.03;
    /** Longer than a bucket and the usual delay together: what is held back is late, with few exceptions. */
    private static final Duration HELD_BACK_FOR = Duration.ofHours(12);

    /** 2 % of the versions come again, 1 % of the documents are corrected and 3 % are late. */
    Scenario scenario() {
        long days = Math.max(1, Math.round((double) documents / registers / RECEIPTS_A_DAY));
        return Scenario.of(SEED, documents)
                .withRegisters(registers)
                .withTime(Instant.parse("2026-10-14T00:00:00Z"), Duration.ofDays(days))
                .withDisturbances(Disturbances.usual().withReordered(HELD_BACK, HELD_BACK_FOR));
    }

    @Override
    public String toString() {
        return "%,d documents of %,d registers".formatted(documents, registers);
    }
}
