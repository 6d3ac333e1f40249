package io.recount.cli.audit;

import io.recount.pipeline.audit.Portion;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What is audited.
 *
 * @param fromSeconds the least time a bucket begins at, seconds since 1970
 * @param toSeconds no bucket begins here or later
 * @param registers none: all
 * @param sample how many registers are drawn; 0: none, which are all
 * @param seed draws the same ones each time
 */
public record AuditScope(long fromSeconds, long toSeconds, List<String> registers, int sample, long seed) {

    public AuditScope {
        registers = List.copyOf(registers);
    }

    /** Times become those at which buckets begin. */
    public static AuditScope of(
            Optional<Instant> from,
            Optional<Instant> to,
            List<String> registers,
            int sample,
            long seed,
            Duration bucket) {
        return new AuditScope(
                from.map(time -> notBefore(time, bucket)).orElse(0L),
                to.map(time -> notBefore(time, bucket)).orElse(Portion.END_SECONDS),
                registers,
                sample,
                seed);
    }

    private static long notBefore(Instant time, Duration bucket) {
        long seconds = time.getEpochSecond() + (time.getNano() == 0 ? 0 : 1);
        long aligned = -Math.floorDiv(-seconds, bucket.toSeconds()) * bucket.toSeconds();
        return Math.max(0, Math.min(Portion.END_SECONDS, aligned));
    }

    AuditScope of(List<String> drawn) {
        return new AuditScope(fromSeconds, toSeconds, drawn, sample, seed);
    }

    /** Whether there is nothing to audit: of no registers all would be. */
    boolean isEmpty() {
        return sample > 0 && registers.isEmpty();
    }
}
